"""Several processes on one ledger (--engine ledger): each sees the others, nothing is sold twice, any may die."""

import os
import sqlite3
import threading
import time
import unittest

from allot import RespError, ServerTest
from crash_test import Load
from fault_test import refuse


class SharedTest(ServerTest):
    autostart = False
    args = ("--engine", "ledger")

    def two(self):
        return self.start(), self.start()

    def doors(self, server):
        http, resp = server.http(), server.resp()
        self.addCleanup(http.close)
        self.addCleanup(resp.close)
        return http, resp

    def until(self, what, seconds=20):
        end = time.monotonic() + seconds
        while not what():
            self.assertLess(time.monotonic(), end, "did not come true in time")
            time.sleep(0.05)


class SightTest(SharedTest):
    def setUp(self):
        super().setUp()
        one, other = self.two()
        self.h1, self.r1 = self.doors(one)
        self.h2, self.r2 = self.doors(other)

    def test_claims_of_each_other(self):
        self.make_sale("s", 3, hold_seconds=600)
        self.assertEqual(self.r1.call("CLAIM", "s", "u1", "a", "p", 1)[0], "accepted")
        self.assertEqual(self.r2.call("CLAIM", "s", "u1", "b", "p", 1)[:2], ["already_claimed", "a"])
        replay = self.r2.call("CLAIM", "s", "u1", "a", "p", 1)
        self.assertEqual(replay[0], "accepted")
        self.assertIn("replayed", replay[4])
        self.assertEqual(self.r2.call("STOCK", "s"), ["p", 2])
        self.assertEqual(self.r2.call("CONFIRM", "s", "a")[2], "confirmed")
        self.assertEqual(self.h1.get("/v1/sales/s/claims/a")[1]["state"], "confirmed")
        self.assertEqual(self.r1.call("RELEASE", "s", "a", "CONFIRMED")[0], "ok")
        self.assertEqual(self.r2.call("CLAIM", "s", "u1", "a", "p", 1)[0], "released")
        self.assertEqual(self.r2.call("CLAIM", "s", "u1", "b", "p", 3)[0], "accepted")
        self.assertEqual(self.r1.call("CLAIM", "s", "u2", "c", "p", 1)[0], "sold_out")
        self.assert_audit()

    def test_restrictions_of_each_other(self):
        self.make_sale("s", 3)
        self.assertEqual(self.h1.post("/v1/sales/s/pause")[1]["verdict"], "ok")
        self.assertEqual(self.h2.claim("s", "u1")[1]["verdict"], "paused")
        self.assertEqual(self.h2.post("/v1/sales/s/resume")[1]["verdict"], "ok")
        self.assertEqual(self.h1.claim("s", "u1")[1]["verdict"], "accepted")
        restock = {"id": "r", "pool": "p", "units": 5, "if_version": 1}
        self.assertEqual(self.h1.post("/v1/sales/s/restock", restock)[1]["left"], 7)
        self.assertEqual(self.h2.post("/v1/sales/s/restock", restock)[1]["left"], 7)
        self.assertEqual(self.h2.get("/v1/sales/s")[1]["hot"]["left"], {"p": 7})
        self.assertEqual(self.h2.patch("/v1/sales/s", {"if_version": 2, "pools": {"q": 1}})[0], 200)
        self.assertEqual(self.h1.claim("s", "u2", pool="q")[1]["verdict"], "accepted")

    def test_a_name_given_anew_by_the_other(self):
        self.make_sale("s", 1)
        self.assertEqual(self.h1.claim("s", "u1")[1]["verdict"], "accepted")
        self.assertEqual(self.h2.post("/v1/sales/s/close")[0], 200)
        self.assertEqual(self.h2.delete("/v1/sales/s")[0], 200)
        self.assertEqual(self.h1.claim("s", "u1")[1]["verdict"], "unknown_sale")
        self.make_sale("s", 1)
        self.assertEqual(self.h1.claim("s", "u1")[1]["verdict"], "accepted")

    def test_holds_of_a_dead_process_run_out(self):
        self.make_sale("s", 1, hold_seconds=1)
        self.assertEqual(self.r1.call("CLAIM", "s", "u1", "a", "p", 1)[0], "accepted")
        self.servers[0].kill()
        self.until(lambda: self.r2.call("STOCK", "s") == ["p", 1])
        self.assertEqual(self.h2.get("/v1/sales/s/claims/a")[1]["reason"], "expired")
        self.assert_audit()

    def test_server_made_ids_are_the_ledgers_only_ones(self):
        self.make_sale("s", 100_000)
        made = []
        for i in range(40):
            for resp, who in ((self.r1, "a"), (self.r2, "b")):
                resp.socket.sendall(b"".join(resp.encode("CLAIM", "s", f"{who}{i}.{j}", "-", "p", 1) for j in range(16)))
            for resp in (self.r1, self.r2):
                made += [resp.read() for _ in range(16)]
        self.assertEqual({reply[0] for reply in made}, {"accepted"})
        self.assertEqual(len({reply[1] for reply in made}), len(made))


class RaceTest(SharedTest):
    def test_no_unit_is_sold_twice(self):
        one, other = self.two()
        self.make_sale("s", 500)
        accepted, failures = [], []

        def buy(server, name):
            try:
                _, resp = self.doors(server)
                for i in range(40):
                    words = [("CLAIM", "s", f"{name}.{i}.{j}", "-" if j % 2 else f"c{name}.{i}.{j}", "p", 1) for j in range(8)]
                    resp.socket.sendall(b"".join(resp.encode(*word) for word in words))
                    for word in words:
                        reply = resp.read()
                        assert not isinstance(reply, RespError) and reply[0] in ("accepted", "sold_out"), reply
                        if reply[0] == "accepted":
                            accepted.append((reply[1], word[2]))
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)

        buyers = [threading.Thread(target=buy, args=(server, f"{k}{n}")) for k, server in enumerate((one, other)) for n in range(3)]
        for buyer in buyers:
            buyer.start()
        for buyer in buyers:
            buyer.join(120)
        self.assertEqual(failures, [])
        self.assertEqual(len(accepted), 500)
        self.assertEqual(len({claim for claim, _ in accepted}), 500)
        self.assertEqual(self.figures()["left"], 0)
        self.assertEqual(self.assert_audit()["claims"], 500)

    def test_one_of_two_is_killed_in_the_middle(self):
        victim, survivor = self.two()
        self.make_sale("s", 1_000_000, hold_seconds=3600)
        dying = [Load(victim.resp_port, n, f"v{n}") for n in range(2)]
        living = [Load(survivor.resp_port, n, f"l{n}") for n in range(2)]
        for load in dying + living:
            load.start()
        self.until(lambda: all(len(load.accepted) > 50 for load in dying + living), 60)
        victim.kill()
        for load in dying:
            load.join(30)
        before = sum(len(load.accepted) for load in living)
        self.until(lambda: sum(len(load.accepted) for load in living) > before + 100, 60)
        self.assertEqual(survivor.stop(), 0)
        for load in dying + living:
            load.join(30)
            self.assertIsNone(load.failure)
            load.connection.close()
        self.start()
        for load in dying + living:
            for claim, user in load.accepted.items():
                status, body = self.h.get(f"/v1/sales/s/claims/{claim}")
                self.assertEqual((status, body["user"]), (200, user))
                if claim in load.released:
                    self.assertEqual(body["state"], "released")
                elif claim in load.confirmed:
                    self.assertEqual(body["state"], "confirmed")
                elif claim not in load.touched:
                    self.assertEqual(body["state"], "held")
        self.assert_audit()


class AwayTest(SharedTest):
    def test_while_the_ledger_is_locked_nothing_is_used_up(self):
        self.start()
        self.make_sale("s", 10)
        other = sqlite3.connect(os.path.join(self.data, "ledger.db"), isolation_level=None)
        other.execute("begin immediate")
        status, body = self.h.claim("s", "u1", id="a")
        self.assertEqual((status, body["verdict"], body["outcome"]), (503, "unavailable", "none"))
        self.assertEqual(self.h.get("/readyz")[0], 503)
        status, body = self.h.claim("s", "u1")
        self.assertEqual((status, body["verdict"], body["outcome"]), (503, "unavailable", "none"))
        self.assertEqual(self.h.post("/v1/sales/s/pause")[0], 503)
        self.assertEqual(self.h.get("/v1/sales/s")[1]["pools"]["p"]["left"], 10)
        other.execute("rollback")
        other.close()
        self.until(lambda: self.h.get("/readyz")[0] == 200)
        self.assertEqual(self.h.claim("s", "u1", id="a")[1]["verdict"], "accepted")
        self.assert_audit()

    def test_another_engine_is_kept_out(self):
        self.start()
        self.make_sale("s", 1)
        self.assertIn("shared by running processes", refuse(self.data, "--engine", "memory"))
        self.assertEqual(self.server.stop(), 0)
        self.assertIn("belongs to the engine 'ledger'", refuse(self.data, "--engine", "memory"))
        self.start()
        self.assertEqual(self.h.post("/v1/sales/s/close")[0], 200)
        self.assertEqual(self.h.delete("/v1/sales/s")[0], 200)
        self.assertEqual(self.server.stop(), 0)
        self.args = ("--engine", "memory")
        self.start()
        self.assertIn("owned by another process", refuse(self.data, "--engine", "ledger"))
        self.make_sale("s", 1)
        self.assertEqual(self.h.claim("s", "u1")[1]["verdict"], "accepted")


if __name__ == "__main__":
    unittest.main()
