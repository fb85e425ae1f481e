"""Everything that was decided is there again after a restart: limits, ids, holds, versions, statuses."""

import unittest

from allot import ServerTest


class RestartTest(ServerTest):
    def test_claims_limits_and_ids(self):
        self.make_sale("s", 100, claims_per_user=0, units_per_user=5, hold_seconds=600)
        first = self.h.claim("s", "u", id="a", units=2, ref="order-1", meta={"k": [1, "x"]})[1]
        self.h.claim("s", "u", id="b", units=2)
        self.h.claim("s", "v", id="c", units=5)
        self.h.post("/v1/sales/s/claims/b/confirm")
        self.h.post("/v1/sales/s/claims/c/release", {"reason": "changed mind"})
        before = self.h.get("/v1/sales/s")[1]
        self.restart()
        self.assertEqual(self.h.get("/v1/sales/s")[1], before)
        status, replay = self.h.claim("s", "u", id="a", units=2, ref="order-1", meta={"k": [1, "x"]})
        self.assertEqual((status, replay["verdict"], replay["replayed"]), (200, "accepted", True))
        for field in ("claim", "user", "items", "created_at", "expires_at", "ref", "meta", "state"):
            self.assertEqual(replay[field], first[field], field)
        self.assertEqual(self.h.claim("s", "u", id="a", units=1)[1]["verdict"], "id_conflict")
        self.assertEqual(self.h.claim("s", "v", id="c", units=5)[1]["verdict"], "released")
        status, refused = self.h.claim("s", "u", id="d", units=2)
        self.assertEqual((refused["verdict"], refused["remaining"]), ("limit_reached", 1))
        self.assertEqual(self.h.get("/v1/sales/s/claims/b")[1]["state"], "confirmed")
        self.assert_audit()

    def test_one_per_user_and_server_ids(self):
        self.make_sale("s", 10)
        ids = [self.r.call("CLAIM", "s", f"u{i}", "-", "p", 1)[1] for i in range(5)]
        self.restart()
        self.assertEqual(self.r.call("CLAIM", "s", "u3", "-", "p", 1)[:2], ["already_claimed", ids[3]])
        later = [self.r.call("CLAIM", "s", f"v{i}", "-", "p", 1)[1] for i in range(5)]
        numbers = [int(i) for i in ids + later]
        self.assertEqual(numbers, sorted(set(numbers)), "server-made ids are unique and in the order of time")
        self.assertEqual(self.r.call("CLAIM", "s", "w", "-", "p", 1)[0], "sold_out")

    def test_holds_run_out_while_nobody_watches(self):
        self.make_sale("s", 1, hold_seconds=1)
        claim = self.h.claim("s", "u")[1]
        self.assertEqual(self.server.stop(), 0)
        import time

        time.sleep(1.2)
        self.start()
        status, again = self.h.claim("s", "u", id=claim["claim"])
        self.assertEqual((status, again["verdict"]), (409, "released"))
        self.assertEqual(self.h.claim("s", "v")[1]["verdict"], "accepted")
        self.assertEqual(self.h.get(f"/v1/sales/s/claims/{claim['claim']}")[1]["reason"], "expired")
        self.assert_audit()

    def test_versions_restocks_and_statuses(self):
        self.make_sale("s", 5, versioned=True)
        self.h.claim("s", "u", if_version=1)
        self.h.post("/v1/sales/s/restock", {"id": "r", "pool": "p", "units": 3, "if_version": 2})
        self.h.patch("/v1/sales/s", {"pools": {"q": 7}, "hold_seconds": 60})
        self.h.post("/v1/sales/s/pause")
        self.make_sale("closed", 1)
        self.h.post("/v1/sales/closed/close")
        self.restart()
        sale = self.h.get("/v1/sales/s")[1]
        self.assertEqual((sale["status"], sale["version"]), ("paused", 4))
        self.assertEqual(sale["hot"]["left"], {"p": 7, "q": 7})
        self.assertEqual(self.h.get("/v1/sales/closed")[1]["status"], "closed")
        status, again = self.h.post("/v1/sales/s/restock", {"id": "r", "pool": "p", "units": 3, "if_version": 2})
        self.assertEqual((status, again["left"]), (200, 7))
        self.assertEqual(self.h.claim("s", "v")[1]["verdict"], "paused")
        self.h.post("/v1/sales/s/resume")
        self.assertEqual(self.h.claim("s", "v", if_version=4)[1]["verdict"], "accepted")
        self.assert_audit()

    def test_a_name_may_be_used_anew(self):
        self.make_sale("s", 1)
        self.h.claim("s", "u", id="x")
        self.h.post("/v1/sales/s/close")
        self.assertEqual(self.h.delete("/v1/sales/s")[0], 200)
        self.assertEqual(self.h.get("/v1/sales/s")[0], 404)
        self.make_sale("s", 2)
        self.restart()
        self.assertEqual(self.h.claim("s", "u", id="x")[1]["verdict"], "accepted")
        self.assertEqual(self.figures("s")["left"], 1)
        self.assert_audit()

    def test_bars_and_partial_releases(self):
        self.make_sale("s", 10, claims_per_user=0)
        self.h.post("/v1/sales/s/claims/barred/release", {"bar": True})
        self.h.claim("s", "u", id="a", units=5)
        body = {"id": "back", "confirmed": True, "items": [{"pool": "p", "units": 2}]}
        self.assertEqual(self.h.post("/v1/sales/s/claims/a/release", body)[1]["items"], [{"pool": "p", "units": 3}])
        self.restart()
        self.assertEqual(self.h.claim("s", "v", id="barred")[1]["verdict"], "released")
        self.assertEqual(self.h.post("/v1/sales/s/claims/a/release", body)[0], 200)
        self.assertEqual(self.figures()["left"], 7)
        replay = self.h.claim("s", "u", id="a", units=5)[1]
        self.assertEqual((replay["verdict"], replay["items"]), ("accepted", [{"pool": "p", "units": 5}]))
        self.assert_audit()


if __name__ == "__main__":
    unittest.main()
