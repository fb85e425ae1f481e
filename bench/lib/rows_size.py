"""Rows about many claims: memory, restart, and whether a claim costs more behind many others."""

import time

from lib.checks import check_audit
from lib.compare import Measure, Row
from lib.process import BenchError
from lib.rows_redis import CLIENTS, OURS, PIPELINE


def memory(place, sizes):
    row = Row("memory", f"resident memory per accepted claim, {sizes.memory:,} claims", "none", " B", 300, False, OURS)
    with place.servers():
        allot = place.allot()
        sale = allot.new_sale()
        before = allot.child.rss_bytes()
        filled = allot.claim(sale, CLIENTS, PIPELINE, sizes.memory)
        grown = allot.child.rss_bytes() - before
        check_audit(allot.audit())
    row.ours.append(Measure(grown / filled.accepted, filled.accepted, filled.refused, filled.batch))
    return [row]


def restart_once(allot, sale, claims):
    allot.stop()
    start = time.monotonic()
    allot.start()
    seconds = time.monotonic() - start
    if allot.confirmed(sale) != claims:
        raise BenchError(f"after a restart {allot.confirmed(sale)} of {claims} claims are there")
    return seconds


def restart(place, sizes):
    work = f"restart with {sizes.restart:,} claims, from exec to ready (files in the page cache)"
    row = Row("restart", work, "none", " s", 5, False, OURS)
    with place.servers():
        allot = place.allot()
        sale = allot.new_sale()
        filled = allot.claim(sale, CLIENTS, PIPELINE, sizes.restart)
        for _ in range(sizes.rounds):
            seconds = restart_once(allot, sale, filled.accepted)
            row.ours.append(Measure(seconds, filled.accepted, filled.refused, filled.batch))
        check_audit(allot.audit())
    return [row]


def claim_cost(allot, sizes, sale):
    """CPU microseconds of the server per accepted claim, over one step."""
    accepted_before = allot.confirmed(sale)
    before = allot.child.cpu_seconds()
    allot.load(sale, CLIENTS, PIPELINE, sizes.growth_step, "-")
    spent = allot.child.cpu_seconds() - before
    return spent * 1e6, allot.confirmed(sale) - accepted_before


def cost_over_steps(allot, sizes, next_sale):
    steps = [claim_cost(allot, sizes, next_sale()) for _ in range(sizes.growth_steps)]
    accepted = sum(claims for _, claims in steps)
    refused = 1 - accepted / (sizes.growth_step * sizes.growth_steps)
    return Measure(sum(cost for cost, _ in steps) / accepted, accepted, refused)


def small_sale(allot, sizes):
    sale = allot.new_sale()
    allot.claim(sale, CLIENTS, PIPELINE, sizes.few)
    return sale


def growth(place, sizes):
    work = f"CPU time of a claim with {sizes.many:,} claims present"
    row = Row("growth", work, f"this server with {sizes.few:,}", " µs", 1.5, False, OURS)
    with place.servers():
        big, small = place.allot(), place.allot()
        sale = big.new_sale()
        filled = big.claim(sale, CLIENTS, PIPELINE, sizes.many)
        for _ in range(sizes.rounds):
            row.theirs.append(cost_over_steps(small, sizes, lambda: small_sale(small, sizes)))
            row.ours.append(cost_over_steps(big, sizes, lambda: sale))
        rows = big.ledger_rows(sale)
        if rows != filled.accepted + sum(measure.accepted for measure in row.ours):
            raise BenchError(f"the ledger has {rows} rows, which is not what was accepted")
        check_audit(big.audit())
        check_audit(small.audit())
    return [row]
