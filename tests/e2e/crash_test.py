"""SIGKILL at random moments under load: no acknowledged claim is lost, none is there twice, no unit leaks."""

import os
import random
import threading
import time
import unittest

from allot import Resp, RespError, ServerTest

ROUNDS = int(os.environ.get("ALLOT_CRASH_ROUNDS", "30"))
SEED = int(os.environ.get("ALLOT_SEED", random.randrange(1 << 30)))
STOCK = 1_000_000
PIPELINE = 16
WORKERS = 4


class Load(threading.Thread):
    """Claims, cancels and confirms over one pipelined connection until the server is gone."""

    def __init__(self, port, seed, prefix):
        super().__init__(daemon=True)
        self.connection = Resp(port)
        self.random = random.Random(seed)
        self.prefix = prefix
        self.accepted = {}  # claim -> user, acknowledged
        self.released = set()  # acknowledged
        self.confirmed = set()
        self.touched = set()  # a release or confirm of it was sent; its answer may be lost
        self.failure = None

    def run(self):
        try:
            for number in range(1_000_000):
                self.turn(number)
        except (ConnectionError, OSError, ValueError, IndexError):
            pass  # the crash
        except Exception as error:  # pylint: disable=broad-except
            self.failure = error

    def turn(self, number):
        sent = []
        for i in range(PIPELINE):
            user = f"{self.prefix}.{number}.{i}"
            claim = "-" if i % 2 else f"c{user}"
            sent.append(("claim", user, Resp.encode("CLAIM", "s", user, claim, "p", 1)))
        if self.accepted and number % 2:
            for claim in self.random.sample(list(self.accepted), min(4, len(self.accepted))):
                if claim in self.touched:
                    continue
                word = self.random.choice(("CONFIRM", "RELEASE"))
                self.touched.add(claim)
                sent.append((word, claim, Resp.encode(word, "s", claim)))
        self.connection.socket.sendall(b"".join(data for _, _, data in sent))
        for kind, name, _ in sent:
            self.take(kind, name, self.connection.read())

    def take(self, kind, name, reply):
        if isinstance(reply, RespError):
            raise AssertionError(f"{kind} {name}: {reply}")
        verdict = reply[0]
        if kind == "claim":
            assert verdict == "accepted", reply
            assert reply[1] not in self.accepted, f"{reply[1]} was given out twice"
            self.accepted[reply[1]] = name
        else:
            assert verdict == "ok", (kind, name, reply)
            (self.released if kind == "RELEASE" else self.confirmed).add(name)


class CrashTest(ServerTest):
    autostart = False

    def test_kill_at_random_moments(self):
        print(f"seed {SEED}; repeat with ALLOT_SEED={SEED} ALLOT_CRASH_ROUNDS={ROUNDS}", flush=True)
        rng = random.Random(SEED)
        self.start()
        self.make_sale("s", STOCK, hold_seconds=3600)
        accepted, released, confirmed, touched = {}, set(), set(), set()
        for number in range(ROUNDS):
            loads = [Load(self.server.resp_port, rng.random(), f"r{number}w{w}") for w in range(WORKERS)]
            for load in loads:
                load.start()
            time.sleep(rng.uniform(0.02, 0.4))
            self.server.kill()
            for load in loads:
                load.join(30)
                self.assertFalse(load.is_alive())
                self.assertIsNone(load.failure)
                load.connection.close()
                self.assertFalse(accepted.keys() & load.accepted.keys(), "an id was given out twice")
                accepted.update(load.accepted)
                released |= load.released
                confirmed |= load.confirmed
                touched |= load.touched
            self.start()
            self.check(rng, accepted, released, confirmed, touched)
        self.check_all(accepted, released, confirmed, touched)
        self.assertGreater(len(accepted), ROUNDS * PIPELINE)
        print(f"{ROUNDS} crashes, {len(accepted)} acknowledged claims", flush=True)

    def check(self, rng, accepted, released, confirmed, touched):
        self.assert_audit()
        sample = rng.sample(sorted(accepted), min(50, len(accepted)))
        for claim in sample:
            self.check_claim(claim, accepted[claim], released, confirmed, touched)

    def check_claim(self, claim, user, released, confirmed, touched):
        status, body = self.h.get(f"/v1/sales/s/claims/{claim}")
        self.assertEqual((status, body["user"]), (200, user))
        if claim in released:
            self.assertEqual(body["state"], "released")
        elif claim in confirmed:
            self.assertEqual(body["state"], "confirmed")
        elif claim not in touched:
            self.assertEqual(body["state"], "held")
        # The same id again is told what happened, and takes nothing.
        verdict = self.r.call("CLAIM", "s", user, claim, "p", 1)
        self.assertEqual(verdict[0], "released" if body["state"] == "released" else "accepted")
        self.assertEqual(verdict[1], claim)

    def check_all(self, accepted, released, confirmed, touched):
        for claim, user in accepted.items():
            self.check_claim(claim, user, released, confirmed, touched)
        audit = self.assert_audit()
        figures = self.figures()
        self.assertGreaterEqual(audit["claims"], len(accepted))
        # Nothing leaks: giving back all that lives gives back the whole stock.
        self.assertGreaterEqual(figures["held"] + figures["confirmed"], len(accepted) - len(touched))
        self.assertEqual(figures["stocked"], STOCK)


if __name__ == "__main__":
    unittest.main()
