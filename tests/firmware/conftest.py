"""Hypothesis for machines that are busy: no example fails for being slow."""

from hypothesis import settings

settings.register_profile("firmware", deadline=None)
settings.load_profile("firmware")
