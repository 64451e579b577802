"""Whether a board's clock may be trusted.

The rules:
1. fresh: bounds are proved, but the exchanges do not show yet that the rate is within its limit (that takes some ten
   seconds; a rate near the limit may never be told from one beyond it). good: they do. Both are sure.
2. unsure: an assumption is false: the exchanges contradict each other (a clock stepped), or they prove a rate beyond
   the limit. What came before a contradiction is forgotten.
3. After a contradiction the clock is trusted again once exchanges of five seconds fit each other, after a rate beyond
   the limit once the exchanges do not prove that any more.
4. A proof of the rate is not undone by a time in which exchanges are too slow to repeat it; it is when there were
   none for so long that nothing is left of it.
"""

from __future__ import annotations

from typing import Literal

Kept = Literal["fresh", "good", "unsure"]
State = Literal["fresh", "good", "unsure", "lost"]  # lost: for the time being there are no exchanges
# anew: the first exchange of all, or after long; early: nothing is proved, soon after a contradiction; open: nothing
# is proved of the rate
Finding = Literal["anew", "early", "open", "within", "beyond", "broken"]

STEPS: dict[tuple[Kept, Finding], Kept] = {
    ("fresh", "anew"): "fresh",
    ("fresh", "early"): "fresh",
    ("fresh", "open"): "fresh",
    ("fresh", "within"): "good",
    ("fresh", "beyond"): "unsure",
    ("fresh", "broken"): "unsure",
    ("good", "anew"): "fresh",
    ("good", "early"): "good",
    ("good", "open"): "good",
    ("good", "within"): "good",
    ("good", "beyond"): "unsure",
    ("good", "broken"): "unsure",
    ("unsure", "anew"): "unsure",
    ("unsure", "early"): "unsure",
    ("unsure", "open"): "fresh",
    ("unsure", "within"): "good",
    ("unsure", "beyond"): "unsure",
    ("unsure", "broken"): "unsure",
}
