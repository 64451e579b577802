"""Which faults a desk has: small TOML files, validated here. The named ones are in `faults/*.toml`.

A file says only what goes wrong; what it does not name is sound. Parts are of 1, times seconds or milliseconds by
their name, ranges two numbers between which chance chooses anew each time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from unotable import files
from unotable.desk.process import DeskError

FOLDER = Path(__file__).parent / "faults"
LARGEST = 64 * 1024  # bytes; the shipped ones have a few hundred

Part = Annotated[float, Field(ge=0, le=1)]


def _range(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    @model_validator(mode="after")
    def _ranges_rise(self) -> _Table:
        for name in type(self).model_fields:
            value = getattr(self, name)
            if isinstance(value, tuple) and len(value) == 2 and value[0] > value[1]:
                raise ValueError(f"{name}: {value[0]} is more than {value[1]}")
        return self


Some = Annotated[tuple[Annotated[float, Field(ge=0)], Annotated[float, Field(ge=0)]], BeforeValidator(_range)]
Signed = Annotated[tuple[float, float], BeforeValidator(_range)]


class Bytes(_Table):
    """Each way: these parts of the bytes have a bit flipped, or vanish."""

    flip: Part = 0.0
    drop: Part = 0.0


class Lines(_Table):
    """Each way: these parts of the lines lose their end, lose only their newline, come twice, come late."""

    cut: Part = 0.0
    join: Part = 0.0
    twice: Part = 0.0
    late: Part = 0.0
    late_ms: Some = (20, 200)


class Spell(_Table):
    """Now and then, for a while."""

    every_s: Some
    for_ms: Some


class Stall(Spell):
    """Nothing passes, nothing is lost; then it comes all at once."""

    way: Literal["up", "down", "both"] = "both"


class Unplug(_Table):
    """The plug is pulled after so many bytes from the board, in the middle of whatever it says."""

    after_bytes: Some
    for_ms: Some


class Reboot(_Table):
    """The board starts anew while its port stays, as behind an interface chip."""

    every_s: Some


class Version(_Table):
    """The board says hello in another protocol, or with another firmware version."""

    proto: int | None = Field(None, ge=0, lt=1 << 32)
    firmware: str | None = Field(None, pattern=r"^[A-Za-z0-9._+:-]{1,12}$")


class Clock(_Table):
    """The board's microseconds jump."""

    every_s: Some
    jump_ms: Signed


class Faults(_Table):
    """One set. seats: only theirs; None: all. deaf: the host stops reading. withhold: acknowledgements vanish, so that
    the board's ring fills up."""

    seats: frozenset[int] | None = None
    bytes: Bytes = Bytes()
    lines: Lines = Lines()
    stall: Stall | None = None
    deaf: Spell | None = None
    withhold: Spell | None = None
    unplug: Unplug | None = None
    reboot: Reboot | None = None
    version: Version | None = None
    clock: Clock | None = None


SOUND = Faults()


def names() -> list[str]:
    """The sets that come with the desk."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load(name: str) -> Faults:
    """A set by its name, or a file that ends in .toml. DeskError, one sentence, if there is none or it is wrong."""
    path = Path(name) if name.endswith(".toml") else FOLDER / f"{name}.toml"
    if not name.endswith(".toml") and name not in names():
        raise DeskError(f"the desk has no faults {name!r}; there are {', '.join(names())}, or a FILE.toml of yours")
    try:
        return Faults.model_validate(files.read_toml(path, LARGEST)[1])
    except files.Unreadable as error:
        raise DeskError(str(error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise DeskError(f"{name}: {where}: {first['msg']}") from error
