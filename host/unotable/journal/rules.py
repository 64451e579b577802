"""Rule sets by name: presets that inherit from each other, the user's own among them, and a match's overrides.

A preset is a TOML file: `inherits`, `source`, `[title]` in `en` and `zh`, one table a group of parameters, and
`[phrases]` with the source's own words for values it states. What a preset's source does not state is inherited.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from unotable import config, files
from unotable.game.ruleset import NAMES, RuleSet, public_name
from unotable.journal.errors import RulesError as RulesError
from unotable.journal.errors import may_be, nearest, sentence, shown, there_are
from unotable.journal.fields import plain
from unotable.journal.parameters import GROUPS, check, plain_value
from unotable.locale import tr
from unotable.visible import visible

SHIPPED = Path(__file__).with_name("presets")
ROOT = "mattel"
FRONT = ("mattel", "family", "tangxun", "baidu", "outline", "party")
MORE = (
    "mattel-2008", "mattel-house", "tangxun-base", "baidu-single", "wiki-12", "wiki-13", "baike", "boardgameworld",
    "basic", "forum-2012",
)  # fmt: skip
LARGEST = 256 * 1024  # bytes of a preset file; the shipped ones have two thousand

Text = Annotated[str, Field(max_length=200), AfterValidator(plain)]


class Title(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    en: Text = ""
    zh: Text = ""


class App(BaseModel):
    """What a preset asks of the app besides rules: hints on the screen, and how long a hold takes (ms)."""

    model_config = Title.model_config
    hints: bool = False
    hold_ms: Annotated[int, Field(ge=600, le=3000)] = 600  # a board reports a hold after 600 ms


class Meta(BaseModel):
    """A preset file without its parameters."""

    model_config = Title.model_config
    inherits: Text = ""
    source: Text = ""
    title: Title = Title()
    app: App = App()
    phrases: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stated:
    """Where a value comes from: the nearest preset that sets it, and the phrase of its source, if there is one."""

    by: str
    source: str
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule set by name. `chain` is itself and its ancestors, the nearest first; `values` all parameters."""

    name: str
    title: Mapping[str, str]
    source: str
    chain: tuple[str, ...]
    values: RuleSet
    origin: Mapping[str, Stated] = field(default_factory=dict)
    app: App = field(default_factory=App)
    path: Path | None = None  # of a user's own

    def title_in(self, lang: str) -> str:
        first, second = ("zh", "en") if lang.startswith("zh") else ("en", "zh")
        return self.title.get(first) or self.title.get(second) or self.name

    def stated(self, name: str) -> Stated | None:
        """What this rule set's own source says about a parameter; `None`: not stated by this rule set.

        A preset that goes on with the same text as its ancestor (`tangxun`, `party`) says what that one says.
        """
        found = self.origin.get(name)
        return found if found and (found.by == self.name or (self.source and found.source == self.source)) else None


def load(name: str | Path, overrides: Mapping[str, Any] | None = None) -> RuleSet:
    """The rules of a match: a preset's, or those of a preset file, with `overrides` by public name on top."""
    values = preset(name).values
    return replace(values, **check(overrides)) if overrides else values


def preset(name: str | Path) -> Preset:
    """The preset of that name, or in that file (a `Path`, or a text that ends in `.toml`)."""
    if name in FRONT or name in MORE:
        return _shipped(str(name))
    return _read(*_find(name), ())


def phrases(name: str) -> Mapping[str, str]:
    """The source's own words by parameter, of a rule set by name; empty where there is none of that name."""
    try:
        found = preset(name)
    except RulesError:
        return {}
    stated = {parameter: found.stated(parameter) for parameter in found.origin}
    return {parameter: one.phrase for parameter, one in stated.items() if one and one.phrase}


def names() -> tuple[str, ...]:
    """Every preset: the front page, the other shipped ones, the user's own."""
    return FRONT + MORE + user_names()


def user_names() -> tuple[str, ...]:
    found = (path.stem for path in files.listed(config.paths().rules, "*.toml"))
    return tuple(name for name in found if name not in FRONT + MORE)


def unused() -> list[Path]:
    """The user's files that bear a shipped preset's name: never used, so that a match reads the same everywhere."""
    return [path for name in FRONT + MORE if files.is_file(path := config.paths().rules / f"{name}.toml")]


def diff(a: RuleSet, b: RuleSet) -> dict[str, tuple[Any, Any]]:
    """The parameters that differ, by public name, with both values."""
    pairs = {public_name(f.name): (getattr(a, f.name), getattr(b, f.name)) for f in fields(RuleSet)}
    return {name: (plain_value(x), plain_value(y)) for name, (x, y) in pairs.items() if x != y}


def frozen(name: str | Path, overrides: Mapping[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
    """The header's `rules` and `set` for a match: a shipped preset, and all that differs from it.

    So a match played by someone's own rules reads the same on every machine, and after those rules have changed.
    """
    chosen = preset(name)
    base = next(ancestor for ancestor in chosen.chain if ancestor in FRONT + MORE)
    found = diff(_shipped(base).values, load(name, overrides))
    return base, {parameter: value for parameter, (_, value) in found.items()}


@cache
def _shipped(name: str) -> Preset:
    return _read(name, SHIPPED / f"{name}.toml", ())


def _find(name: str | Path) -> tuple[str, Path]:
    """The preset file meant by a name or a path."""
    if not isinstance(name, Path) and not name.endswith(".toml"):
        return _named(name)
    path = Path(name)
    return path.stem, path


def _named(name: str, beside: Path | None = None) -> tuple[str, Path]:
    """The preset file of a name; an ancestor may also lie `beside` the file that inherits from it."""
    if name in FRONT + MORE:
        return name, SHIPPED / f"{name}.toml"
    if name and not any(c in name for c in "/\\\0") and not name.startswith("."):
        for folder in (beside, config.paths().rules):
            if folder and files.is_file(path := folder / f"{name}.toml"):
                return name, path
    raise RulesError(tr("{name} is no rule set", name=shown(name)) + (nearest(name, names()) or there_are(names())))


def _read(name: str, path: Path, heirs: tuple[Path, ...]) -> Preset:
    if path in heirs:
        loop = (p.stem for p in (*heirs[heirs.index(path) :], path))
        raise RulesError(tr("{path}: a loop: {loop}", path=visible(path), loop=tr(" inherits ").join(loop)))
    text, found = _toml(path)
    given = {key: value for key, value in found.items() if key in Meta.model_fields}
    if isinstance(given.get("title"), str):
        given["title"] = {"en": given["title"], "zh": given["title"]}
    try:
        meta = Meta.model_validate(given)
    except ValidationError as error:
        raise RulesError(f"{visible(path)}: {sentence(error.errors(), _known(error))}") from None
    flat = _flat({key: value for key, value in found.items() if key not in Meta.model_fields}, path, text)
    values = _check_at(flat, path, text)
    phrases = _phrases(meta.phrases, flat, path, text)
    parent = None
    if name != ROOT or path.parent != SHIPPED:
        parent = _read(*_parent(meta.inherits or ROOT, path, text), (*heirs, path))
    origin = dict(parent.origin) if parent else {}
    origin.update({key: Stated(name, meta.source, phrases.get(key, "")) for key in flat})
    return Preset(
        name,
        {"en": meta.title.en, "zh": meta.title.zh},
        meta.source,
        (name, *(parent.chain if parent else ())),
        replace(parent.values if parent else RuleSet(), **values),
        origin,
        parent.app.model_copy(update=meta.app.model_dump(exclude_unset=True)) if parent else meta.app,
        None if path.parent == SHIPPED else path,
    )


def _parent(name: str, path: Path, text: str) -> tuple[str, Path]:
    try:
        return _named(name, path.parent)
    except RulesError as error:
        raise RulesError(f"{_at('inherits', path, text)}inherits: {error}") from None


def _known(error: ValidationError) -> list[str]:
    """The field names at the place of the first error, for the nearest spelling."""
    inner: dict[str, type[BaseModel]] = {"title": Title, "app": App}
    return list(inner.get(str(error.errors()[0]["loc"][0]), Meta).model_fields)


def _toml(path: Path) -> tuple[str, dict[str, Any]]:
    try:
        return files.read_toml(path, LARGEST)
    except files.Unreadable as error:
        raise RulesError(str(error)) from None


def _flat(tables: Mapping[str, Any], path: Path, text: str) -> dict[str, Any]:
    """`[uno] catch = 4` → `{"uno.catch": 4}`; a dotted name in quotes is taken too."""
    flat: dict[str, Any] = {}
    for key, value in tables.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{name}": inner for name, inner in value.items()})
        elif "." in key:
            flat[key] = value
        elif key in GROUPS:
            wrong = tr("{field} is {value}", field=key, value=shown(value)) + may_be(
                tr("a table, as in [{key}]", key=key)
            )
            raise RulesError(_at(key, path, text) + wrong)
        else:
            guess = nearest(key, [*Meta.model_fields, *GROUPS])
            wrong = tr("{word} is no field of a rules file", word=shown(key))
            raise RulesError(_at(key, path, text) + wrong + guess)
    return flat


def _check_at(flat: Mapping[str, Any], path: Path, text: str) -> dict[str, Any]:
    """`check`, one parameter at a time where it fails, so that the error has the line."""
    try:
        return check(flat)
    except RulesError:
        for key, value in flat.items():
            check({key: value}, _at(key, path, text))
        raise


def _phrases(tables: Mapping[str, Any], flat: Mapping[str, Any], path: Path, text: str) -> dict[str, str]:
    found = _flat(tables, path, text)
    for key, phrase in found.items():
        if key not in flat:
            guess = "" if key in NAMES else nearest(key, NAMES)
            wrong = tr("a phrase for {name}, which this file does not set", name=shown(key))
            raise RulesError(f"{visible(path)}: {wrong}{guess}")
        try:
            plain(phrase)
        except (TypeError, ValueError):
            wrong = tr("the phrase for {name} is {value}", name=key, value=shown(phrase)) + may_be(tr("a plain text"))
            raise RulesError(f"{visible(path)}: {wrong}") from None
    return found


def _at(name: str, path: Path, text: str) -> str:
    """`file:line: ` of a parameter in a preset's text, as far as it can be found."""
    group, _, key = name.rpartition(".")
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("["):
            table = line.strip("[] ").replace('"', "")
        word = line.partition("=")[0].strip().replace('"', "").replace(" ", "")
        if "=" in line and ((table == group and word == key) or (not table and word == name)):
            return f"{visible(path)}:{number}: "
    return f"{visible(path)}: "
