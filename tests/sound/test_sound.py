"""Sounds: the same tunes on boards and laptop, each event its own, and a loudspeaker that nobody waits for."""

from __future__ import annotations

import io
import sys
import threading
import time
import wave
from pathlib import Path

import pytest
from unotable import settings
from unotable.match.view import Cue
from unotable.settings import Settings
from unotable.sound import tones
from unotable.sound.ears import Ears, for_boards
from unotable.sound.speaker import Speaker

from tests.firmware.protocol import sounds
from tests.waiting import until


def player(folder: Path, code: str) -> tuple[str, ...]:
    """A program that is started with a sound's file, as aplay is."""
    path = folder / "player.py"
    path.write_text(f"import pathlib, sys, time\nhere = pathlib.Path({str(folder)!r})\n{code}\n", encoding="utf-8")
    return (sys.executable, "-I", str(path))


def test_the_laptop_plays_the_boards_tunes() -> None:
    boards = {name: tune for name, tune in sounds.SOUNDS.items() if name != "press"}  # a press is heard on its board
    assert boards == tones.TUNES
    assert set(tones.RANK) == set(tones.TUNES) and set(tones.TUNES) > tones.QUIET
    assert len(set(tones.TUNES.values())) == len(tones.TUNES)


def test_a_tune_is_a_wave_file_of_its_length_and_loudness() -> None:
    for name in tones.TUNES:
        with wave.open(io.BytesIO(tones.wav(name, 80))) as file:
            assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
            assert abs(file.getnframes() / file.getframerate() - tones.seconds(name)) < 0.01
    loud, soft = (max(map(abs, tones.samples("turn", volume))) for volume in (100, 30))
    assert 32_767 >= loud > 20_000 > 5 * soft > 0


def test_a_player_is_given_the_file_and_has_ended_when_the_speaker_is_closed(tmp_path: Path) -> None:
    speaker = Speaker(lambda: None, [player(tmp_path, "(here / 'got').write_bytes(open(sys.argv[-1], 'rb').read())")])
    speaker.say("turn", 50)
    until(lambda: (tmp_path / "got").exists() and (tmp_path / "got").stat().st_size > 5000)
    speaker.close()
    assert (tmp_path / "got").read_bytes() == tones.wav("turn", 50)
    assert not any(thread.name == "speaker" for thread in threading.enumerate())


def test_closing_waits_for_no_player(tmp_path: Path) -> None:
    speaker = Speaker(lambda: None, [player(tmp_path, "(here / 'on').touch(); time.sleep(60)")])
    speaker.say("turn", 50)
    until(lambda: (tmp_path / "on").exists())
    begun = time.monotonic()
    speaker.close()
    assert time.monotonic() - begun < 10
    speaker.say("turn", 50)  # too late, and no harm


def test_without_a_sound_device_the_bell_rings(tmp_path: Path) -> None:
    rung: list[int] = []
    speaker = Speaker(lambda: rung.append(1), [player(tmp_path, "sys.exit(1)"), ("no-such-player",)])
    assert not speaker.silent
    speaker.say("caught", 50)
    until(lambda: rung)
    assert speaker.silent
    speaker.close()


def test_what_matters_most_is_heard_of_what_comes_at_once(tmp_path: Path) -> None:
    code = "open(here / 'played', 'a').write(pathlib.Path(sys.argv[-1]).name + '\\n'); time.sleep(0.3)"
    speaker = Speaker(lambda: None, [player(tmp_path, code)])
    speaker.say("turn", 50)
    until(lambda: (tmp_path / "played").exists())
    for name in ("turn", "dispute", "safe"):
        speaker.say(name, 50)
    until(lambda: "dispute" in (tmp_path / "played").read_text())
    speaker.close()
    assert (tmp_path / "played").read_text().split() == ["turn-50.wav", "dispute-50.wav"]


def test_each_cue_is_heard_once_and_only_from_where_it_shall() -> None:
    said: list[tuple[str, int]] = []

    class Heard(Speaker):
        def say(self, name: str, volume: int) -> None:
            said.append((name, volume))

    ears = Ears(lambda: None, Heard(lambda: None, []))
    laptop, quiet = Settings("laptop", 50), Settings("laptop", 50, quiet=True)
    cues = (Cue(1, "turn", 2), Cue(2, "cut", 3), Cue(3, "turn", 3), Cue(4, "caught", 1), Cue(5, "safe", 2))
    ears.hear(cues[:1], laptop)  # what was there at the beginning
    ears.hear(cues[:3], laptop)
    ears.hear(cues[:3], laptop)
    assert said == [("cut", 50), ("turn", 50)]
    ears.hear(cues, quiet)
    assert said[2:] == [("caught", 20)]
    ears.hear((*cues, Cue(6, "round")), Settings("board"))
    assert len(said) == 3
    assert for_boards(Settings("board")) is None and for_boards(Settings("laptop")) == frozenset()
    assert for_boards(Settings("board", quiet=True)) == tones.QUIET


def test_settings_are_remembered_and_a_broken_file_harms_nothing(home: Path) -> None:
    assert settings.recall() == Settings()
    liked = Settings("laptop", 30, True, "light", "zh")
    settings.remember(liked)
    assert settings.recall() == liked
    for broken in ("", "[1]", '{"sound": "loud", "volume": true, "theme": 3, "lang": [], "quiet": 1}', "{" * 9000):
        (home / "settings.json").write_text(broken, encoding="utf-8")
        found = settings.recall()
        assert (found.sound, found.theme, found.lang, found.quiet) == ("off", "", "", False)


@pytest.mark.parametrize(("volume", "by", "then"), [(100, 10, 100), (20, -10, 10), (10, -10, 10)])
def test_the_volume_stays_audible(volume: int, by: int, then: int) -> None:
    assert Settings(volume=volume).louder(by).volume == then
