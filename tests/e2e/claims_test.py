"""Claims after they were accepted: confirm, release, extend, expiry, lookups, many at once."""

import json
import unittest
from urllib.parse import quote

from allot import ServerTest
from doors import claim_row, millis, now_millis, wait_until

CLAIM_OBJECT = {"sale", "claim", "user", "state", "reason", "items", "ref", "meta", "created_at", "expires_at", "team"}


class ClaimTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.make(hold_seconds=100)

    def make(self, name="s", pools=None, **fields):
        definition = {"pools": pools or {"p": 10, "q": 10}, "claims_per_user": 0, **fields}
        self.assertEqual(self.h.put(f"/v1/sales/{name}", definition)[0], 201)

    def take(self, id="c", sale="s", user="u", **fields):
        body = {"id": id, "user": user, "items": [{"pool": "p", "units": 3}, {"pool": "q", "units": 2}], **fields}
        status, answer = self.h.post(f"/v1/sales/{sale}/claims", body)
        self.assertEqual((status, answer["verdict"]), (201, "accepted"))
        return answer

    def act(self, action, id="c", body=None, sale="s"):
        status, answer = self.h.post(f"/v1/sales/{sale}/claims/{id}/{action}", body)
        if answer["verdict"] == "ok":
            self.assertLessEqual(CLAIM_OBJECT, answer.keys())
        return status, answer["verdict"], answer.get("state")

    def show(self, id="c", sale="s"):
        status, answer = self.h.get(f"/v1/sales/{sale}/claims/{id}")
        self.assertEqual((status, answer["verdict"]), (200, "ok"))
        self.assertLessEqual(CLAIM_OBJECT, answer.keys())
        return answer

    def left(self, sale="s"):
        body = self.h.get(f"/v1/sales/{sale}")[1]
        for pool in body["pools"].values():
            self.assertEqual(pool["stocked"], pool["left"] + pool["held"] + pool["confirmed"])
        self.assertEqual({k: v["left"] for k, v in body["pools"].items()}, body["hot"]["left"])
        return [body["pools"]["p"]["left"], body["pools"]["q"]["left"]]


class AcceptTest(ClaimTest):
    def test_whole_object(self):
        answer = self.take(ref="order 7", meta={"a": [1, {"b": "ü"}]})
        self.assertLessEqual(CLAIM_OBJECT | {"left", "version"}, answer.keys())
        self.assertEqual(answer["left"], {"p": 7, "q": 8})
        self.assertEqual((answer["state"], answer["version"], answer["reason"]), ("held", 1, None))
        self.assertEqual(millis(answer["expires_at"]), millis(answer["created_at"]) + 100_000)
        shown = self.show()
        self.assertEqual({k: shown[k] for k in CLAIM_OBJECT}, {k: answer[k] for k in CLAIM_OBJECT})

    def test_ids_made_by_the_server(self):
        self.make("one", {"p": 100}, claims_per_user=1)
        ids = [self.h.claim("one", f"u{i}")[1]["claim"] for i in range(50)]
        for id in ids:
            self.assertIsInstance(id, str)
            self.assertTrue(id.isdecimal() and 0 < int(id) < 2**63, id)
        self.assertEqual([int(id) for id in ids], sorted({int(id) for id in ids}), "ordered by time, unique")
        self.assertEqual(self.act("release", ids[0], sale="one")[0], 409, "confirmed")
        self.assertEqual(self.h.claim("one", "u1")[1]["claim"], ids[1])

    def test_id_may_be_left_out_only_where_a_repeat_is_harmless(self):
        for limit in (0, 2):
            self.make(f"l{limit}", claims_per_user=limit)
            status, body = self.h.claim(f"l{limit}", "u")
            self.assertEqual((status, body["verdict"], body["field"]), (400, "invalid", "id"))
            self.assertEqual(self.h.claim("none", "u")[1]["verdict"], "unknown_sale")

    def test_replay_shows_the_present(self):
        first = self.take()
        self.act("extend", body={"seconds": 5000})
        replay = self.h.post("/v1/sales/s/claims", {"id": "c", "user": "u", "items": first["items"]})[1]
        self.assertGreater(millis(replay["expires_at"]), millis(first["expires_at"]))
        self.act("release", body={"id": "r", "items": [{"pool": "p", "units": 1}]})
        self.act("confirm")
        replay = self.h.post("/v1/sales/s/claims", {"id": "c", "user": "u", "items": first["items"]})[1]
        self.assertEqual((replay["state"], replay["expires_at"], replay["replayed"]), ("confirmed", None, True))
        self.assertEqual(replay["items"], first["items"], "as first answered")


class SettleTest(ClaimTest):
    def test_tables_of_states(self):
        """What each action answers to a claim in each state, and that a repeat moves nothing."""
        extend = {"seconds": 500}
        rows = [
            # before, action, body, status, verdict, state after
            ("held", "confirm", None, 200, "ok", "confirmed"),
            ("confirmed", "confirm", None, 200, "ok", "confirmed"),
            ("released", "confirm", None, 409, "already_released", "released"),
            ("held", "release", None, 200, "ok", "released"),
            ("held", "release", {"confirmed": True}, 200, "ok", "released"),
            ("confirmed", "release", {}, 409, "already_confirmed", "confirmed"),
            ("confirmed", "release", {"confirmed": False}, 409, "already_confirmed", "confirmed"),
            ("confirmed", "release", {"confirmed": True}, 200, "ok", "released"),
            ("released", "release", None, 200, "ok", "released"),
            ("released", "release", {"bar": True}, 200, "ok", "released"),
            ("held", "release", {"bar": True}, 200, "ok", "released"),
            ("held", "extend", extend, 200, "ok", "held"),
            ("confirmed", "extend", extend, 409, "already_confirmed", "confirmed"),
            ("released", "extend", extend, 409, "already_released", "released"),
        ]
        for i, (before, action, body, status, verdict, after) in enumerate(rows):
            with self.subTest(before, action=action, body=body):
                self.make(f"t{i}", hold_seconds=100)
                self.take(sale=f"t{i}")
                if before != "held":
                    self.act("confirm" if before == "confirmed" else "release", sale=f"t{i}")
                for _ in range(2):
                    self.assertEqual(self.act(action, body=body, sale=f"t{i}")[:2], (status, verdict))
                    self.assertEqual(self.show(sale=f"t{i}")["state"], after)
                    self.assertEqual(self.left(f"t{i}"), [10, 10] if after == "released" else [7, 8])
        self.assert_audit()

    def test_rows_over_resp(self):
        self.take()
        self.take("d")
        expires_at = millis(self.show()["expires_at"])
        rows = [
            (("EXTEND", "s", "c", 5), ["ok", "c", "held", expires_at]),
            (("CONFIRM", "s", "c"), ["ok", "c", "confirmed", 0]),
            (("RELEASE", "s", "c"), ["already_confirmed", "c", "confirmed", 0]),
            (("EXTEND", "s", "c", 5), ["already_confirmed", "c", "confirmed", 0]),
            (("RELEASE", "s", "c", "CONFIRMED", "REASON", "wrong size"), ["ok", "c", "released", 0]),
            (("release", "s", "d", "reason", "x"), ["ok", "d", "released"]),
            (("CONFIRM", "s", "d"), ["already_released", "d", "released"]),
            (("CONFIRM", "s", "none"), ["unknown_claim", "", "", 0]),
            (("RELEASE", "s", "none"), ["unknown_claim", "", "", 0]),
            (("CONFIRM", "none", "c"), ["unknown_sale", "", "", 0]),
            (("EXTEND", "s", "c", 0), ["invalid", "", "", 0]),
            (("EXTEND", "s", "c", "05"), ["invalid", "", "", 0]),
        ]
        for words, expected in rows:
            reply = self.r.call(*words)
            self.assertEqual(reply[:len(expected)], expected, words)
        self.assertEqual(claim_row(self.r.call("RELEASE", "s", "c"))["reason"], "wrong size")
        self.assertEqual(self.left(), [10, 10])

    def test_unknown_claim(self):
        for action, body in [("confirm", None), ("release", None), ("extend", {"seconds": 9})]:
            self.assertEqual(self.act(action, "none", body), (404, "unknown_claim", None))
        self.assertEqual(self.h.get("/v1/sales/s/claims/none")[1]["verdict"], "unknown_claim")

    def test_reason(self):
        self.take()
        self.assertIsNone(self.show()["reason"])
        self.act("release", body={"reason": "changed her mind ☂"})
        self.act("release", body={"reason": "another"})
        self.assertEqual(self.show()["reason"], "changed her mind ☂")

    def test_extend_counts_from_now_and_never_shortens(self):
        end = millis(self.take()["expires_at"])
        for seconds in (1, 50, 99):
            self.assertEqual(self.act("extend", body={"seconds": seconds}), (200, "ok", "held"))
            self.assertEqual(millis(self.show()["expires_at"]), end)
        before = now_millis()
        self.act("extend", body={"seconds": 600})
        self.assertAlmostEqual(millis(self.show()["expires_at"]), before + 600_000, delta=5_000)

    def test_bad_bodies(self):
        self.take()
        cases = [("extend", text) for text in ("", "{}", '{"seconds":0}', '{"seconds":1.5}', '{"seconds":31536001}',
                                               '{"seconds":null}', '{"seconds":"5"}', '{"second":5}', "[]")]
        cases += [("release", text) for text in ('{"reason":5}', '{"confirmed":1}', '{"confirmed":null}', '{"bar":"yes"}',
                                                 '{"items":[]}', '{"items":[{"pool":"p","units":1}]}', '{"id":""}',
                                                 '{"why":"x"}', '{"id":"r","items":[{"pool":"p","units":0}]}')]
        cases += [("confirm", '{"x":1}')]
        for action, text in cases:
            status, answer = self.h.post(f"/v1/sales/s/claims/c/{action}", text)
            self.assertEqual((status, answer["verdict"]), (400, "invalid"), (action, text))
        self.assertEqual((self.show()["state"], self.left()), ("held", [7, 8]))

    def test_next_claim_sees_released_units(self):
        self.make("t", {"p": 1, "q": 1}, hold_seconds=0)
        for i in range(50):
            self.assertEqual(self.h.claim("t", f"u{i}", id=f"c{i}")[0], 201)
            self.assertEqual(self.h.claim("t", f"u{i}", id=f"d{i}")[1]["verdict"], "sold_out")
            self.assertEqual(self.act("release", f"c{i}", {"confirmed": True}, "t")[0], 200)

    def test_release_frees_the_allowance_but_not_the_id(self):
        self.make("t", claims_per_user=1, units_per_user=5)
        self.take(sale="t")
        self.assertEqual(self.h.claim("t", "u", id="d")[1]["verdict"], "already_claimed")
        self.act("release", body={"confirmed": True}, sale="t")
        self.assertEqual(self.h.claim("t", "u", id="c", units=1)[1]["verdict"], "id_conflict")
        self.take("d", sale="t")


class ReleaseItemsTest(ClaimTest):
    def release(self, id, *items, claim="c", **more):
        body = {"id": id, "items": [{"pool": pool, "units": units} for pool, units in items], **more}
        return self.act("release", claim, body)[:2]

    def items(self, claim="c"):
        return [(item["pool"], item["units"]) for item in self.show(claim)["items"]]

    def test_some_units_go_back(self):
        self.take()
        self.assertEqual(self.release("r1", ("p", 1)), (200, "ok"))
        self.assertEqual((self.items(), self.left()), ([("p", 2), ("q", 2)], [8, 8]))
        self.assertEqual(self.release("r1", ("p", 1)), (200, "ok"), "a repeat moves nothing")
        self.assertEqual(self.left(), [8, 8])
        self.assertEqual(self.release("r1", ("p", 2)), (409, "id_conflict"))
        self.assertEqual(self.release("r2", ("p", 3)), (400, "invalid"), "more than it has")
        self.assertEqual(self.release("r2", ("x", 1)), (400, "invalid"))
        self.assertEqual((self.items(), self.left()), ([("p", 2), ("q", 2)], [8, 8]))
        self.assertEqual(self.release("r2", ("q", 1), ("q", 1)), (200, "ok"))
        self.assertEqual((self.items(), self.left()), ([("p", 2)], [8, 10]))
        self.assertEqual(self.show()["state"], "held")
        self.assertEqual(self.release("r3", ("p", 2), reason="all"), (200, "ok"))
        self.assertEqual((self.show()["state"], self.show()["reason"], self.left()), ("released", "all", [10, 10]))
        self.assert_audit()

    def test_confirmed_claims_need_the_word(self):
        self.take()
        self.act("confirm")
        self.assertEqual(self.release("r", ("p", 1)), (409, "already_confirmed"))
        self.assertEqual(self.release("r", ("p", 1), confirmed=True), (200, "ok"))
        self.assertEqual((self.show()["state"], self.items(), self.left()), ("confirmed", [("p", 2), ("q", 2)], [8, 8]))

    def test_users_units_shrink_with_it(self):
        self.make("t", claims_per_user=0, units_per_user=5)
        self.take(sale="t")
        self.assertEqual(self.h.claim("t", "u", id="d")[1]["remaining"], 0)
        body = {"id": "r", "items": [{"pool": "p", "units": 2}], "confirmed": True}
        self.assertEqual(self.h.post("/v1/sales/t/claims/c/release", body)[0], 200)
        self.assertEqual(self.h.get("/v1/sales/t/claims?user=u")[1]["remaining_units"], 2)
        self.assertEqual(self.h.claim("t", "u", "p", 3, id="d")[1]["remaining"], 2)
        self.assertEqual(self.h.claim("t", "u", "p", 2, id="d")[0], 201)
        self.restart()
        self.assertEqual(self.h.claim("t", "u", "p", 1, id="e")[1]["remaining"], 0)
        self.assertEqual(self.h.post("/v1/sales/t/claims/c/release", body)[0], 200)
        self.assertEqual(self.left("t"), [7, 8])

    def test_release_id_belongs_to_one_claim(self):
        self.take()
        self.take("d")
        self.assertEqual(self.release("r", ("p", 1)), (200, "ok"))
        self.assertEqual(self.release("r", ("p", 1), claim="d"), (409, "id_conflict"))
        self.take("r")


class BarTest(ClaimTest):
    def test_late_claim_is_released(self):
        status, answer = self.h.post("/v1/sales/s/claims/late/release", {"bar": True, "reason": "gave up"})
        self.assertEqual((status, answer["verdict"], answer["state"], answer["reason"]), (200, "ok", "released", "gave up"))
        self.assertEqual((answer["user"], answer["items"]), (None, []))
        for user in ("u", "v"):
            status, answer = self.h.claim("s", user, id="late")
            self.assertEqual((status, answer["verdict"], answer["claim"]), (409, "released", "late"))
        self.assertEqual(self.r.call("CLAIM", "s", "w", "late", "q", 2)[:3], ["released", "late", "released"])
        self.assertEqual(self.act("release", "late", {"bar": True})[:2], (200, "ok"))
        self.assertEqual(self.act("release", "late")[:2], (200, "ok"))
        self.assertEqual(self.act("confirm", "late")[:2], (409, "already_released"))
        self.assertEqual(self.show("late")["state"], "released")
        self.restart()
        self.assertEqual(self.h.claim("s", "u", id="late")[1]["verdict"], "released")
        self.assertEqual(self.left(), [10, 10])
        self.assert_audit()


class ExpiryTest(ClaimTest):
    """At expires_at it is over, whether or not a worker has come by."""

    def at_the_end(self, action):
        results = []
        for i in range(4):
            name = f"e{i}"
            self.make(name, {"p": 3, "q": 2}, hold_seconds=1, claims_per_user=1)
            end = millis(self.take(sale=name)["expires_at"])
            wait_until(end)
            results.append(action(name))
        self.assert_audit()
        return results

    def test_same_user_claims_again(self):
        claim = lambda sale: self.h.claim(sale, "u", "p", 3, id="d")[1]["verdict"]
        self.assertEqual(self.at_the_end(claim), ["accepted"] * 4)

    def test_another_user_claims(self):
        claim = lambda sale: self.r.call("CLAIM", sale, "v", "d", "p", 3)[0]
        self.assertEqual(self.at_the_end(claim), ["accepted"] * 4)

    def test_confirm(self):
        self.assertEqual(self.at_the_end(lambda sale: self.act("confirm", sale=sale)[:2]), [(409, "already_released")] * 4)

    def test_extend(self):
        extend = lambda sale: self.act("extend", body={"seconds": 9}, sale=sale)[:2]
        self.assertEqual(self.at_the_end(extend), [(409, "already_released")] * 4)

    def test_release(self):
        def release(sale):
            status, answer = self.h.post(f"/v1/sales/{sale}/claims/c/release", {"reason": "mine"})
            return status, answer["verdict"], answer["state"], answer["reason"]

        self.assertEqual(self.at_the_end(release), [(200, "ok", "released", "expired")] * 4)

    def test_replay(self):
        replay = lambda sale: self.r.call("CLAIM", sale, "u", "c", "p", 3, "q", 2)[:3]
        self.assertEqual(self.at_the_end(replay), [["released", "c", "released"]] * 4)

    def test_show(self):
        def show(sale):
            listed = self.h.get(f"/v1/sales/{sale}/claims?user=u")[1]["claims"][0]
            return self.show(sale=sale)["state"], self.show(sale=sale)["reason"], listed["state"]

        self.assertEqual(self.at_the_end(show), [("released", "expired", "released")] * 4)

    def test_not_a_millisecond_early(self):
        self.make("t", {"p": 1, "q": 1}, hold_seconds=1)
        end = millis(self.h.claim("t", "u", id="c")[1]["expires_at"])
        tries = 0
        while True:
            status, answer = self.h.claim("t", "v", id=f"d{tries}")
            if status == 201:
                break
            self.assertEqual(answer["verdict"], "sold_out")
            tries += 1
        self.assertGreaterEqual(millis(answer["created_at"]), end)
        self.assertLess(millis(answer["created_at"]), end + 2000)
        self.assertGreater(tries, 0)

    def test_extended_hold_lives_on(self):
        self.make("t", hold_seconds=1)
        end = millis(self.take(sale="t")["expires_at"])
        self.assertEqual(self.act("extend", body={"seconds": 3}, sale="t")[:2], (200, "ok"))
        wait_until(end + 200)
        self.assertEqual(self.act("confirm", sale="t"), (200, "ok", "confirmed"))


class LookUpTest(ClaimTest):
    def test_users_pages(self):
        self.make("t", claims_per_user=9, units_per_user=20, pools={"p": 100})
        for i in range(7):
            self.assertEqual(self.h.claim("t", "u", "p", 2, id=f"c{6 - i}", ref=f"o{i}", meta={"i": i})[0], 201)
        self.h.claim("t", "other", id="x")
        self.act("release", "c3", {"confirmed": True}, "t")
        seen, after, pages = [], "", 0
        while after is not None:
            _, body = self.h.get(f"/v1/sales/t/claims?user=u&limit=3&after={after}")
            self.assertEqual((body["verdict"], body["remaining_claims"], body["remaining_units"]), ("ok", 3, 8))
            seen += body["claims"]
            after, pages = body["next"], pages + 1
        self.assertEqual((pages, [claim["claim"] for claim in seen]), (3, [f"c{6 - i}" for i in range(7)]))
        self.assertEqual([claim["state"] == "released" for claim in seen], [i == 3 for i in range(7)])
        for claim in seen:
            self.assertLessEqual(CLAIM_OBJECT, claim.keys())
        self.assertEqual(seen[2]["meta"], {"i": 2})
        _, body = self.h.get("/v1/sales/t/claims?user=nobody")
        self.assertEqual((body["claims"], body["next"], body["remaining_claims"]), ([], None, 9))
        _, body = self.h.get("/v1/sales/s/claims?user=u")
        self.assertEqual((body["remaining_claims"], body["remaining_units"]), (None, None))

    def test_users_are_opaque(self):
        self.make("t", claims_per_user=1, pools={"p": 100})
        users = ["7", "007", "Bob", "bob", " bob", "bob ", "b b", "ü", "u\u0308", "用户", "🎟️", "a/b?c&d=e%20+", '"\\']
        for user in users:
            self.assertEqual(self.h.claim("t", user)[0], 201, user)
        for user in users:
            self.assertEqual(self.h.claim("t", user)[1]["verdict"], "already_claimed", user)
            _, body = self.h.get(f"/v1/sales/t/claims?user={quote(user, safe='')}")
            self.assertEqual([claim["user"] for claim in body["claims"]], [user])
            self.assertEqual(self.r.call("CLAIM", "t", user, "-", "p", 1)[0], "already_claimed")

    def test_over_all_sales(self):
        self.make("t")
        self.make("w")
        for sale, id, ref in [("s", "c", "o1"), ("t", "c", "o2"), ("t", "d", "o1"), ("w", "e", "o3")]:
            self.take(id, sale, ref=ref)
        found = lambda query: sorted((c["sale"], c["claim"]) for c in self.h.get(f"/v1/claims?{query}")[1]["claims"])
        self.assertEqual(found("id=c"), [("s", "c"), ("t", "c")])
        self.assertEqual(found("ref=o1"), [("s", "c"), ("t", "d")])
        self.assertEqual(found("ref=o3"), [("w", "e")])
        self.assertEqual((found("id=none"), found("ref=none")), ([], []))
        for query in ("", "id=c&ref=o1", "id=", "user=u"):
            self.assertEqual(self.h.get(f"/v1/claims?{query}")[0], 400, query)

    def test_ref_with_spaces(self):
        self.take(ref="order 7/ü+&")
        _, body = self.h.get("/v1/claims?ref=" + quote("order 7/ü+&", safe=""))
        self.assertEqual([claim["ref"] for claim in body["claims"]], ["order 7/ü+&"])

    def test_claim_get_over_resp(self):
        self.take()
        self.assertEqual(json.loads(self.r.call("CLAIM.GET", "s", "c")), self.show())
        self.assertEqual(json.loads(self.r.call("CLAIM.GET", "s", "none"))["verdict"], "unknown_claim")


class ManyTest(ClaimTest):
    def post(self, claims):
        status, body = self.h.post("/v1/claims", {"claims": claims})
        return status, body

    @staticmethod
    def entry(sale, user, id=None, pool="p", units=1, **more):
        entry = {"sale": sale, "user": user, "items": [{"pool": pool, "units": units}], **more}
        return {**entry, "id": id} if id else entry

    def test_each_on_its_own_and_in_order(self):
        self.make("t", {"p": 2}, claims_per_user=1)
        entries = [
            (self.entry("s", "a", "c1"), "accepted"),
            (self.entry("t", "a"), "accepted"),
            (self.entry("t", "a"), "already_claimed"),
            (self.entry("none", "a", "x"), "unknown_sale"),
            (self.entry("s", "a", "c1"), "accepted"),
            (self.entry("s", "b", "c1"), "id_conflict"),
            (self.entry("s", "b"), "invalid"),
            (self.entry("s", "b", "c2", units=0), "invalid"),
            (self.entry("s", "b", "c2", colour="red"), "invalid"),
            (self.entry("-", "b", "c2"), "invalid"),
            ({"user": "b"}, "invalid"),
            ("nonsense", "invalid"),
            (None, "invalid"),
            ({}, "invalid"),
            (self.entry("t", "b"), "accepted"),
            (self.entry("t", "c"), "sold_out"),
            (self.entry("s", "b", "c2", "zz"), "unknown_pool"),
            (self.entry("s", "b", "c2", ref="r", meta={"k": 1}), "accepted"),
        ]
        status, body = self.post([entry for entry, _ in entries])
        self.assertEqual((status, body["verdict"]), (200, "ok"))
        self.assertEqual([result["verdict"] for result in body["results"]], [verdict for _, verdict in entries])
        results = body["results"]
        self.assertEqual((results[0]["claim"], results[0]["sale"], results[0]["left"]), ("c1", "s", {"p": 9}))
        self.assertEqual(results[4]["replayed"], True)
        self.assertEqual(results[2]["claim"], results[1]["claim"])
        self.assertEqual((results[7]["field"], results[8]["field"]), ("items[0].units", "colour"))
        self.assertEqual((results[15]["left"], results[17]["meta"]), ({"p": 0}, {"k": 1}))
        for result in results:
            if result["verdict"] != "accepted":
                self.assertTrue(result["now"] and result["detail"], result)
        self.assertEqual(self.show("c2")["ref"], "r")
        self.assert_audit()

    def test_a_repeated_key_spoils_one_entry(self):
        text = ('{"claims":[{"sale":"s","user":"a","user":"b","id":"x","items":[{"pool":"p","units":1}]},'
                '{"sale":"s","user":"a","id":"y","items":[{"pool":"p","units":1,"units":2}]},'
                '{"sale":"s","user":"a","id":"z","items":[{"pool":"p","units":1}]}]}')
        status, body = self.h.post("/v1/claims", text)
        self.assertEqual((status, [r["verdict"] for r in body["results"]]), (200, ["invalid", "invalid", "accepted"]))

    def test_thousand_over_two_sales(self):
        self.make("big1", {"p": 300}, claims_per_user=1)
        self.make("big2", {"p": 600}, claims_per_user=1)
        entries = [self.entry(f"big{1 + i % 2}", f"u{i}") for i in range(1000)]
        status, body = self.post(entries)
        self.assertEqual((status, len(body["results"])), (200, 1000))
        verdicts = [result["verdict"] for result in body["results"]]
        self.assertEqual(verdicts[0::2], ["accepted"] * 300 + ["sold_out"] * 200, "the first come first")
        self.assertEqual(verdicts[1::2], ["accepted"] * 500)
        self.assertEqual([r["user"] for r in body["results"][1::2]], [f"u{i}" for i in range(1, 1000, 2)])
        self.assert_audit()

    def test_bad_batches(self):
        cases = [{"claims": []}, {}, {"claims": None}, {"claims": {}}, {"claims": [{}], "x": 1}, [], "", "null",
                 {"claims": [self.entry("s", "u", f"c{i}") for i in range(1001)]}]
        for body in cases:
            status, answer = self.h.post("/v1/claims", body)
            self.assertEqual((status, answer["verdict"]), (400, "invalid"), str(body)[:50])
            self.assertTrue(answer["detail"])
        self.assertEqual(self.left(), [10, 10])


if __name__ == "__main__":
    unittest.main()
