"""Redis: one script call per purchase, and the same guarded by a lock."""

import json
import os

from lib import tools
from lib.checks import check_redis
from lib.compare import Measure
from lib.process import BenchError, Child, free_port, run
from lib.retry import until

PLENTY = 10**12
SCRIPTS = os.path.join(os.path.dirname(__file__), "..", "scripts")
LOCK_SLEEP_US = 1000
START_SECONDS = 30


class Redis:
    """A fresh Redis with an append-only file. No snapshots and no rewriting: both would only slow it down."""

    def __init__(self, folder, appendfsync):
        self.folder = folder
        self.appendfsync = appendfsync
        self.port = 0
        self.child = None
        self.sha = ""
        self.sales = 0

    def start(self):
        self.port = free_port()
        self.child = Child(
            ["redis-server", "--port", self.port, "--bind", "127.0.0.1", "--dir", self.folder, "--save", "",
             "--appendonly", "yes", "--appendfsync", self.appendfsync, "--auto-aof-rewrite-percentage", 0],
            os.path.join(self.folder, "redis.log"),
        )
        self.child.drain()
        until(lambda: self.cli("PING") == "PONG", START_SECONDS, "Redis")
        with open(os.path.join(SCRIPTS, "claim.lua"), encoding="utf-8") as script:
            self.sha = self.cli("SCRIPT", "LOAD", script.read())
        return self

    def stop(self):
        if self.child:
            self.child.stop()

    def cli(self, *words):
        return run(["redis-cli", "-h", "127.0.0.1", "-p", self.port, "--raw", *words], 60).strip()

    def new_sale(self, stock=PLENTY):
        self.sales += 1
        key = f"sale{self.sales}"
        self.cli("SET", f"{key}:stock", stock)
        return key

    def load(self, key, clients, pipeline, requests, claim_id):
        keys = [f"{key}:stock", f"{key}:buyers", f"{key}:orders"]
        words = ["EVALSHA", self.sha, "3", *keys, "u__rand_int__", "1", claim_id]
        return tools.redis_benchmark(self.port, clients, pipeline, requests, words)

    def claim(self, key, clients, pipeline, requests, claim_id="-"):
        requests = tools.whole_pipelines(requests, pipeline)
        before = self.orders(key)
        rate = self.load(key, clients, pipeline, requests, claim_id)
        accepted = self.checked_orders(key, before + requests) - before
        return Measure(rate * accepted / requests, accepted, 1 - accepted / requests)

    def claim_sold_out(self, key, clients, pipeline, requests):
        requests = tools.whole_pipelines(requests, pipeline)
        rate = self.load(key, clients, pipeline, requests, "-")
        if self.orders(key) != 0 or self.cli("GET", f"{key}:stock") != "0":
            raise BenchError("Redis sold from an empty stock")
        return Measure(rate, 0, 1.0)

    def claim_with_lock(self, client, key, clients, purchases):
        release = os.path.join(SCRIPTS, "release.lua")
        out = run([client, self.port, key, release, clients, purchases, LOCK_SLEEP_US], tools.RUN_SECONDS)
        report = json.loads(out)
        if report["purchases"] != self.checked_orders(key, purchases) or report["lost"]:
            raise BenchError(f"the lock did not hold: {report}")
        return Measure(report["purchases"] / report["seconds"], report["purchases"], report["refused"] / purchases)

    def orders(self, key):
        return int(self.cli("XLEN", f"{key}:orders"))

    def checked_orders(self, key, requests):
        orders = self.orders(key)
        taken = PLENTY - int(self.cli("GET", f"{key}:stock"))
        check_redis(requests, taken, int(self.cli("SCARD", f"{key}:buyers")), orders)
        return orders
