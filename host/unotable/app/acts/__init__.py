"""What commands do. Everything that changes the table is a journal line sent to the referee; here it is put together.

A coroutine asks people first, in a panel that leaves the table visible and alive; `None` from a question means Esc,
and then nothing is sent.
"""
