"""Finds tracks: A* on a 0.25 mm grid of two layers. Pure: millimetres in, points out.

Every net keeps its distance from all copper of others that is there already, pads first; so nets that are routed early
get the short ways. Ground is not routed: it is poured afterwards.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

STEP = 0.25  # mm
TOP, BOTTOM = 0, 1
TURN, THROUGH, AWAY = 0.4, 12.0, 0.0  # what a bend and a via cost, in steps
MOVES = [
    (1, 0, 1.0),
    (0, 1, 1.0),
    (-1, 0, 1.0),
    (0, -1, 1.0),
    (1, 1, 1.4142),
    (1, -1, 1.4142),
    (-1, 1, 1.4142),
    (-1, -1, 1.4142),
]

Cell = tuple[int, int, int]  # column, row, layer


@dataclass(frozen=True)
class Pad:
    """A rectangle of copper round its middle; layers it is on; a hole's drill, or a bare hole without a net."""

    x: float
    y: float
    width: float
    height: float
    layers: tuple[int, ...]
    net: str = ""


@dataclass
class Path:
    """Straight pieces (x1, y1, x2, y2, layer) and vias (x, y)."""

    pieces: list[tuple[float, float, float, float, int]] = field(default_factory=list)
    vias: list[tuple[float, float]] = field(default_factory=list)


class Router:
    """The board so far. width, height, edge: mm; gap: between nets; via: diameter."""

    def __init__(self, width: float, height: float, edge: float, gap: float, via: float, pads: Iterable[Pad]) -> None:
        self.columns, self.rows = round(width / STEP) + 1, round(height / STEP) + 1
        self._edge, self._gap, self._via = edge, gap, via
        self._pads = list(pads)
        self._copper: list[tuple[float, float, float, float, float, tuple[int, ...], str]] = []
        for pad in self._pads:
            half_w, half_h = pad.width / 2, pad.height / 2
            self._copper.append(
                (pad.x - half_w, pad.y - half_h, pad.x + half_w, pad.y + half_h, 0.0, pad.layers, pad.net)
            )

    def route(self, net: str, width: float) -> Path:
        """Joins all pads of a net by tracks of that width. RuntimeError where there is no way."""
        blocked = self._blocked(net, width / 2)
        no_via = self._blocked(net, self._via / 2, open_pads=False)
        pads = [pad for pad in self._pads if pad.net == net]
        path = Path()
        joined: set[Cell] = set(self._cells(pads[0]))
        left = pads[1:]
        anchors = dict.fromkeys(joined, (pads[0].x, pads[0].y))
        while left:
            goals = {cell: pad for pad in left for cell in self._cells(pad)}
            cells = self._search(joined, goals, blocked, no_via)
            if cells is None:
                raise RuntimeError(f"no way for {net}: {len(left)} of {len(pads)} pads are left")
            end = goals[cells[-1]]
            self._add(path, cells, anchors.get(cells[0]), (end.x, end.y), net, width)
            joined |= set(cells) | set(self._cells(end))
            anchors |= dict.fromkeys(self._cells(end), (end.x, end.y))
            left.remove(end)
        return path

    def free(self, x: float, y: float, net: str) -> bool:
        """Whether a via of `net` fits there on both layers."""
        half = self._via / 2
        spot = (round(x / STEP), round(y / STEP))
        if not self._inside(*spot, half):
            return False
        for x1, y1, x2, y2, radius, _, other in self._copper:
            need = half + radius + (self._gap if other != net else -half if radius else 0.1)
            if _distance(x, y, x1, y1, x2, y2, bool(radius)) < need:
                return False
        return True

    def occupy(self, x: float, y: float, net: str) -> None:
        """A via stands there from now on."""
        self._copper.append((x, y, x, y, self._via / 2, (TOP, BOTTOM), net))

    def _cells(self, pad: Pad) -> list[Cell]:
        """The cell nearest to its middle, on each of its layers."""
        return [(round(pad.x / STEP), round(pad.y / STEP), layer) for layer in pad.layers]

    def _inside(self, column: int, row: int, half: float) -> bool:
        room = self._edge + half
        x, y = column * STEP, row * STEP
        return room <= x <= (self.columns - 1) * STEP - room and room <= y <= (self.rows - 1) * STEP - room

    def _blocked(
        self, net: str, half: float, open_pads: bool = True
    ) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
        """Cells, a set for each layer, where copper of `net` that reaches `half` around would come too near another's.

        open_pads: False also for the net's own pads; a hole in one would drink its solder.
        """
        found: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
        for x1, y1, x2, y2, radius, layers, other in self._copper:
            if other == net and (open_pads or radius):
                continue
            room = half + radius + (self._gap if other != net else 0.1) - 1e-6
            low_x, high_x = int((min(x1, x2) - room) / STEP), int((max(x1, x2) + room) / STEP) + 1
            low_y, high_y = int((min(y1, y2) - room) / STEP), int((max(y1, y2) + room) / STEP) + 1
            for column in range(low_x, high_x + 1):
                for row in range(low_y, high_y + 1):
                    if _distance(column * STEP, row * STEP, x1, y1, x2, y2, bool(radius)) < room:
                        for layer in layers:
                            found[layer].add((column, row))
        for column in range(self.columns):
            for row in range(self.rows):
                if not self._inside(column, row, half):
                    found[0].add((column, row))
                    found[1].add((column, row))
        return found

    def _search(
        self,
        starts: set[Cell],
        goals: dict[Cell, Pad],
        blocked: tuple[set[tuple[int, int]], set[tuple[int, int]]],
        no_via: tuple[set[tuple[int, int]], set[tuple[int, int]]],
    ) -> list[Cell] | None:
        targets = sorted(goals)

        def ahead(cell: Cell) -> float:
            return min(_octile(cell[0] - t[0], cell[1] - t[1]) for t in targets)

        best: dict[Cell, float] = {}
        came: dict[Cell, Cell] = {}
        queue: list[tuple[float, float, Cell, tuple[int, int]]] = []
        for cell in sorted(starts):
            best[cell] = 0.0
            heapq.heappush(queue, (ahead(cell), 0.0, cell, (0, 0)))
        while queue:
            _, cost, cell, way = heapq.heappop(queue)
            if cost > best[cell]:
                continue
            if cell in goals:
                cells = [cell]
                while cells[-1] in came:
                    cells.append(came[cells[-1]])
                return cells[::-1]
            column, row, layer = cell
            for dx, dy, length in MOVES:
                spot = (column + dx, row + dy)
                if spot in blocked[layer]:
                    continue
                self._try(
                    best,
                    came,
                    queue,
                    cell,
                    (*spot, layer),
                    cost + length + (TURN if way not in ((0, 0), (dx, dy)) else 0),
                    (dx, dy),
                    ahead,
                )
            if (column, row) not in no_via[0] and (column, row) not in no_via[1]:
                self._try(best, came, queue, cell, (column, row, 1 - layer), cost + THROUGH, (0, 0), ahead)
        return None

    @staticmethod
    def _try(best, came, queue, cell, to, cost, way, ahead) -> None:  # type: ignore[no-untyped-def]
        if cost < best.get(to, 1e9) - 1e-9:
            best[to] = cost
            came[to] = cell
            heapq.heappush(queue, (cost + ahead(to), cost, to, way))

    def _add(
        self,
        path: Path,
        cells: list[Cell],
        start: tuple[float, float] | None,
        end: tuple[float, float],
        net: str,
        width: float,
    ) -> None:
        """Straightens the cells into pieces, with a bit to the middle of a pad that is off the grid."""
        points: list[tuple[float, float, int]] = [(column * STEP, row * STEP, layer) for column, row, layer in cells]
        if start is not None:
            points.insert(0, (*start, points[0][2]))
        points.append((*end, points[-1][2]))
        for (x1, y1, one), (_, _, two) in pairwise(points):
            if one != two:
                path.vias.append((x1, y1))
                self._copper.append((x1, y1, x1, y1, self._via / 2, (TOP, BOTTOM), net))
        run = [points[0]]
        for point in [*points[1:], None]:
            if point is not None and len(run) > 1 and point[2] == run[-1][2] and _straight(run[-2], run[-1], point):
                run[-1] = point
            elif point is not None:
                run.append(point)
        for (x1, y1, one), (x2, y2, two) in pairwise(run):
            if one == two and (x1, y1) != (x2, y2):
                path.pieces.append((x1, y1, x2, y2, one))
                self._copper.append((x1, y1, x2, y2, width / 2, (one,), net))


def _straight(a: tuple[float, float, int], b: tuple[float, float, int], c: tuple[float, float, int]) -> bool:
    if a[2] != b[2]:
        return False
    x1, y1, x2, y2 = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return abs(x1 * y2 - y1 * x2) < 1e-9 and x1 * x2 + y1 * y2 > 0


def _octile(dx: int, dy: int) -> float:
    dx, dy = abs(dx), abs(dy)
    return max(dx, dy) + 0.4142 * min(dx, dy)


def _distance(x: float, y: float, x1: float, y1: float, x2: float, y2: float, line: bool = False) -> float:
    """From a point to a rectangle's edge (0 inside), or to a piece of a line."""
    if line:
        dx, dy = x2 - x1, y2 - y1
        long = dx * dx + dy * dy
        t = 0.0 if long == 0 else max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / long))
        return float(((x - x1 - t * dx) ** 2 + (y - y1 - t * dy) ** 2) ** 0.5)
    dx = max(x1 - x, 0.0, x - x2)
    dy = max(y1 - y, 0.0, y - y2)
    return float((dx * dx + dy * dy) ** 0.5)
