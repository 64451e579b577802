"""From the board's start to its prompt: one seat after the other, a new one whenever the last broke.

Who may call what: main.py, once.
"""

from unoseat.seat import Seat


def live(board):
    """Runs seats on `board` until one is told to end. A board that cannot `recover` lets exceptions through."""
    while board.running():
        try:
            seat = Seat(board)
            seat.run()
            break
        except Exception as error:
            if not hasattr(board, "recover"):
                raise
            seat = None  # its memory goes before the next one's is taken
            board.recover(error)
    if hasattr(board, "close"):
        board.close()
