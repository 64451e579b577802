"""Runs the seat on whatever this is: a Pico, or a process of the desk."""

from unoseat.boards import here
from unoseat.life import live

live(here())
