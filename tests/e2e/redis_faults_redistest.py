"""Needs redis-server. Two processes on one Redis and one ledger, under load, while Redis forgets, dies, stalls or loses
keys: no unit is sold twice, every acknowledged claim is in the ledger once, nothing is stuck at the end."""

import os
import random
import shutil
import subprocess
import signal
import tempfile
import threading
import time
import unittest

from allot import BINARY, Resp, RespError, Server
from redis_server import Redis

SEED = int(os.environ.get("ALLOT_SEED", random.randrange(1 << 30)))
WORKERS = 6
SECONDS = float(os.environ.get("ALLOT_REDIS_SECONDS", "4"))


class Buyer(threading.Thread):
    """Claims with ids of its own; asks again by the same id until it knows."""

    def __init__(self, servers, name, seed, stop):
        super().__init__(daemon=True)
        self.servers, self.name, self.stop = servers, name, stop
        self.random = random.Random(seed)
        self.accepted, self.released, self.failure = {}, set(), None
        self.refused = 0
        self.connection = None

    def ask(self, *words):
        end = time.time() + 40
        while time.time() < end:
            try:
                if self.connection is None:
                    self.connection = Resp(self.random.choice(self.servers).resp_port)
                reply = self.connection.call(*words)
            except (OSError, ConnectionError, ValueError):
                self.connection = None
                time.sleep(0.05)
                continue
            if not isinstance(reply, RespError):
                return reply
            if not str(reply).startswith(("UNAVAILABLE", "OVERLOADED")):
                raise AssertionError(f"{words}: {reply}")
            time.sleep(0.02)
        raise AssertionError(f"{words}: no answer for 40 s")

    def run(self):
        try:
            number = 0
            while not self.stop.is_set():
                number += 1
                self.turn(number)
        except Exception as error:  # pylint: disable=broad-except
            self.failure = error
        finally:
            if self.connection:
                self.connection.close()

    def turn(self, number):
        claim, user = f"{self.name}-{number}", f"u{self.name}-{number}"
        reply = self.ask("CLAIM", "s", user, claim, "p", 1)
        if reply[0] == "accepted":
            self.accepted[claim] = user
        elif reply[0] == "sold_out":
            self.refused += 1
            time.sleep(0.01)
        else:
            raise AssertionError(f"{claim}: {reply}")
        if self.accepted and self.random.random() < 0.3:
            victim = self.random.choice(list(self.accepted))
            reply = self.ask("RELEASE", "s", victim, "CONFIRMED")
            if reply[0] != "ok":
                raise AssertionError(f"release {victim}: {reply}")
            self.released.add(victim)
            del self.accepted[victim]


class RedisFaults(unittest.TestCase):
    stock = 3000

    def setUp(self):
        print(f"seed {SEED}", flush=True)
        self.redis = Redis()
        self.addCleanup(self.redis.remove)
        self.folder = tempfile.mkdtemp(prefix="allot-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.ledger = f"sqlite:{self.folder}/ledger.db"
        self.servers = [self.serve("a"), self.serve("b")]
        self.http = self.servers[0].http()
        self.addCleanup(self.http.close)
        status, body = self.http.put("/v1/sales/s", {"pools": {"p": self.stock}, "claims_per_user": 1})
        self.assertEqual((status, body["verdict"]), (201, "created"))

    def serve(self, name):
        data = os.path.join(self.folder, name)
        os.makedirs(data, exist_ok=True)
        server = Server(data, "--engine", "redis", "--redis", f"redis://127.0.0.1:{self.redis.port}", "--prefix", "t:",
                        "--ledger", self.ledger)
        self.addCleanup(self.end, server)
        return server

    @staticmethod
    def end(server):
        if server.process.poll() is None:
            server.stop()

    def run_with(self, fault, times=3):
        stop = threading.Event()
        rng = random.Random(SEED)
        buyers = [Buyer(self.servers, f"w{i}", rng.random(), stop) for i in range(WORKERS)]
        for buyer in buyers:
            buyer.start()
        for _ in range(times):
            time.sleep(SECONDS / times * rng.uniform(0.5, 1))
            fault()
        time.sleep(0.5)
        stop.set()
        for buyer in buyers:
            buyer.join(90)
            self.assertFalse(buyer.is_alive())
            self.assertIsNone(buyer.failure)
        self.check(buyers)

    def check(self, buyers):
        accepted, released = {}, set()
        for buyer in buyers:
            accepted.update(buyer.accepted)
            released |= buyer.released
        self.assertGreater(len(accepted), 50)
        http = self.servers[-1].http()
        self.addCleanup(http.close)
        for claim, user in accepted.items():
            status, body = http.get(f"/v1/sales/s/claims/{claim}")
            self.assertEqual((status, body.get("state"), body.get("user")), (200, "confirmed", user), claim)
        for claim in random.Random(SEED).sample(sorted(released), min(50, len(released))):
            self.assertEqual(http.get(f"/v1/sales/s/claims/{claim}")[1]["state"], "released")
        pool = http.get("/v1/sales/s")[1]["pools"]["p"]
        self.assertEqual(pool["confirmed"], len(accepted))
        self.assertEqual(pool["left"], self.stock - len(accepted))
        self.assertEqual(http.get("/v1/audit")[1]["findings"], [])
        self.assert_hot_agrees(pool["left"])

    def assert_hot_agrees(self, left):
        """Nothing is stuck: within seconds both processes see hot what the ledger has."""
        for server in self.servers:
            client = server.resp()
            end = time.time() + 20
            while True:
                reply = client.call("STOCK", "s", "p")
                if reply == ["p", left]:
                    break
                self.assertLess(time.time(), end, f"hot {reply}, ledger {left}")
                time.sleep(0.1)
            client.close()

    def test_without_any(self):
        self.run_with(lambda: None)

    def test_scripts_forgotten(self):
        self.run_with(lambda: self.redis.call("SCRIPT", "FLUSH"), times=8)

    def test_everything_forgotten(self):
        self.run_with(lambda: self.redis.call("FLUSHALL"))

    def test_one_key_lost(self):
        rng = random.Random(SEED)

        def lose():
            keys = self.redis.call("KEYS", "*")
            if keys:
                self.redis.call("DEL", rng.choice(sorted(keys)))

        self.run_with(lose, times=6)

    def test_killed_and_restarted_from_an_older_file(self):
        def crash():
            self.redis.kill()
            for folder, _, files in os.walk(self.redis.folder):
                for name in files:
                    if name.endswith(".incr.aof"):
                        path = os.path.join(folder, name)
                        os.truncate(path, int(os.path.getsize(path) * 0.7))
            self.redis.start()

        self.run_with(crash, times=2)

    def test_stalled_for_a_while(self):
        def stall():
            self.redis.process.send_signal(signal.SIGSTOP)
            time.sleep(5)
            self.redis.process.send_signal(signal.SIGCONT)

        self.run_with(stall, times=1)

    def test_a_process_killed_between_script_and_commit(self):
        def kill():
            self.servers[0].kill()
            self.servers[0] = self.serve("a")

        self.run_with(kill, times=2)

    def test_full(self):
        def fill():
            self.redis.call("CONFIG", "SET", "maxmemory", "1")
            time.sleep(0.3)
            self.redis.call("CONFIG", "SET", "maxmemory", "0")

        self.run_with(fill)

    def test_refuses_a_server_that_evicts(self):
        self.redis.call("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
        command = [BINARY, "serve", "--data", self.folder, "--http", "127.0.0.1:0", "--resp", "127.0.0.1:0", "--engine",
                   "redis", "--redis", f"redis://127.0.0.1:{self.redis.port}", "--ledger", self.ledger]
        refused = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("noeviction", refused.stderr)


if __name__ == "__main__":
    unittest.main()
