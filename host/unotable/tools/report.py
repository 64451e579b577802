"""`unotable report`: one zip for a bug report. Journals, the log, versions and what `doctor` sees; nothing else.

The home folder's path is always written as `~`, since it names the user. With names replaced, players are numbered.
"""

from __future__ import annotations

import json
import platform
import re
import sys
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from importlib import metadata
from pathlib import Path

from unotable import __version__, config, files
from unotable.locale import tr
from unotable.match.running import running
from unotable.tools import findings as judged
from unotable.tools.facts import gather
from unotable.tools.findings import Facts
from unotable.tools.names import Names, names_in
from unotable.visible import visible

LOG = "unotable.log"
MATCHES = "*.jsonl"
MOST = 20_000_000  # bytes of a file; the end of it is what is looked at
ABOUT = """\
A report of unotable, made by `unotable report`.

versions.json    unotable, Python, the system, packages
doctor.txt       what `unotable doctor` says          ports.json   ports and boards, with what each said it is
matches/         match files: seats, presses, cards, times{names}
logs/            what boards, link and referee did

Nothing else of this computer is in it. The home folder is written as ~.
"""


class ReportError(Exception):
    """It cannot be made; one sentence."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the zip and what it is, for people."""

    name: str
    text: str
    what: str


def report(
    out: Path | None, replace_names: bool, matches: Sequence[Path], look: Callable[[], Facts] = gather
) -> tuple[Path, list[Part]]:
    """Writes the zip. matches: these; none given: the running ones and the newest. ReportError if it cannot be."""
    path = out or Path(f"unotable-report-{datetime.now():%Y%m%d-%H%M%S}.zip")
    if files.exists(path):
        raise ReportError(tr("{path} is there already; name another file with -o", path=path))
    kept = parts(replace_names, matches, look)
    beside = path.with_name(path.name + ".new")
    try:
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
            for part in kept:
                archive.writestr(part.name, part.text)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise ReportError(tr("{path} cannot be written: {error}", path=path, error=error.strerror or error)) from error
    return path, kept


def parts(replace_names: bool, matches: Sequence[Path], look: Callable[[], Facts]) -> list[Part]:
    """Everything that goes into the zip."""
    journals = [(path, _read(path)) for path in matches or newest()]
    names = Names(_everybody([text for _, text in journals])) if replace_names else Names()
    facts = look()
    logs = [(path, _read(path)) for path in files.listed(config.paths().logs, f"{LOG}*")]

    def clean(text: str) -> str:
        return names.text(_homeless(text))

    about = ABOUT.format(names=", with numbers for names" if replace_names else " and names")
    return [
        Part("about.txt", about, tr("what this is")),
        Part("versions.json", _json(versions()), tr("versions of unotable, Python, system and packages")),
        Part("doctor.txt", clean(judged.as_text(judged.findings(facts))) + "\n", tr("what `unotable doctor` says")),
        Part("ports.json", clean(_json(asdict(facts))), tr("ports and boards, with what each said it is")),
        *(
            Part(f"matches/{_name(path, number)}", names.journal(text) if replace_names else text, tr("a match"))
            for number, (path, text) in enumerate(journals)
        ),
        *(Part(f"logs/{path.name}", clean(text), tr("the log")) for path, text in logs),
    ]


def newest() -> list[Path]:
    """The matches that run now, and the one that was last written."""
    found = [Path(match.match) for match in running()]
    with suppress(OSError):
        kept = files.listed(config.paths().matches, f"**/{MATCHES}")
        found += sorted(kept, key=lambda path: path.stat().st_mtime)[-1:]
    return list(dict.fromkeys(path.resolve() for path in found if files.is_file(path)))


def versions() -> dict[str, object]:
    return {
        "unotable": __version__,
        "python": f"{sys.implementation.name} {platform.python_version()}",
        "system": platform.platform(),
        "machine": platform.machine(),
        "encoding": sys.stdout.encoding,
        "packages": _packages(),
    }


def as_text(path: Path, kept: Sequence[Part], replaced: bool) -> str:
    """What is inside, and what to think of before it is sent."""
    width = max(len(part.name) for part in kept)
    lines = [visible(path)]
    lines += [f"  {visible(part.name):{width}}  {len(part.text.encode()):>9,}  {part.what}" for part in kept]
    lines.append(
        tr("Players' names are replaced by numbers.")
        if replaced
        else tr("Players' names are inside; --names-replaced puts numbers in their place.")
    )
    return "\n".join(lines)


def _packages() -> dict[str, str]:
    """Versions of what unotable itself asks for."""
    found = {}
    with suppress(metadata.PackageNotFoundError):
        for need in metadata.requires("unotable") or []:
            name = re.split(r"[^A-Za-z0-9._-]", need, maxsplit=1)[0]
            with suppress(metadata.PackageNotFoundError):
                found[name] = metadata.version(name)
    return found


def _everybody(journals: Sequence[str]) -> list[str]:
    """Names of all matches: the log speaks of others than those that are sent."""
    found = [name for text in journals for name in names_in(text)]
    for path in files.listed(config.paths().matches, f"**/{MATCHES}"):
        with suppress(ReportError):
            found += names_in(_read(path))
    return list(dict.fromkeys(found))


def _read(path: Path) -> str:
    try:
        return files.read_end(path, MOST).decode("utf-8", "replace")
    except files.Unreadable as error:
        raise ReportError(str(error)) from error


def _homeless(text: str) -> str:
    home = str(Path.home())
    for form in (home, home.replace("\\", "\\\\"), home.replace("\\", "/")):
        text = text.replace(form, "~") if len(form) > 1 else text
    return text


def _name(path: Path, number: int) -> str:
    """Two matches may have files of the same name."""
    return path.name if number == 0 else f"{number}-{path.name}"


def _json(what: object) -> str:
    return json.dumps(what, ensure_ascii=False, indent=1) + "\n"
