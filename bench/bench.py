"""Allot beside its rivals, all started here on loopback, in one run. See --help.

Exit status: 0 when everything that was counted is true, however fast it was; 1 when not.
"""

import argparse
import dataclasses
import datetime
import os
import signal
import sys
import time
import traceback

from lib import host, table
from lib.process import BenchError
from lib.rows import BIG, ROWS
from lib.sizes import QUICK, Sizes
from lib.workplace import Workplace

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def options(words):
    about = "Allot against Redis and PostgreSQL, side by side."
    parser = argparse.ArgumentParser(prog="./dev bench", description=about)
    parser.add_argument("--quick", action="store_true", help="tiny counts: proves that it works, measures nothing")
    parser.add_argument("--only", action="append", choices=list(ROWS), metavar="ROW", help=f"of: {', '.join(ROWS)}")
    parser.add_argument("--rounds", type=int, help="pairs of runs per row (3)")
    parser.add_argument("--no-big", action="store_true", help=f"without {', '.join(BIG)}")
    parser.add_argument("--big-scale", type=float, default=1.0, metavar="X", help="those rows with X times the claims")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"), help="folder of the programs")
    parser.add_argument("--results", help="folder for the results (bench/results; with --quick: none)")
    chosen = parser.parse_args(words)
    if chosen.rounds is not None and chosen.rounds < 1:
        parser.error("--rounds: at least 1")
    if not 0 < chosen.big_scale <= 10:
        parser.error("--big-scale: above 0, at most 10")
    return chosen


def sizes_of(chosen):
    sizes = QUICK if chosen.quick else Sizes()
    if chosen.rounds is not None:
        sizes = dataclasses.replace(sizes, rounds=chosen.rounds)
    return sizes.with_big_scaled(chosen.big_scale)


def keys_of(chosen):
    return [key for key in ROWS if (not chosen.only or key in chosen.only) and not (chosen.no_big and key in BIG)]


def measure(place, sizes, keys):
    """(rows, failures by key). A failed row does not keep the others from being measured."""
    rows, failures = [], {}
    for key in keys:
        start = time.monotonic()
        try:
            rows += ROWS[key](place, sizes)
            print(f"{key}: {time.monotonic() - start:.0f} s", file=sys.stderr)
        except Exception as error:  # whatever went wrong, the row failed and the others are worth having
            if not isinstance(error, BenchError):
                traceback.print_exc()
            failures[key] = str(error) or type(error).__name__
            print(f"{key} FAILED: {error}", file=sys.stderr)
    return rows, failures


def report(chosen, rows, facts, failures):
    print(table.aligned(rows))
    if chosen.quick:
        print("\n--quick: only what was counted has been checked; the speeds mean nothing.")
    folder = chosen.results or (None if chosen.quick else os.path.join(HERE, "results"))
    if folder:
        print(f"\nresults: {table.save(folder, datetime.date.today().isoformat(), rows, facts, failures)}.md")
    for key, why in failures.items():
        print(f"FAILED {key}: {why}")


def main(words):
    chosen = options(words)
    # A plain SIGTERM would end this process without its servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    facts = host.facts(ROOT, chosen.build)
    try:
        with Workplace(chosen.build) as place:
            rows, failures = measure(place, sizes_of(chosen), keys_of(chosen))
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    report(chosen, rows, facts, failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
