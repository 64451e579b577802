"""The micro:bit's program as it goes onto the board: firmware/microbit/ joined into one namespace and stripped.

The first micro:bit has 9 kB for its program *and* for compiling it. So:
1. The modules become one, with no dictionaries and look-ups between them. `other.name` becomes a plain name.
2. What is for readers goes: comments, texts, `const`s (their values stand in their places), indentation but one space.
3. Names become those that MicroPython has anyway, as of its own functions and pictures: a new name costs 10 bytes
   there, an old one none.
4. The board's main.py compiles the rest a piece at a time, a function each, the largest ones first, so that the
   compiler needs little room while much is taken. A piece is three digits, its length, and as many characters.

The files are plain modules for this: functions, constants, assignments and imports at the top, and nothing that would
look at a name as text. A function's own variables must not have the name of a module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SEAT, MAIN = "seat.txt", "main.py"
SECOND = "second"  # folder of modules that only the second micro:bit imports, each a file of its own there
START = "live"  # the function of main.py that is called at the end
SMALL = 60  # characters up to which assignments share a piece
DIGITS = 3
# Names that the first micro:bit's MicroPython has in its own tables.
WORDS = """
e on pi to NO ODD ODE SAD YES COW MEH add all any bin cos dir exp get hex i2c log map oct off ord pow raw say set sin
spi sum tan zip DUCK EVEN FUNK NYAN XMAS acos asin atan blit bool ceil copy crop dict eval fabs fill find fmod freq
hash help init iter join list mem8 modf name pack pin0 pin1 pin2 pin3 pin4 pin6 pin7 pin8 pin9 play repr scan seed
send show sing size sort sqrt stop type ANGRY BADDY BLUES CHASE GHOST HAPPY HEART HOUSE SILLY SKULL SMILE SNAKE SWORD
atan2 clear close count float floor frexp get_x get_y get_z index input is_on isinf isnan items ldexp lower mem16
panic pin10 pin12 pin13 pin14 pin15 pin16 pin19 pin20 pitch reset rfind round sleep slice split strip super trunc
"""
LOADER = """\
import gc,micropython
micropython.opt_level(3)
f=globals()
for s in range({names}):f[s]=s
for s in range({names}):del f[s]
f=open('{seat}')
while 1:
 gc.collect()
 s=f.read({digits})
 if not s:break
 exec(f.read(int(s)))
f.close()
del f,s
gc.collect()
{start}()
"""
OWN = {"exec", "f", "gc", "globals", "int", "micropython", "open", "range", "s"}  # the loader's names


def joined(folder: Path) -> dict[str, str]:
    """The board's files, by name: the pieces, and main.py, which must be written last. OSError, or ValueError for a
    file that is not as the top says."""
    trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}
    program = Program(trees)
    pieces = program.pieces()
    if max(map(len, pieces)) >= 10**DIGITS:
        raise ValueError(f"a function of {folder} is too long")
    loader = LOADER.format(names=len(program.names) + 30, seat=SEAT, digits=DIGITS, start=program.names["main", START])
    seat = "".join(f"{len(piece):0{DIGITS}}{piece}" for piece in pieces)
    second = {path.name: alone(path.read_text(encoding="utf-8")) for path in sorted((folder / SECOND).glob("*.py"))}
    return {SEAT: seat, **second, MAIN: loader}


class Program:
    """`names`: what each (module, name) is called on the board."""

    def __init__(self, trees: dict[str, ast.Module]) -> None:
        self.trees = trees
        self.constants: dict[tuple[str, str], object] = {}
        own: set[tuple[str, str]] = set()
        used: list[tuple[str, str]] = []
        for module, tree in trees.items():
            for node in tree.body:
                own |= {(module, name) for name in self._defined(module, node)}
            for child in ast.walk(tree):
                if isinstance(child, ast.Name):
                    used.append((module, child.id))
                elif isinstance(child, ast.Attribute) and isinstance(child.value, ast.Name):
                    used.append((child.value.id, child.attr))
        foreign = {name for module, name in used if (module, name) not in own}
        free = iter([word for word in WORDS.split() if word not in foreign | OWN])
        self.locals = [next(free) for _ in range(max(len(variables(node)) for node in self._functions()))]
        try:
            self.names = {key: next(free) for key in sorted(own, key=lambda key: (-used.count(key), key))}
        except StopIteration:
            raise ValueError("the program has more names than there are words") from None

    def pieces(self) -> list[str]:
        """Imports; functions, the largest first; then what is to be set, in the order of the files that need it."""
        imports: dict[str, None] = {}
        functions, rest = [], []
        for module in self._order():
            for node in self.trees[module].body:
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    node.names = [alias for alias in node.names if alias.name not in (*self.trees, "const")]
                    if node.names:
                        imports[ast.unparse(node)] = None
                elif isinstance(node, ast.FunctionDef):
                    functions.append(stripped(self._function(module, node)))
                elif isinstance(node, ast.Assign) and not self._constant(module, node):
                    rest.append(stripped(Renamer(self, module, {}).visit(node)))
        return ["\n".join(imports), *sorted(functions, key=len, reverse=True), *gathered(rest)]

    def _defined(self, module: str, node: ast.stmt) -> Iterator[str]:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if not isinstance(target, ast.Name):
                    raise ValueError(f"{module}: only names can be set at the top")
                if self._constant(module, node):
                    assert isinstance(node.value, ast.Call)
                    self.constants[module, target.id] = ast.literal_eval(node.value.args[0])
                else:
                    yield target.id
        elif not isinstance(node, (ast.Import, ast.ImportFrom, ast.Expr)):
            raise ValueError(f"{module}: line {node.lineno} is not for a micro:bit's file")

    @staticmethod
    def _constant(module: str, node: ast.Assign) -> bool:
        call = node.value
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "const"

    def _functions(self) -> Iterator[ast.FunctionDef]:
        for tree in self.trees.values():
            yield from (node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list)

    def _function(self, module: str, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name = self.names[module, node.name]
        if node.decorator_list:  # machine code: its names are registers
            return node
        renamer = Renamer(self, module, dict(zip(variables(node), self.locals, strict=False)))
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:]
        renamer.generic_visit(node)
        if renamer.stored:
            node.body.insert(0, ast.Global(sorted(renamer.stored)))
        return node

    def _order(self) -> list[str]:
        """The modules, each after those that it imports; where they go round in a circle, by name."""
        found: list[str] = []

        def add(module: str, above: tuple[str, ...]) -> None:
            for node in self.trees[module].body:
                if isinstance(node, ast.Import):
                    for alias in node.names:
                        if alias.name in self.trees and alias.name not in (*above, *found):
                            add(alias.name, (*above, module))
            if module not in found:
                found.append(module)

        for module in self.trees:
            add(module, ())
        return found


class Renamer(ast.NodeTransformer):
    """Puts board names for a module's; collects the global ones that are set."""

    def __init__(self, program: Program, module: str, local: dict[str, str]) -> None:
        self.program = program
        self.module = module
        self.local = local
        self.stored: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.local:
            return ast.Name(self.local[node.id], node.ctx)
        return self._global((self.module, node.id), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in self.program.trees and node.value.id not in self.local:
            found = self._global((node.value.id, node.attr), node)
            if isinstance(found, ast.Name) and isinstance(node.ctx, ast.Store):
                self.stored.add(found.id)
            return found
        self.generic_visit(node)
        return node

    def visit_Global(self, node: ast.Global) -> None:
        self.stored.update(self.program.names[self.module, name] for name in node.names)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self.local[node.arg])

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        if node.name:
            node.name = self.local[node.name]
        self.generic_visit(node)
        return node

    def _global(self, key: tuple[str, str], node: ast.Name | ast.Attribute) -> ast.expr:
        if key in self.program.constants:
            return ast.Constant(self.program.constants[key])  # type: ignore[arg-type]
        if key in self.program.names:
            return ast.Name(self.program.names[key], node.ctx)
        if isinstance(node, ast.Attribute):
            raise ValueError(f"{self.module}: there is no {key[0]}.{key[1]}")
        return node


def alone(text: str) -> str:
    """A module of its own, with its names, without what is for readers."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return "\n".join(stripped(node) for node in tree.body) + "\n"


def variables(function: ast.FunctionDef) -> list[str]:
    """A function's own names, in the order in which they are set."""
    outside = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    found = [argument.arg for argument in function.args.args]
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.append(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.append(node.name)
    return [name for name in dict.fromkeys(found) if name not in outside]


def stripped(node: ast.stmt) -> str:
    """Its text, without empty lines, indented by one."""
    text = ast.unparse(ast.fix_missing_locations(node))
    text = re.sub(r"^( +)", lambda spaces: " " * (len(spaces[1]) // 4), text, flags=re.MULTILINE)
    return "\n".join(line for line in text.splitlines() if line.strip())


def gathered(lines: list[str]) -> list[str]:
    """The same, short ones together."""
    found: list[str] = []
    for line in lines:
        if found and len(found[-1]) + len(line) < SMALL:
            found[-1] += "\n" + line
        else:
            found.append(line)
    return found
