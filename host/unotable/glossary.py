"""The words of a Chinese UNO table and their English, as the rule sets' sources use them."""

from __future__ import annotations

from dataclasses import dataclass

from unotable.locale import mark


@dataclass(frozen=True, slots=True)
class Term:
    """`about` is one sentence, translated where it is shown."""

    chinese: str
    pinyin: str
    english: str
    about: str


TERMS: tuple[Term, ...] = (
    Term("上家", "shangjia", "the player before you",
         mark("Whose turn was just before yours, in the way play runs now.")),
    Term("下家", "xiajia", "the player after you", mark("Whose turn comes next; a reverse makes them your 上家.")),
    Term("庄家", "zhuangjia", "dealer", mark("Shuffles, deals and flips the first card.")),
    Term("首牌", "shoupai", "first card",
         mark("The card that is flipped from the pile when a round begins; also 引牌.")),
    Term("起牌", "qipai", "to draw", mark("Takes a card from the pile; also 摸牌 and 抓牌. Here: hold DONE.")),
    Term("罚牌", "fapai", "penalty cards",
         mark("Cards drawn as a fine, or because of a +2 or +4; also 罚摸, 被罚起.")),
    Term("功能牌", "gongnengpai", "action card",
         mark("Skip, reverse, +2, wild and +4: every card that is no number.")),
    Term("跳过", "tiaoguo", "skip", mark("The next player loses the turn; also 禁止 and 阻挡.")),
    Term("转向", "zhuanxiang", "reverse", mark("Play runs the other way; also 反转 and 倒转.")),
    Term("加二", "jia'er", "draw two", mark("The next player takes two cards; written +2 or 罚二.")),
    Term("万能牌", "wannengpai", "wild", mark("Black; whoever lays it names the colour that goes on. Also 变色.")),
    Term("王牌", "wangpai", "wild draw four",
         mark("Black +4, also 罚四: names a colour, and the next player takes four.")),
    Term("质疑", "zhiyi", "challenge", mark("Doubts that a +4 was allowed: hold CUT, then the hand is looked at.")),
    Term("累加", "leijia", "stacking",
         mark("Answers a +2 or +4 with another: the cards add up for the next. Also 叠加.")),
    Term("转移", "zhuanyi", "deflecting", mark("Sends cards to take on to somebody else, by a skip or a reverse.")),
    Term("抢牌", "qiangpai", "to cut in", mark("Lays the identical card out of turn: press CUT first. Also 抢出.")),
    Term("碰牌", "pengpai", "to cut in",
         mark("The same as 抢牌, a word from mahjong; in some places only for a pair.")),
    Term("一对", "yidui", "pair", mark("Two identical cards laid at once.")),
    Term("喊UNO", "han UNO", "to call UNO", mark("Says that one card is left: press UNO.")),
    Term("抓", "zhua", "to catch", mark("Presses UNO first because somebody forgot the call; also 捉.")),
    Term("喊错", "hancuo", "false call", mark("Calls UNO where there is nothing to call.")),
    Term("出错牌", "chu cuopai", "wrong play",
         mark("A card that did not fit: it goes back, with the fine of the rules.")),
    Term("支招", "zhizhao", "advice", mark("Tells another player what to do.")),
    Term("牌堆", "paidui", "draw pile", mark("The cards that are drawn from; 弃牌堆 is the one that is laid on.")),
    Term("计分", "jifen", "scoring", mark("What hands are worth at a round's end.")),
    Term("筹码", "chouma", "chips", mark("A ledger: each hand is paid to the winner, nobody wins the match.")),
    Term("真心话大冒险", "zhenxinhua da maoxian", "truth or dare", mark("A forfeit for whoever loses.")),
)  # fmt: skip
