"""Many clients at the same moment: the last units, double clicks, release against confirm against expiry."""

import random
import threading
import time
import unittest

from allot import Resp, RespError, ServerTest

CLIENTS = 64


def together(count, job):
    """Runs job(i) on `count` threads that begin at the same time; returns the results in order."""
    results = [None] * count
    barrier = threading.Barrier(count)

    def run(i):
        barrier.wait()
        results[i] = job(i)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


class RaceTest(ServerTest):
    def connections(self, count=CLIENTS):
        connections = [self.server.resp() for _ in range(count)]
        for connection in connections:
            self.addCleanup(connection.close)
        return connections

    def test_last_units(self):
        connections = self.connections()
        for turn in range(20):
            stock = turn % 5 + 1
            self.make_sale(f"s{turn}", stock)
            replies = together(CLIENTS, lambda i: connections[i].call("CLAIM", f"s{turn}", f"u{i}", "-", "p", 1))
            verdicts = [reply[0] for reply in replies]
            self.assertEqual(verdicts.count("accepted"), stock)
            self.assertEqual(verdicts.count("sold_out"), CLIENTS - stock)
            self.assertEqual(self.figures(f"s{turn}")["left"], 0)
        self.assert_audit()

    def test_total_over_two_pools(self):
        connections = self.connections()
        self.h.put("/v1/sales/t", {"pools": {"a": 30, "b": 30}, "total": 41})
        replies = together(CLIENTS, lambda i: connections[i].call("CLAIM", "t", f"u{i}", "-", "ab"[i % 2], 1))
        verdicts = [reply[0] for reply in replies]
        self.assertEqual(verdicts.count("accepted"), 41)
        self.assert_audit()

    def test_double_clicks(self):
        connections = self.connections()
        self.make_sale("d", 1000)
        for turn in range(20):
            replies = together(CLIENTS, lambda i: connections[i].call("CLAIM", "d", f"u{turn}", "-", "p", 1))
            accepted = [reply[1] for reply in replies if reply[0] == "accepted"]
            self.assertEqual(len(accepted), 1)
            others = {(reply[0], reply[1]) for reply in replies if reply[0] != "accepted"}
            self.assertEqual(others, {("already_claimed", accepted[0])})
        self.assertEqual(self.figures("d")["left"], 980)
        self.assert_audit()

    def test_same_id_from_everywhere(self):
        connections = self.connections()
        self.make_sale("i", 1000)
        replies = together(CLIENTS, lambda i: connections[i].call("CLAIM", "i", "u", "one", "p", 2))
        self.assertEqual({(reply[0], reply[1]) for reply in replies}, {("accepted", "one")})
        fresh = [reply for reply in replies if '"replayed":true' not in reply[4]]
        self.assertEqual(len(fresh), 1)
        self.assertEqual(self.figures("i")["left"], 998)

    def test_release_confirm_expiry(self):
        """Each claim ends either confirmed or released, and its units are counted once."""
        count = 200
        self.make_sale("r", count, hold_seconds=1)
        connections = self.connections(8)
        claims = [self.r.call("CLAIM", "r", f"u{i}", "-", "p", 1) for i in range(count)]
        ends = max(claim[3] for claim in claims)
        names = [claim[1] for claim in claims]
        confirmed, released = [set() for _ in range(8)], [set() for _ in range(8)]

        def job(worker):
            rng = random.Random(worker)
            order = names[:]
            rng.shuffle(order)
            for name in order:
                # The last third of them race with the end of their hold.
                if rng.random() < 0.3:
                    time.sleep(max(0, ends / 1000 - time.time() + rng.uniform(-0.02, 0.02)))
                word = rng.choice(("CONFIRM", "RELEASE"))
                reply = connections[worker].call(word, "r", name)
                if isinstance(reply, RespError):
                    raise AssertionError(reply)
                if reply[0] == "ok":
                    (confirmed if word == "CONFIRM" else released)[worker].add(name)
            return True

        self.assertEqual(together(8, job), [True] * 8)
        time.sleep(0.2)
        all_confirmed, all_released = set().union(*confirmed), set().union(*released)
        self.assertFalse(all_confirmed & all_released, "both confirmed and released")
        figures = self.figures("r")
        self.assertEqual(figures["confirmed"], len(all_confirmed))
        self.assertEqual(figures["left"], count - len(all_confirmed))
        self.assertEqual(figures["held"], 0)
        self.assert_audit()

    def test_released_units_are_there_at_once(self):
        self.make_sale("q", 1)
        for i in range(200):
            claim = self.r.call("CLAIM", "q", f"u{i}", "-", "p", 1)
            self.assertEqual(claim[0], "accepted")
            self.assertEqual(self.r.call("RELEASE", "q", claim[1], "CONFIRMED")[0], "ok")
        self.assertEqual(self.figures("q")["left"], 1)
        self.assert_audit()

    def test_withdrawal_and_pause_against_claims(self):
        connections = self.connections(16)
        self.make_sale("w", 500)

        def job(worker):
            if worker == 0:
                taken = 0
                for i in range(20):
                    reply = connections[0].call("RESTOCK", "w", f"w{i}", "p", -10)
                    taken += 10 if reply[0] == "ok" else 0
                return taken
            return sum(
                connections[worker].call("CLAIM", "w", f"u{worker}.{i}", "-", "p", 1)[0] == "accepted" for i in range(60)
            )

        withdrawn, *accepted = together(16, job)
        figures = self.figures("w")
        self.assertEqual(figures["stocked"], 500 - withdrawn)
        self.assertEqual(figures["confirmed"], sum(accepted))
        self.assertEqual(figures["left"], 500 - withdrawn - sum(accepted))
        self.assert_audit()

    def test_nothing_is_accepted_after_pause_has_answered(self):
        connections = self.connections(8)
        self.make_sale("z", 100_000)
        paused = threading.Event()
        late = []

        def job(worker):
            if worker == 0:
                time.sleep(0.1)
                self.assertEqual(self.h.post("/v1/sales/z/pause")[0], 200)
                paused.set()
                return
            for i in range(5000):
                was_paused = paused.is_set()
                reply = connections[worker].call("CLAIM", "z", f"u{worker}.{i}", "-", "p", 1)
                if reply[0] == "paused":
                    return
                if was_paused:
                    late.append(reply)

        together(8, job)
        self.assertEqual(late, [])


if __name__ == "__main__":
    unittest.main()
