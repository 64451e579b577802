"""Places, routes and pours the board: `/usr/bin/python3 board.py [FOLDER]` writes seat-board.kicad_pcb there.

It needs the Python that KiCad was built for (it imports pcbnew), and in FOLDER what sheet.py and project.py write and
the netlist that kicad-cli reads from the sheet. Nets come from that netlist, not from design.py, so that board and
schematic cannot differ; places come from design.py. The same KiCad writes the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import design
import netlist
import pcbnew
import printed
import project
import router
import sheet
from design import LEFT, TOP

HERE = Path(__file__).resolve().parent
SEED = 20261130  # of the ids of tracks and lines
# Narrow and short ones first, then what goes round the Pico; the rails need the most room and take what is left.
ORDER = ("SW", "GATE", "L-", "STRIP_", "PIEZO_", "BTN", "LAMP", "VBUS", "L+", "STRIP", "PIEZO", "+3V3", "+5V")
STITCH = 6.5  # mm between vias that join the two grounds


def at(x: float, y: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(pcbnew.FromMM(LEFT + x), pcbnew.FromMM(TOP + y))


class Maker:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.board = pcbnew.LoadBoard(str(_empty(folder)))
        self.parts = design.parts()
        self._nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        self._pads = _pad_nets(folder)

    def place(self) -> None:
        for part in self.parts:
            kind = part.kind
            footprint = pcbnew.FootprintLoad(str(self.folder / "lib" / "seat.pretty"), kind.footprint)
            footprint.SetFPID(pcbnew.LIB_ID("seat", kind.footprint))
            footprint.SetReference(part.ref)
            footprint.SetValue(kind.value or part.ref)
            footprint.SetPath(pcbnew.KIID_PATH(f"/{sheet.name('symbol', part.ref)}"))
            footprint.SetSheetname("/")
            footprint.SetSheetfile(f"{design.NAME}.kicad_sch")
            for key, value in (("Maker", kind.maker), ("Number", kind.number)):
                footprint.SetField(key, value)
                footprint.GetFieldByName(key).SetVisible(False)
            footprint.GetFieldByName("Description").SetText(kind.what)
            bare = kind.symbol in ("Point", "Hole")
            for attribute in (pcbnew.FP_EXCLUDE_FROM_BOM, pcbnew.FP_EXCLUDE_FROM_POS_FILES):
                has = footprint.GetAttributes()
                footprint.SetAttributes(has | attribute if bare else has & ~attribute)
            footprint.SetAttributes(footprint.GetAttributes() & ~pcbnew.FP_BOARD_ONLY)
            self.board.Add(footprint)
            footprint.SetOrientationDegrees(part.angle)
            footprint.SetPosition(at(*part.at))
            for pad in footprint.Pads():
                net = self._pads.get((part.ref, pad.GetNumber()))
                if net is not None:
                    pad.SetNet(self.net(net))
            words(footprint, part)

    def net(self, name: str) -> pcbnew.NETINFO_ITEM:
        if name not in self._nets:
            self._nets[name] = pcbnew.NETINFO_ITEM(self.board, name)
            self.board.Add(self._nets[name])
        return self._nets[name]

    def outline(self) -> None:
        corners = [(0, 0), (design.WIDTH, 0), (design.WIDTH, design.HEIGHT), (0, design.HEIGHT)]
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            line = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_SEGMENT)
            line.SetStart(at(x1, y1))
            line.SetEnd(at(x2, y2))
            line.SetLayer(pcbnew.Edge_Cuts)
            line.SetWidth(pcbnew.FromMM(0.1))
            self.board.Add(line)

    def route(self) -> None:
        maze = router.Router(design.WIDTH, design.HEIGHT, project.EDGE, project.GAP + 0.05, project.VIA, self._copper())
        names = {name.removeprefix("/"): name for name in self._nets}
        order = sorted(
            (name for name in names if name != "GND" and not name.startswith("unconnected-")),
            key=lambda name: (next(i for i, start in enumerate(ORDER) if name.startswith(start)), name),
        )
        for name in order:
            width = project.POWER_TRACK if _power(name) else project.TRACK
            path = maze.route(names[name], width)
            for x1, y1, x2, y2, layer in path.pieces:
                track = pcbnew.PCB_TRACK(self.board)
                track.SetStart(at(x1, y1))
                track.SetEnd(at(x2, y2))
                track.SetWidth(pcbnew.FromMM(width))
                track.SetLayer(pcbnew.F_Cu if layer == router.TOP else pcbnew.B_Cu)
                track.SetNet(self._nets[names[name]])
                self.board.Add(track)
            for x, y in path.vias:
                self.via(x, y, names[name])
        row = 0
        y = STITCH / 2
        while y < design.HEIGHT:
            x = STITCH / 2 + (row % 2) * STITCH / 2
            while x < design.WIDTH:
                if maze.free(x, y, "GND"):
                    maze.occupy(x, y, "GND")
                    self.via(x, y, "GND")
                x += STITCH
            y += STITCH
            row += 1

    def via(self, x: float, y: float, net: str) -> None:
        via = pcbnew.PCB_VIA(self.board)
        via.SetPosition(at(x, y))
        via.SetWidth(pcbnew.FromMM(project.VIA))
        via.SetDrill(pcbnew.FromMM(project.DRILL))
        via.SetNet(self._nets[net])
        self.board.Add(via)

    def pour(self) -> None:
        """Ground on both layers; filled after the file was saved and read again, which KiCad wants."""
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            zone = pcbnew.ZONE(self.board)
            zone.SetLayer(layer)
            zone.SetNet(self._nets["GND"])
            zone.SetLocalClearance(pcbnew.FromMM(0.25))
            zone.SetMinThickness(pcbnew.FromMM(0.25))
            zone.SetThermalReliefGap(pcbnew.FromMM(0.3))
            zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.5))
            zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THT_THERMAL)
            zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
            edge = project.EDGE + 0.1
            for x, y in ((edge, edge), (design.WIDTH - edge, edge), (design.WIDTH - edge, design.HEIGHT - edge),
                         (edge, design.HEIGHT - edge)):  # fmt: skip
                zone.AppendCorner(at(x, y), -1)
            self.board.Add(zone)

    def _copper(self) -> list[router.Pad]:
        """What the router must know of the pads."""
        found = []
        for footprint in self.board.GetFootprints():
            for pad in footprint.Pads():
                box = pad.GetBoundingBox()
                x, y = pcbnew.ToMM(box.GetCenter().x) - LEFT, pcbnew.ToMM(box.GetCenter().y) - TOP
                width, height = pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight())
                if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:  # a screw's head, too, keeps copper away
                    width = height = 6.4
                layers = tuple(
                    number
                    for number, layer in ((router.TOP, pcbnew.F_Cu), (router.BOTTOM, pcbnew.B_Cu))
                    if pad.IsOnLayer(layer)
                )
                found.append(router.Pad(x, y, width, height, layers or (0, 1), pad.GetNetname()))
            for zone in footprint.Zones():  # below a Pico W's antenna
                box = zone.GetBoundingBox()
                x, y = pcbnew.ToMM(box.GetCenter().x) - LEFT, pcbnew.ToMM(box.GetCenter().y) - TOP
                found.append(router.Pad(x, y, pcbnew.ToMM(box.GetWidth()), pcbnew.ToMM(box.GetHeight()), (0, 1)))
        return found


def lonely(board: pcbnew.BOARD) -> list[pcbnew.PCB_VIA]:
    """Ground's vias that do not end in ground on both layers."""
    pours = [zone for zone in board.Zones() if zone.GetNetname() == "GND"]
    return [
        via
        for via in board.GetTracks()
        if via.GetClass() == "PCB_VIA"
        and via.GetNetname() == "GND"
        and not all(zone.HitTestFilledArea(zone.GetFirstLayer(), via.GetPosition()) for zone in pours)
    ]


def words(footprint: pcbnew.FOOTPRINT, part: design.Part) -> None:
    """Where a part's name is printed: beside it, upright."""
    reference = footprint.Reference()
    reference.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(0.8), pcbnew.FromMM(0.8)))
    reference.SetTextThickness(pcbnew.FromMM(0.13))
    reference.SetTextAngleDegrees(0)
    reference.SetKeepUpright(True)
    reference.SetHorizJustify(pcbnew.GR_TEXT_H_ALIGN_CENTER)
    dx, dy = PRINTED.get(part.ref) or BESIDE.get(part.kind.symbol, (0.0, -1.75))
    reference.SetPosition(at(part.at[0] + dx, part.at[1] + dy))
    reference.SetVisible(part.kind.symbol != "Hole")
    reference.SetLayer(pcbnew.F_SilkS)
    footprint.Value().SetVisible(False)


# Where a reference stands, from the part's own point; those in the narrow column stand to the right
BESIDE = {
    "R": (0, -1.6), "C": (0, -1.65), "Point": (0, 1.7), "Clamp": (0.3, -2.35), "NMOS": (0, 2.35), "Switch": (0, 2.4),
    "Shifter": (0, 2.4), "CP": (1.0, 3.4), "Piezo": (2.5, 2.5), "Pico": (8.89, 30.0), "Strip": (-3.6, 1.7),
}  # fmt: skip
PRINTED = {f"{kind}{row}{n}": (3.5, 0.0) for row in (1, 2, 3) for kind, n in (("R", 2), ("C", 1), ("R", 4), ("R", 3))}
PRINTED |= {f"J{row}": (3.9, -2.2) for row in (1, 2, 3)}


def _power(name: str) -> bool:
    return name in ("VBUS", "+5V", "+3V3") or name.startswith(("L+_", "L-_"))


def _pad_nets(folder: Path) -> dict[tuple[str, str], str]:
    """Net of each pin, by the netlist: as KiCad names them, with `/` and `unconnected-`."""
    tree = netlist.read((folder / f"{design.NAME}.net").read_text(encoding="utf-8"))
    found = {}
    for net in netlist.each(netlist.one(tree, "nets"), "net"):
        for node in netlist.each(net, "node"):
            found[netlist.one(node, "ref")[1], netlist.one(node, "pin")[1]] = netlist.one(net, "name")[1]
    return found


STACK = (
    '(layer "F.SilkS" (type "Top Silk Screen") (color "White")) (layer "F.Paste" (type "Top Solder Paste")) '
    '(layer "F.Mask" (type "Top Solder Mask") (color "Green") (thickness 0.01)) '
    '(layer "F.Cu" (type "copper") (thickness 0.035)) (layer "dielectric 1" (type "core") (thickness 1.51) '
    '(material "FR4") (epsilon_r 4.5) (loss_tangent 0.02)) (layer "B.Cu" (type "copper") (thickness 0.035)) '
    '(layer "B.Mask" (type "Bottom Solder Mask") (color "Green") (thickness 0.01)) '
    '(layer "B.Paste" (type "Bottom Solder Paste")) (layer "B.SilkS" (type "Bottom Silk Screen") (color "White")) '
    '(copper_finish "HAL lead-free") (dielectric_constraints no)'
)


def _empty(folder: Path) -> Path:
    """A file with nothing on it, so that the project beside it is in force from the beginning."""
    path = folder / f"{design.NAME}.kicad_pcb"
    path.write_text(
        '(kicad_pcb (version 20241229) (generator "seat_board") (generator_version "9.0")\n'
        f'(general (thickness {design.THICKNESS})) (paper "User" {design.PAGE[0]} {design.PAGE[1]})\n'
        f'(title_block (title "unotable seat board") (rev "{design.REVISION}") (company "CERN-OHL-P-2.0"))\n'
        '(layers (0 "F.Cu" signal) (2 "B.Cu" signal) (9 "F.Adhes" user) (11 "B.Adhes" user) (13 "F.Paste" user) '
        '(15 "B.Paste" user) (5 "F.SilkS" user) (7 "B.SilkS" user) (1 "F.Mask" user) (3 "B.Mask" user) '
        '(17 "Dwgs.User" user) (19 "Cmts.User" user) (25 "Edge.Cuts" user) (27 "Margin" user) (31 "F.CrtYd" user) '
        '(29 "B.CrtYd" user) (35 "F.Fab" user) (33 "B.Fab" user))\n'
        f"(setup (stackup {STACK}) (pad_to_mask_clearance 0)))\n",
        encoding="utf-8",
    )
    return path


def main() -> int:
    folder = (Path(sys.argv[1]) if len(sys.argv) > 1 else HERE).resolve()
    pro = folder / f"{design.NAME}.kicad_pro"
    before = pro.read_bytes()
    pcbnew.KIID.SeedGenerator(SEED)
    maker = Maker(folder)
    maker.place()
    maker.outline()
    maker.route()
    maker.pour()
    printed.printed(maker.board)
    path = str(folder / f"{design.NAME}.kicad_pcb")
    pcbnew.SaveBoard(path, maker.board)
    for _ in range(2):  # the second time without the vias that the first found to join nothing
        board = pcbnew.LoadBoard(path)
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        for via in lonely(board):
            board.Delete(via)
        pcbnew.SaveBoard(path, board)
    pro.write_bytes(before)  # SaveBoard may write it anew
    (folder / f"{design.NAME}.kicad_prl").unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
