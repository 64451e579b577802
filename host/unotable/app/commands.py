"""The one registry of commands: bindings, palette, key bar, help screen and the docs' key table all read it.

A command is its id, its keys, a title and a sentence of help in both languages, when it makes sense, and what it does.
`action` gets the app and the key that was pressed (`""` from the palette or a click without one); an action that asks
something is a coroutine.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from textual.binding import Binding

from unotable.app.acts import cards, keyboards, photos, rounds, screens, seats, sounds, verdicts
from unotable.app.cells import fit
from unotable.app.prompt import need, proposes, takes_cards
from unotable.app.words import tr

if TYPE_CHECKING:
    from unotable.app.app import Unotable

Group = Literal["cards", "press", "referee", "round", "screen"]
Lang = Literal["en", "zh"]

BUTTONS = ("uno", "cut", "done")
SHORT = 12  # cells of a name in the key bar
GROUPS: dict[Group, tuple[str, str]] = {
    "cards": ("Cards", "出牌"),
    "press": ("Buttons of a seat", "座位按钮"),
    "referee": ("Referee", "裁判"),
    "round": ("Round and match", "一局与对局"),
    "screen": ("Screen", "屏幕"),
}


@dataclass(frozen=True, slots=True)
class Command:
    """`bar` is its rank in the key bar (0: not there); `anywhere` commands work on every screen.

    `watching` ones change nothing of the match, so that they are there for somebody who only watches, too.
    """

    id: str
    keys: tuple[str, ...]
    group: Group
    title: tuple[str, str]
    help: tuple[str, str]
    action: Callable[[Unotable, str], Awaitable[None] | None]
    when: Callable[[Unotable], bool] = lambda app: True
    bar: int = 0
    anywhere: bool = False
    palette: bool = True
    watching: bool = False

    def fits(self, app: Unotable) -> bool:
        """Does it make sense now, for this person?"""
        return (self.watching or not app.watching) and self.when(app)

    def named(self, lang: str) -> str:
        return self.title[lang == "zh"]

    def helped(self, lang: str) -> str:
        return self.help[lang == "zh"]

    @property
    def written(self) -> str:
        """Its keys as people write them."""
        if len(self.keys) > 4 and self.keys[0] == "f1":
            return "F1-F10"
        return " ".join(write(key) for key in self.keys)


def write(key: str) -> str:
    """A textual key name as it stands on the keyboard."""
    named = {
        "question_mark": "?", "escape": "Esc", "enter": "Enter", "up": "Up", "down": "Down", "left": "Left",
        "right": "Right", "backspace": "Backspace", "space": "Space",
    }  # fmt: skip
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    if len(key) > 1 and key[0] == "f" and key[1:].isdigit():
        return key.upper()
    return named.get(key, key)


def _phase(*phases: str) -> Callable[[Unotable], bool]:
    return lambda app: app.view is not None and app.view.table.phase in phases


def _needs(*words: str) -> Callable[[Unotable], bool]:
    return lambda app: app.view is not None and any(need(app.view.table, word) is not None for word in words)


def _seated(app: Unotable) -> bool:
    return app.chosen is not None


def _live(app: Unotable) -> bool:
    return app.view is not None and app.view.table.phase not in ("scoring", "between", "over")


def _plays(app: Unotable) -> bool:
    return app.view is not None and bool(app.view.table.plays)


def _draws(app: Unotable) -> bool:
    return (
        app.view is not None
        and app.chosen is None
        and app.view.table.track != "buzzer"
        and app.view.table.phase in ("play", "attack")
    )


def _seats(app: Unotable, key: str) -> None:
    seats.choose_seat(app, int(key[1:]) if key[1:].isdigit() else 0)


COMMANDS: tuple[Command, ...] = (
    # cards
    Command("picker", ("left", "right"), "cards", ("Pick a card", "选牌"),
            ("Every card by arrows or mouse, where letters do not arrive.", "用方向键或鼠标选牌，不用打字。"),
            cards.pick_card, lambda app: app.view is not None and takes_cards(app.view), bar=60),
    Command("older", ("up",), "cards", ("Earlier play", "更早的一手"),
            ("Typed cards name the play before this one.", "改为登记更早的一手牌。"),
            lambda app, key: cards.aim(app, -1), _plays),
    Command("newer", ("down",), "cards", ("Later play", "更晚的一手"),
            ("Typed cards name the play after this one, or a new one.", "改为登记更晚的一手，或新的一手。"),
            lambda app, key: cards.aim(app, 1), _plays),
    Command("colour", ("r", "y", "g", "b"), "cards", ("Colour of a black card", "黑牌定色"),
            ("Names the colour, while one is asked for.", "需要定色时，直接按颜色字母。"),
            cards.colour, _needs("colour", "menu")),
    Command("draw", ("d",), "cards", ("The seat on turn draws", "轮到的人起牌"),
            ("One card, or all that is pending. Same as its DONE held.", "起一张，或起全部累计的牌。等于长按 DONE。"),
            cards.draw, _draws),
    # press
    Command("seat", tuple(f"f{number}" for number in range(1, 11)), "press", ("Choose a seat", "选座位"),
            ("u c d then press its buttons, with shift they hold; Esc ends it.",
             "再按 u c d 代按按钮，加 shift 为长按；Esc 结束。"),
            _seats, bar=26, palette=False),
    Command("press.uno", ("u",), "press", ("Tap UNO", "按 UNO"), ("For the chosen seat.", "替选中的座位。"),
            lambda app, key: seats.press(app, "uno"), _seated),
    Command("press.cut", ("c",), "press", ("Tap CUT", "按 CUT"), ("For the chosen seat.", "替选中的座位。"),
            lambda app, key: seats.press(app, "cut"), _seated),
    Command("press.done", ("d",), "press", ("Tap DONE", "按 DONE"), ("For the chosen seat.", "替选中的座位。"),
            lambda app, key: seats.press(app, "done"), _seated),
    Command("hold.uno", ("U",), "press", ("Hold UNO", "长按 UNO"),
            ("Stop: a ruling is wanted. Again: go on.", "叫停，请裁判。再按一次继续。"),
            lambda app, key: seats.press(app, "uno", hold=True), _seated),
    Command("hold.cut", ("C",), "press", ("Hold CUT", "长按 CUT"), ("Challenges a +4.", "质疑 +4。"),
            lambda app, key: seats.press(app, "cut", hold=True), _seated),
    Command("hold.done", ("D",), "press", ("Hold DONE", "长按 DONE"),
            ("Drew a card, or takes them.", "起了牌，或起累计的牌。"),
            lambda app, key: seats.press(app, "done", hold=True), _seated),
    Command("clear", ("escape",), "press", ("Back", "返回"),
            ("Clears what was typed, then gives up the chosen seat.", "先清除输入，再取消选中的座位。"),
            lambda app, key: seats.clear(app), palette=False),
    # referee
    Command("answer", ("1", "2", "3", "4", "0"), "referee", ("What the race was", "这次抢按是"),
            ("1 caught, 2 safe, 3 false call, 4 cut, 0 nothing.", "1 抓到，2 安全，3 误喊，4 抢牌，0 无事。"),
            verdicts.answer, _needs("answer")),
    Command("guess", ("1", "2", "3", "4"), "referee", ("What that DONE was", "那次 DONE 是"),
            ("After a DONE out of turn: a skip, a reverse, somebody forgot DONE, or a wrong press; * is gone on with. "
             "Later presses decide too, and no fine rests on it.",
             "有人不在轮次按了 DONE：跳过、反转、有人忘按，还是按错；带 * 的是目前的读法。"
             "之后的按键也能定下来，定之前不罚牌。"),
            verdicts.guess, lambda app: app.view is not None and proposes(app.view)),
    Command("challenge.guilty", ("v",), "referee", ("Challenge: not allowed", "质疑成立"),
            ("The hand showed that the +4 could not be laid.", "亮牌证明 +4 不该出。"),
            lambda app, key: verdicts.challenge(app, "guilty"), _needs("challenge"), bar=5),
    Command("challenge.innocent", ("i",), "referee", ("Challenge: was allowed", "质疑不成立"),
            ("The hand showed that the +4 was right.", "亮牌证明 +4 出得对。"),
            lambda app, key: verdicts.challenge(app, "innocent"), _needs("challenge"), bar=5),
    Command("deny", ("x",), "referee", ("Not identical", "不是同一张"),
            ("The table denies the cut that stands or was just won.", "大家否认当前或刚才的抢牌。"),
            lambda app, key: app.send({"do": "deny"}), verdicts.can_deny, bar=10),
    Command("sum_win", (), "referee", ("Whole hand sums to the card", "手牌之和相等获胜"),
            ("The claim by the sum of a whole hand is right: that seat wins.",
             "全部手牌之和等于刚出的牌：该座位获胜。"),
            verdicts.sum_win, _live),
    Command("accept", ("a",), "referee", ("Let the late press count", "承认迟到的按键"),
            ("A press that came too late to count by itself.", "按键晚到，需要承认才算数。"),
            lambda app, key: app.send({"do": "accept"}),
            lambda app: app.view is not None and bool(app.view.held), bar=6),
    Command("fault", ("f",), "referee", ("Wrong play", "出错牌"),
            ("Takes a seat's card back, with the fine the rules set.", "收回某座位的牌，并按规则罚牌。"),
            lambda app, key: verdicts.fault(app, "wrong_play"),
            lambda app: app.view is not None and takes_cards(app.view), bar=70),
    Command("fault.other", ("F",), "referee", ("Other fault", "其他犯规"),
            ("Another card than the drawn one, an uncalled pair, advice, had to play.",
             "出了别的牌、未喊对子、支招、有牌不出。"),
            lambda app, key: verdicts.fault(app, ""), _live),
    Command("penalty", ("e",), "referee", ("Extra cards", "罚牌"),
            ("Any other penalty: who, how many, why.", "其他罚牌：谁、几张、为什么。"), verdicts.penalty, _live),
    Command("noise", (), "referee", ("Broke the silence", "打破安静"),
            ("Somebody spoke while silence was on.", "安静期间有人出声。"), verdicts.noise,
            lambda app: app.view is not None and app.view.table.silent),
    Command("overrule", ("o",), "referee", ("Overrule", "改判"),
            ("Takes a ruling out of the match, with the reason.", "撤销一条裁决，并写明理由。"), verdicts.overrule,
            lambda app: app.view is not None and bool(app.view.table.rulings)),
    Command("photo", ("P",), "referee", ("Photo finish", "终点照片"),
            ("Who pressed when, with bounds: arrows zoom and move, e l earlier and later, f all, o overrules, "
             "s saves a picture. Opens by itself on a tie or a held UNO.",
             "谁先按、误差多少：方向键缩放移动，e l 前后，f 全部，o 改判，s 存图。"
             "分不出先后或长按 UNO 时自动打开。"),
            photos.show, lambda app: app.view is not None and bool(app.view.photos), bar=65, watching=True),
    Command("set", ("S",), "referee", ("Set a count or the turn", "改张数或轮次"),
            ("The scorekeeper's word: hand count, turn, direction, colour, pending.",
             "记分员说了算：张数、轮次、方向、颜色、累计。"),
            verdicts.correct, lambda app: app.view is not None and app.view.table.phase not in ("over", "between")),
    Command("swap", ("enter",), "referee", ("Swap hands: with whom", "换手牌：和谁"),
            ("After a 7, where the rules have it.", "规则允许时，出 7 之后。"), verdicts.swap, _needs("swap"), bar=5),
    Command("swap.any", (), "referee", ("Hands change", "换手牌"),
            ("A decision of the table: who with whom.", "大家决定：谁和谁换。"), verdicts.swap_any, _live),
    Command("menu.look", ("1",), "referee", ("Wild: look at a hand", "万能：看牌"),
            ("The layer looks at somebody's hand.", "出牌者看别人的手牌。"),
            lambda app, key: verdicts.menu(app, "look"), _needs("menu")),
    Command("menu.swap", ("2",), "referee", ("Wild: swap cards", "万能：换牌"),
            ("The layer swaps three cards with somebody.", "出牌者与别人换三张。"),
            lambda app, key: verdicts.menu(app, "swap"), _needs("menu")),
    # round
    Command("undo", ("z",), "round", ("Undo", "撤销"),
            ("Takes back the latest line; the line beside it says which.", "撤销最近一行，旁边写着是哪一行。"),
            rounds.undo, lambda app: app.view is not None and app.view.last is not None, bar=20),
    Command("next", ("n",), "round", ("Next round", "下一局"), ("Starts the next round.", "开始下一局。"),
            rounds.next_round, _phase("between"), bar=1),
    Command("track", ("N",), "round", ("What is kept track of", "记录方式"),
            ("Turns and counts by DONE, each card typed, or only who was first: from the next round on, or this one"
             " before its first card.",
             "按 DONE 记轮次和张数、逐张登记，或只记谁先按：从下一局起；本局还没翻首牌时从本局起。"),
            rounds.tracked, _phase("between", "first"), bar=75),
    Command("score", ("enter",), "round", ("Type the hands", "登记手牌"),
            ("What each seat still holds at the round's end.", "一局结束后各家剩下的牌。"),
            screens.scoring, _phase("scoring"), bar=2),
    Command("pause", ("p",), "round", ("Pause", "暂停"),
            ("All clocks stand still; again: go on.", "所有计时停止；再按继续。"),
            rounds.pause, lambda app: app.view is not None and app.view.table.phase != "over", bar=40),
    Command("out", ("h",), "round", ("Has no cards left", "手里没牌了"),
            ("Ends the round for a seat that laid its last card.", "某座位出完最后一张，结束本局。"),
            rounds.out, _live),
    Command("end", ("E",), "round", ("End the round", "结束本局"),
            ("Nobody wins it: stalemate or void.", "无人获胜：僵局或作废。"), rounds.end, _live),
    Command("take_over", (), "round", ("Stop the players", "停止自动玩家"),
            ("In a demo that plays by itself: the table is yours from here.", "自动演示中：从这里起由你来打。"),
            rounds.take_over, lambda app: app.auto is not None),
    Command("leave", (), "round", ("Somebody leaves", "有人离桌"),
            ("Their cards go under the pile.", "手牌放到牌堆底。"), rounds.leave),
    Command("join", (), "round", ("Somebody joins", "有人加入"),
            ("Between rounds only.", "只能在两局之间。"), rounds.join, _phase("between")),
    Command("note", ("t",), "round", ("Note", "备注"),
            ("A comment in the journal.", "在日志里写一条备注。"), rounds.note),
    # screen
    Command("help", ("question_mark",), "screen", ("Help", "帮助"),
            ("All keys, and the marks on the table.", "所有按键和桌面记号。"),
            screens.keys, bar=22, anywhere=True, watching=True),
    Command("palette", ("ctrl+p",), "screen", ("All commands", "所有命令"),
            ("Find a command by its words.", "按文字查找命令。"),
            lambda app, key: app.action_command_palette(), bar=24, anywhere=True, palette=False, watching=True),
    Command("boards", ("B",), "screen", ("Boards", "按钮板"),
            ("Health of every board: clock, link, firmware.", "每块板的状况：时钟、连接、固件。"),
            screens.boards, watching=True),
    Command("plug", (), "screen", ("Pull or plug in a board", "拔插按钮板"),
            ("In the demo: the chosen seat's board loses its cable, or gets it back.",
             "演示中：拔掉选中座位的板，或重新插上。"),
            seats.plug, lambda app: app.desk is not None and app.chosen is not None),
    Command("web", ("W",), "screen", ("Web address", "网页地址"),
            ("Where browsers see this table (with --web).", "浏览器在哪里看这张牌桌（用了 --web 时）。"),
            lambda app, key: app.tell(app.served.said) if app.served is not None else None,
            lambda app: app.served is not None and bool(app.served.said)),
    Command("reseat", (), "screen", ("Seat the boards anew", "重新入座"),
            ("Everybody gets up; the order of UNO presses seats the boards.", "全部离座，按 UNO 的先后重新入座。"),
            seats.reseat),
    Command("history", ("H",), "screen", ("History", "历史"),
            ("Past matches, replays and every player's record; this match goes on meanwhile.",
             "以往的对局、回放和每个人的战绩；本局照常进行。"),
            screens.history, lambda app: app.keeps),
    Command("forfeit", ("V",), "round", ("Forfeit", "真心话大冒险"),
            ("Draws one from the table's list for whoever lost; the list can be changed there.",
             "给输家抽一条；名单可以在那里改。"),
            screens.forfeits, lambda app: app.keeps and _phase("between", "over")(app), bar=30),
    Command("glossary", ("G",), "screen", ("Glossary", "词汇表"),
            ("The words of a Chinese table and their English.", "中英文牌桌用语对照。"),
            screens.glossary, watching=True),
    Command("sounds", ("M",), "screen", ("Sounds", "声音"),
            ("Off, on the boards or on the laptop; how loud; quiet evenings.", "关闭、按钮板或电脑；音量；安静模式。"),
            sounds.panel, lambda app: app.keeps),
    Command("keyboard", ("K",), "press", ("Keyboard seats", "键盘座位"),
            ("Any keys of a USB keyboard or an arcade encoder as seat buttons, exact to 30 ms: on, off, or learn them. "
             "A held key is a held button. While they are on, those keys type nothing else.",
             "用 USB 键盘或街机编码板的任意按键当座位按钮，误差 30 毫秒：开、关，或重新学习。按住就是长按。"
             "开着的时候，这些键不再打字。"),
            keyboards.panel, lambda app: app.keeps),
    Command("language", ("L",), "screen", ("中文", "English"),
            ("Switches between English and Chinese.", "在中文和英文之间切换。"),
            lambda app, key: app.switch_language(), bar=80, anywhere=True, watching=True),
    Command("theme", ("T",), "screen", ("Theme", "主题"), ("Dark, light, high contrast.", "深色、浅色、高对比。"),
            lambda app, key: app.next_theme(), anywhere=True, watching=True),
    Command("leave_match", ("q",), "screen", ("Leave", "离开"),
            ("Leaves the match, which is on disk and can be gone on with: back to the home screen, and out of a demo.",
             "离开对局；对局已存盘，可以继续。回到主屏幕；演示则直接结束。"),
            lambda app, key: app.leave(), bar=99, anywhere=True, watching=True),
    Command("quit", ("ctrl+q",), "screen", ("Quit", "退出"),
            ("Ends everything at once.", "立即全部退出。"),
            lambda app, key: app.exit("quit"), anywhere=True, watching=True),
)  # fmt: skip

BY_ID: dict[str, Command] = {command.id: command for command in COMMANDS}

# What is typed, for the help screen and the docs; these keys are no commands.
TYPED: tuple[tuple[str, tuple[str, str]], ...] = (
    ("r5 gs br y+", ("colour r y g b, then 0-9 s skip r reverse + draw two",
                     "颜色 r y g b，再按 0-9 s 跳过 r 反转 + 加二")),
    ("w w+ wg w+b", ("wild, draw four; with its colour, or Enter", "万能、加四；后接颜色，或按 Enter")),
    ("2r5", ("two at once", "同时出两张")),
    (".s g. ..", (". for what was not told", ". 表示没说")),
    ("Backspace", ("takes a key back", "退一格")),
)  # fmt: skip


Bound = list[Binding | tuple[str, str] | tuple[str, str, str]]  # as textual's classes have it


def bindings(anywhere: bool) -> Bound:
    """The bindings of the app (`anywhere`) or of the table screen."""
    return [
        Binding(key, f"app.command('{command.id}', '{key}')", command.title[0], id=f"{command.id}.{key}", show=False)
        for command in COMMANDS
        if command.anywhere == anywhere
        for key in command.keys
    ]


def shown(app: Unotable) -> tuple[tuple[str, str, str], ...]:
    """The key bar: what makes sense now, the most wanted first; with a seat chosen, its buttons."""
    if app.chosen is not None and app.view is not None:
        return _buttons(app.chosen, fit(app.view.table.seat(app.chosen).name, SHORT).rstrip())
    ranked = sorted((command for command in COMMANDS if command.bar and command.fits(app)), key=lambda it: it.bar)
    return tuple((it.id, it.written.partition(" ")[0], it.named(app.lang)) for it in ranked)


def _buttons(seat: int, name: str) -> tuple[tuple[str, str, str], ...]:
    held = [(f"hold.{button}", button[0].upper(), tr("hold {button}", button=button.upper())) for button in BUTTONS]
    tapped = [(f"press.{button}", button[0], button.upper()) for button in BUTTONS]
    return (("", f"F{seat}", name), *tapped, *held, ("clear", "Esc", tr("back")))


def key_table(lang: Lang) -> str:
    """The docs' key table, in Markdown."""
    chinese = lang == "zh"
    rows = [("键", "作用", "说明") if chinese else ("keys", "what", "more")]
    out = [f"| {' | '.join(rows[0])} |", "|---|---|---|"]
    for typed, told in TYPED:
        out.append(f"| `{typed}` | {GROUPS['cards'][chinese]} | {told[chinese]} |")
    for group in GROUPS:
        for command in COMMANDS:
            if command.group == group:
                keys = f"`{command.written}`" if command.keys else "Ctrl+P"
                out.append(f"| {keys} | {command.named(lang)} | {command.helped(lang)} |")
    return "\n".join(out) + "\n"
