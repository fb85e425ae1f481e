"""The row over HTTP."""

import os

from lib.allot_server import difference
from lib.checks import check_sold_out
from lib.compare import Measure, Row, alternate
from lib.process import BenchError
from lib.rows_redis import CLIENTS, NOTHING
from lib.tools import wrk

SCRIPT = os.path.join(os.path.dirname(__file__), "..", "scripts", "claims.lua")


def post_claims(port, sizes, sale):
    report = wrk(port, CLIENTS, sizes.http_seconds, SCRIPT, sale)
    if report["socket_errors"] or report["status_errors"] != report["requests"]:
        raise BenchError(f"over HTTP every answer should have been a whole 409: {report}")
    return Measure(report["requests"] / report["seconds"], 0, 1.0)


def sold_out_over_http(allot, sizes, sale):
    before = allot.counters()[0]
    measure = post_claims(allot.http_port, sizes, sale)
    verdicts = difference(allot.counters()[0], before)
    # wrk stops with requests under way, so the server has decided a few more than wrk has counted.
    check_sold_out(sum(verdicts.values()), verdicts)
    return measure


def http_sold_out(place, sizes):
    work = "sold out over HTTP, 50 keep-alive connections"
    row = Row("http", work, "null service (bare Boost.Beast)", "/s", 0.8, True, NOTHING)
    with place.servers():
        allot, null_port = place.allot(), place.null_service()
        sale = allot.new_sale(0)
        alternate(
            row,
            sizes.rounds,
            lambda: sold_out_over_http(allot, sizes, sale),
            lambda: post_claims(null_port, sizes, sale),
        )
    return [row]
