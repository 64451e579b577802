"""`bench link` on real boards, on a small scale: how soon presses come is no test's business, whether they do is."""

from __future__ import annotations

import json

import pytest
from unotable.bench import link
from unotable.bench.fingers import Job
from unotable.cli import main


def test_sound_cables_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "link", "--boards", "3", "--presses", "60", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["presses"] == found["delivered"] >= 60
    counts = ("listed_lost", "unlisted_lost", "doubled", "outside_bounds", "strange")
    assert [found[name] for name in counts] == [0] * len(counts)
    assert 3 <= found["p50_ms"] <= found["p99_ms"]  # a contact counts after 3 ms
    assert found["cpu_percent"] > 0


def test_bad_cables_and_pulled_plugs_lose_nothing_unlisted() -> None:
    found = link.run(Job(3, 150, 2, 12.0, "all"))
    unmet = [sentence for sentence in link.unmet(found) if "ms" not in sentence]
    assert not unmet, found
    assert found["presses"] == found["delivered"] + found["listed_lost"] >= 150
    assert "listed" in link.as_text(found)


def test_a_desk_without_such_faults_says_so() -> None:
    with pytest.raises(link.BenchError, match="no faults 'nonsense'"):
        link.run(Job(2, 10, 1, 12.0, "nonsense"))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("faults", ["", "all", "flaky-cable", "reboots", "overflow", "stalls"])
def test_ten_boards_for_long(faults: str) -> None:
    found = link.run(Job(10, 10_000, 3, 12.0, faults))
    assert not [sentence for sentence in link.unmet(found) if "percentile" not in sentence], found
