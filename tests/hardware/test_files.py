"""The committed files agree with one another, and each check fails on a copy in which something is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware import FIRMWARE, HARDWARE, checks, power
from tests.hardware.broken import Copy

PCB, SCH, NET = "seat-board/seat-board.kicad_pcb", "seat-board/seat-board.kicad_sch", "seat-board/seat-board.net"
OUT = "production/rev-A"


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


@pytest.mark.parametrize("check", checks.CHECKS, ids=lambda check: check.__name__)
def test_all_is_well(check) -> None:  # type: ignore[no-untyped-def]
    assert check(HARDWARE) == []


def test_a_misspelt_label_is_noticed(copy: Copy) -> None:
    copy.change(SCH, r'global_label "BTN_CUT"', 'global_label "BTN_CTU"')
    assert any("BTN_CUT lacks" in sentence for sentence in checks.nets_agree(copy.path))


def test_a_wire_that_joins_two_nets_is_noticed(copy: Copy) -> None:
    wire = r"(\(wire \(pts \(xy )([\d.]+) ([\d.]+)\) \(xy ([\d.]+) ([\d.]+)"
    copy.change(SCH, wire, r"\1 34.29 30.48) (xy 34.29 55.88")  # from the contact of UNO to its lamp
    assert checks.nets_agree(copy.path)


@pytest.mark.parametrize("name", [NET, PCB])
def test_swapped_nets_are_noticed(copy: Copy, name: str) -> None:
    copy.change(name, '"LAMP_UNO"', '"LAMP_X"', 0)
    copy.change(name, '"LAMP_CUT"', '"LAMP_UNO"', 0)
    copy.change(name, '"LAMP_X"', '"LAMP_CUT"', 0)
    assert checks.nets_agree(copy.path)
    assert any("LAMP_UNO is on contact 10" in sentence for sentence in checks.pins_agree(copy.path))


def test_a_changed_map_is_noticed(copy: Copy) -> None:
    copy.change("pins.toml", r"uno = { gpio = 2, pin = 4 }", "uno = { gpio = 5, pin = 7 }")
    found = checks.pins_agree(copy.path)
    assert {sentence.split(":")[0] for sentence in found} == {"the firmware", "the netlist", "the board"}
    assert checks.nets_agree(copy.path)


def test_a_changed_constant_of_the_firmware_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "unoseat" / "boards" / "pins.py"
    module.parent.mkdir(parents=True)
    text = (FIRMWARE / "unoseat" / "boards" / "pins.py").read_text(encoding="utf-8")
    module.write_text(text.replace("STRIP = 16", "STRIP = 17"), encoding="utf-8")
    assert checks.pins_agree(HARDWARE, tmp_path) == [
        "the firmware: STRIP is on contact 22 of the Pico, pins.toml says 21"
    ]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (SCH, r'"Number" "AO3400A"', '"Number" ""'),
        (PCB, r'"Number" "SN74AHCT1G125DBVR"', '"Number" ""'),
        (f"{OUT}/parts.csv", r"\n3,R11 R21 R31,[^\n]*", ""),
        (f"{OUT}/parts.csv", r"R11 R21 R31,1k,Yageo,RC0805FR-071KL", "R11 R21 R31,1k,Yageo,"),
        (f"{OUT}/parts.csv", r"3,D1 D2 D3", "2,D1 D2 D3"),
        (f"{OUT}/positions.csv", r'\n"Q2"[^\n]*', ""),
    ],
)
def test_a_missing_number_or_part_is_noticed(copy: Copy, name: str, old: str, new: str) -> None:
    copy.change(name, old, new)
    assert checks.parts_are_complete(copy.path)


def test_a_moved_hole_and_a_moved_edge_are_noticed(copy: Copy) -> None:
    copy.change(PCB, r"\(at 30 18\)", "(at 30.5 18)")
    assert [sentence.split()[0] for sentence in checks.places_agree(copy.path)] == ["H1"]
    assert checks.pictures_are_of_this_board(copy.path)
    copy.change(PCB, r"(gr_line\s*\(start )26 ", r"\g<1>25 ")
    assert any("outline" in sentence for sentence in checks.places_agree(copy.path))


@pytest.mark.parametrize("name", [SCH, PCB, "CHANGELOG.md"])
def test_another_revision_is_noticed(copy: Copy, name: str) -> None:
    copy.change(name, r"Revision A" if name.endswith("md") else r'\(rev "A"\)', "(rev 'B')")
    assert checks.revision_agrees(copy.path)


def test_an_archive_that_differs_is_noticed(copy: Copy) -> None:
    copy.change(f"{OUT}/gerbers/seat-board-Edge_Cuts.gbr", r"X26000000", "X26100000")
    assert checks.archive_is_whole(copy.path) == ["seat-board-Edge_Cuts.gbr: gerbers/ and the archive differ"]


def test_a_budget_that_is_not_kept_is_noticed(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.change("pins.toml", r"milliamperes = 200", "milliamperes = 400")
    assert any("more than a port's 500" in sentence for sentence in checks.power_is_kept(copy.path))
    strip, _ = power.firmware_strip()
    monkeypatch.setattr(strip.Strip, "__init__", undimmed(strip.Strip.__init__))
    found = checks.power_is_kept(HARDWARE)
    assert any("more than the 200 mA of pins.toml" in sentence for sentence in found)


def undimmed(init):  # type: ignore[no-untyped-def]
    """A strip whose firmware has lost its limit."""

    def broken(self, gpio, pixels, most):  # type: ignore[no-untyped-def]
        init(self, gpio, pixels, 100 * most)

    return broken


def test_files_edited_by_hand_are_noticed(copy: Copy) -> None:
    copy.change(SCH, r"Test points", "Testpoints")
    copy.change(f"{OUT}/fab-notes.md", r"1.6 mm", "0.8 mm")
    assert len(checks.generated_is_fresh(copy.path)) == 2


def test_a_guide_to_another_map_is_noticed(copy: Copy) -> None:
    copy.change("pins.toml", r"signal = { gpio = 15, pin = 20 }", "signal = { gpio = 14, pin = 19 }")
    copy.change("docs/build.md", r"of the red one to pin 5", "of the red one to pin 7")
    assert len(checks.guide_agrees(copy.path)) == 2


def test_a_wiring_picture_of_another_map_is_noticed(copy: Copy) -> None:
    copy.change("pins.toml", r"signal = { gpio = 15, pin = 20 }", "signal = { gpio = 14, pin = 19 }")
    assert "wiring/4-piezo.svg is not what the design makes" in checks.generated_is_fresh(copy.path)


def test_the_table_of_the_budget_is_what_the_firmware_draws() -> None:
    assert power.main(["--check"]) == 0


def test_no_rule_is_switched_off_without_a_reason() -> None:
    """What the project ignores is what project.py gives a reason for, and it is in force."""
    import project

    ignored = [rule for rules in (project.DRC, project.ERC) for rule, how in rules.items() if how == "ignore"]
    assert sorted(ignored) == ["lib_footprint_mismatch", "lib_symbol_mismatch"]
    assert project.DRC["net_conflict"] == project.DRC["footprint_symbol_mismatch"] == "error"


def assembly(version: str, *words: str, x: str = "1.5") -> bytes:
    """A STEP file of one part, whose solid is said in these words."""
    lines = [*words, f"CARTESIAN_POINT('',({x},0.,0.))", "PRODUCT('SOT-23','SOT-23', '',\n  (#9))"]
    at = len(words) + 1
    lines += [f"AXIS2_PLACEMENT3D('',#{at})", f"ITEM_DEFINED_TRANSFORMATION('','',#{at + 2},#{at + 2})"]
    text = "".join(f"#{number} = {line};\n" for number, line in enumerate(lines, 1))
    return f"'Open CASCADE STEP processor {version}'\n{text}".encode()


def test_another_open_cascade_may_say_the_same_solids_in_other_words() -> None:
    kept = assembly("7.6", "EDGE_LOOP('',())")
    assert checks.fab.alike(kept, kept)
    assert checks.fab.alike(assembly("7.8", "VERTEX_POINT('',$)", "EDGE_LOOP('',(#1))"), kept)
    assert not checks.fab.alike(assembly("7.6", "VERTEX_POINT('',$)", "EDGE_LOOP('',(#1))"), kept)
    assert not checks.fab.alike(assembly("7.8", "EDGE_LOOP('',())", x="1.6"), kept)
    assert not checks.fab.alike(b"%PDF 7.8", b"%PDF 7.6")
