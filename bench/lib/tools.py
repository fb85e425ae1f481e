"""The load generators, and what they print."""

import csv
import json
import re

from lib.process import BenchError, run

RANDOM_KEYS = 2**31 - 1  # redis-benchmark draws 31 bits; a larger -r does not make more of them
RUN_SECONDS = 900


def whole_pipelines(requests, pipeline):
    """redis-benchmark sends whole pipelines: another number would be exceeded unseen."""
    return max(1, round(requests / pipeline)) * pipeline


def redis_benchmark(port, clients, pipeline, requests, words):
    """Requests per second. `requests` has to be a multiple of `pipeline`."""
    assert requests % pipeline == 0
    out = run(
        ["redis-benchmark", "-h", "127.0.0.1", "-p", port, "-c", clients, "-P", pipeline, "-n", requests,
         "-r", RANDOM_KEYS, "--csv", *words],
        RUN_SECONDS,
    )
    return parse_redis_benchmark(out)


def parse_redis_benchmark(text):
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.reader(lines))
    if len(rows) != 2 or rows[0][1] != "rps":
        raise BenchError(f"redis-benchmark printed something else: {text!r}")
    return float(rows[1][1])


def wrk(port, clients, seconds, script, *args):
    """What claims.lua prints: requests, seconds, status_errors, socket_errors, p50_us, p99_us."""
    out = run(
        ["wrk", "-c", clients, "-t", 1, "-d", f"{seconds}s", "-s", script, f"http://127.0.0.1:{port}", "--", *args],
        seconds + 60,
    )
    return parse_wrk(out)


def parse_wrk(text):
    lines = text.strip().splitlines()
    if not lines or not lines[-1].startswith("{"):
        raise BenchError(f"wrk printed something else: {text!r}")
    return json.loads(lines[-1])


def pgbench(port, clients, transactions, script, sale):
    """(transactions done, per second), prepared, `transactions` in all."""
    out = run(
        ["pgbench", "-h", "127.0.0.1", "-p", port, "-U", "postgres", "-n", "-M", "prepared", "-c", clients, "-j", 2,
         "-t", max(1, transactions // clients), "-D", f"sale={sale}", "-f", script, "bench"],
        RUN_SECONDS,
    )
    return parse_pgbench(out)


def parse_pgbench(text):
    done = re.search(r"^number of transactions actually processed: (\d+)/", text, re.MULTILINE)
    rate = re.search(r"^tps = ([\d.]+) ", text, re.MULTILINE)
    failed = re.search(r"^number of failed transactions: (\d+) ", text, re.MULTILINE)
    if not done or not rate or (failed and failed[1] != "0"):
        raise BenchError(f"pgbench failed or printed something else: {text!r}")
    return int(done[1]), float(rate[1])
