"""Waiting for a server that says nothing when it is ready."""

import time

from lib.process import BenchError


def until(ready, seconds, name):
    """Calls `ready` until it is true. BenchError with the last error after `seconds`."""
    end = time.monotonic() + seconds
    error = "no answer"
    while time.monotonic() < end:
        try:
            if ready():
                return
        except BenchError as caught:
            error = caught
        time.sleep(0.05)
    raise BenchError(f"{name} was not ready after {seconds} s: {error}")
