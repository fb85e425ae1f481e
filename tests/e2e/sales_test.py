"""Sales: creating, showing, changing, restocking, listing and deleting them."""

import unittest

from allot import ServerTest
from doors import iso, millis, now_millis, wait_until

DAY = 86_400_000
MOST = 10**15


class SaleTest(ServerTest):
    def put(self, definition, sale="s"):
        status, body = self.h.put(f"/v1/sales/{sale}", definition)
        return status, body["verdict"]

    def show(self, sale="s"):
        status, body = self.h.get(f"/v1/sales/{sale}")
        self.assertEqual((status, body["verdict"]), (200, "ok"))
        return body

    def restock(self, sale="s", **order):
        status, body = self.h.post(f"/v1/sales/{sale}/restock", order)
        return status, body["verdict"], body.get("left")

    def patch(self, changes, sale="s"):
        status, body = self.h.patch(f"/v1/sales/{sale}", changes)
        return status, body["verdict"]

    def act(self, action, sale="s"):
        status, body = self.h.post(f"/v1/sales/{sale}/{action}")
        return status, body["verdict"]


class CreateTest(SaleTest):
    def test_the_same_again_is_no_conflict(self):
        first = {"pools": {"red": 50, "blue": 50}, "total": 80, "starts_at": "2030-01-01T02:00:00+02:00"}
        self.assertEqual(self.put(first), (201, "created"))
        same = [
            first,
            {"starts_at": "2030-01-01T00:00:00Z", "total": 80, "pools": {"blue": 50, "red": 50}},
            {**first, "claims_per_user": 1, "units_per_user": 0, "hold_seconds": 0, "versioned": False},
            {**first, "starts_at": "2030-01-01T00:00:00.000Z"},
        ]
        other = [
            {"pools": {"red": 50, "blue": 50}, "total": 80},
            {**first, "pools": {"red": 50}},
            {**first, "pools": {"red": 50, "blue": 51}},
            {**first, "total": 81},
            {**first, "claims_per_user": 2},
            {**first, "units_per_user": 1},
            {**first, "hold_seconds": 1},
            {**first, "versioned": True},
            {**first, "ends_at": "2031-01-01T00:00:00Z"},
        ]
        for definition in same:
            self.assertEqual(self.put(definition), (200, "ok"), definition)
        for definition in other:
            self.assertEqual(self.put(definition), (409, "sale_exists"), definition)

    def test_it_is_the_first_definition_that_counts(self):
        first = {"pools": {"p": 1}}
        self.assertEqual(self.put(first), (201, "created"))
        self.assertEqual(self.patch({"claims_per_user": 3, "pools": {"q": 1}}), (200, "ok"))
        self.assertEqual(self.restock(id="r", pool="p", units=5)[0], 200)
        self.assertEqual(self.put(first), (200, "ok"))
        self.assertEqual(self.put({"pools": {"p": 1, "q": 1}, "claims_per_user": 3}), (409, "sale_exists"))
        self.assertEqual(self.show()["pools"]["p"]["left"], 6, "a repeated PUT writes nothing")

    def test_shown_as_documented(self):
        self.put({"pools": {"red": 50, "blue": 7}, "total": 55, "hold_seconds": 900, "claims_per_user": 0})
        self.h.claim("s", "u", "red", 2, id="a")
        self.h.claim("s", "u", "red", 1, id="b")
        self.h.post("/v1/sales/s/claims/b/confirm")
        body = self.show()
        self.assertEqual(body["sale"], "s")
        self.assertEqual(body["status"], "open")
        self.assertEqual(body["version"], 1)
        self.assertEqual(body["pools"], {"red": {"stocked": 50, "left": 47, "held": 2, "confirmed": 1},
                                         "blue": {"stocked": 7, "left": 7, "held": 0, "confirmed": 0}})
        self.assertEqual(body["total"], {"stocked": 55, "left": 52, "held": 2, "confirmed": 1})
        self.assertEqual(body["hot"]["left"], {"red": 47, "blue": 7})
        self.assertIs(body["loaded"], True)
        definition = body["definition"]
        self.assertEqual(definition["pools"], {"red": 50, "blue": 7})
        self.assertEqual([definition[k] for k in ("total", "hold_seconds", "claims_per_user")], [55, 900, 0])

    def test_without_a_cap_the_total_is_the_sum(self):
        self.put({"pools": {"red": 5, "blue": 7}})
        self.h.claim("s", "u", "red", 2)
        self.assertEqual(self.show()["total"], {"stocked": 12, "left": 10, "held": 0, "confirmed": 2})

    def test_unknown_sale(self):
        calls = [("GET", "", None), ("PATCH", "", {"claims_per_user": 2}), ("DELETE", "", None),
                 ("POST", "/pause", None), ("POST", "/resume", None), ("POST", "/close", None),
                 ("POST", "/restock", {"id": "r", "pool": "p", "units": 1}), ("GET", "/claims?user=u", None),
                 ("GET", "/claims/c", None), ("POST", "/claims/c/confirm", None), ("POST", "/claims/c/release", {}),
                 ("POST", "/claims/c/release", {"bar": True}), ("POST", "/claims/c/extend", {"seconds": 5})]
        for method, tail, body in calls:
            status, answer = self.h.call(method, f"/v1/sales/none{tail}", body)
            self.assertEqual((status, answer["verdict"]), (404, "unknown_sale"), (method, tail))
            self.assertTrue(answer["detail"])


class StatusTest(SaleTest):
    def test_status_words(self):
        past, future = iso(now_millis() - DAY), iso(now_millis() + DAY)
        cases = [
            ({}, [], "open"),
            ({"starts_at": past, "ends_at": future}, [], "open"),
            ({}, ["pause"], "paused"),
            ({}, ["pause", "pause", "resume", "resume"], "open"),
            ({"starts_at": future}, ["pause"], "not_started"),
            ({"ends_at": past}, ["pause"], "ended"),
            ({"starts_at": future}, ["close", "close"], "closed"),
            ({"ends_at": past}, ["close"], "closed"),
        ]
        for i, (fields, actions, status) in enumerate(cases):
            name = f"s{i}"
            self.assertEqual(self.put({"pools": {"p": 1}, **fields}, name), (201, "created"))
            for action in actions:
                self.assertEqual(self.act(action, name), (200, "ok"), "idempotent")
            self.assertEqual(self.show(name)["status"], status)
            self.assertEqual(self.show(name)["version"], 1, "switches do not move the version")

    def test_starts_inclusive_ends_exclusive(self):
        start = now_millis() + 700
        end = start + 700
        self.put({"pools": {"p": 100}, "claims_per_user": 0, "starts_at": iso(start), "ends_at": iso(end)})
        seen = set()
        while now_millis() < end + 50:
            number = len(seen)
            _, body = self.h.claim("s", "u", id=f"c{now_millis()}-{number}")
            at = millis(body.get("now") or body.get("created_at"))
            expected = "not_started" if at < start else "ended" if at >= end else ("accepted", "sold_out")
            self.assertIn(body["verdict"], expected, (start, at, end))
            seen.add(body["verdict"])
        self.assertLessEqual({"not_started", "accepted", "ended"}, seen)

    def test_first_claim_at_the_start(self):
        start = now_millis() + 300
        self.put({"pools": {"p": 1}, "starts_at": iso(start)})
        wait_until(start)
        self.assertEqual(self.h.claim("s", "u")[0], 201)

    def test_claims_are_settled_in_every_status(self):
        past, future = iso(now_millis() - DAY), iso(now_millis() + DAY)
        switches = {"paused": ("POST", "/pause", None), "closed": ("POST", "/close", None),
                    "early": ("PATCH", "", {"starts_at": future}), "late": ("PATCH", "", {"ends_at": past})}
        for name, (method, tail, body) in switches.items():
            self.put({"pools": {"p": 5}, "hold_seconds": 100, "claims_per_user": 0}, name)
            for id in ("a", "b", "c"):
                self.h.claim(name, "u", id=id)
            self.assertEqual(self.h.call(method, f"/v1/sales/{name}{tail}", body)[0], 200)
            for id, action, order in [("a", "confirm", None), ("b", "release", None), ("c", "extend", {"seconds": 200})]:
                status, answer = self.h.post(f"/v1/sales/{name}/claims/{id}/{action}", order)
                self.assertEqual((status, answer["verdict"]), (200, "ok"), (name, action))
            self.assertEqual(self.show(name)["pools"]["p"], {"stocked": 5, "left": 3, "held": 1, "confirmed": 1})


class PatchTest(SaleTest):
    def test_changes_and_versions(self):
        self.put({"pools": {"p": 5}})
        start, end = iso(now_millis() - DAY), iso(now_millis() + DAY)
        steps = [
            ({"claims_per_user": 3}, {"claims_per_user": 3}),
            ({"units_per_user": 4}, {"units_per_user": 4}),
            ({"hold_seconds": 60}, {"hold_seconds": 60}),
            ({"starts_at": start, "ends_at": end}, {"starts_at": start, "ends_at": end}),
            ({"starts_at": None, "ends_at": None}, {"starts_at": None, "ends_at": None}),
            ({"pools": {"q": 7, "r": 0}, "if_version": 6}, {"pools": {"p": 5, "q": 7, "r": 0}}),
            ({"claims_per_user": 0, "units_per_user": 0, "hold_seconds": 0}, {"hold_seconds": 0}),
        ]
        for i, (changes, expected) in enumerate(steps):
            self.assertEqual(self.patch(changes), (200, "ok"), changes)
            body = self.show()
            self.assertEqual(body["version"], 2 + i)
            self.assertEqual({key: body["definition"][key] for key in expected}, expected)
        self.assertEqual(self.show()["pools"]["q"]["left"], 7)
        self.assertEqual(self.h.claim("s", "u", "q", 7, id="c")[0], 201, "stock of a new pool can be claimed at once")

    def test_refusals_change_nothing(self):
        self.put({"pools": {"p": 5}, "total": 3, "starts_at": "2030-01-01T00:00:00Z"})
        before = self.show()
        cases = [
            ({"if_version": 2, "claims_per_user": 2}, 409, "version_conflict", None),
            ({"pools": {"q": 1, "p": 1}}, 400, "invalid", "pools.p"),
            ({"pools": {"q": -1}}, 400, "invalid", "pools.q"),
            ({"total": 4}, 400, "invalid", "total"),
            ({"versioned": True}, 400, "invalid", "versioned"),
            ({"team": {"size": 2, "seconds": 9}}, 400, "invalid", "team"),
            ({"ends_at": "2029-01-01T00:00:00Z"}, 400, "invalid", "ends_at"),
            ({"claims_per_user": None}, 400, "invalid", "claims_per_user"),
            ({"hold_seconds": None}, 400, "invalid", "hold_seconds"),
            ({"hold_seconds": 31_536_001}, 400, "invalid", "hold_seconds"),
            ({"claims_per_users": 4}, 400, "invalid", "claims_per_users"),
            ("", 400, "invalid", None),
        ]
        for changes, status, verdict, field in cases:
            got, body = self.h.patch("/v1/sales/s", changes)
            self.assertEqual((got, body["verdict"], body.get("field")), (status, verdict, field), changes)
        self.assertEqual(self.h.patch("/v1/sales/s", {"if_version": 9, "claims_per_user": 2})[1]["version"], 1)
        self.assertEqual(self.show(), before)

    def test_lower_limit_refuses_only_new_claims(self):
        self.put({"pools": {"p": 50}, "claims_per_user": 0, "units_per_user": 0})
        for id in ("a", "b", "c"):
            self.assertEqual(self.h.claim("s", "u", "p", 2, id=id)[0], 201)
        self.assertEqual(self.patch({"claims_per_user": 2, "units_per_user": 3}), (200, "ok"))
        self.assertEqual(self.h.claim("s", "u", id="d")[1]["verdict"], "already_claimed")
        self.assertEqual(self.h.claim("s", "u", "p", 2, id="a")[1].get("replayed"), True)
        page = self.h.get("/v1/sales/s/claims?user=u")[1]
        self.assertEqual((page["remaining_claims"], page["remaining_units"]), (0, 0))
        self.assertEqual(self.patch({"claims_per_user": 9}), (200, "ok"))
        status, body = self.h.claim("s", "u", id="d")
        self.assertEqual((body["verdict"], body["remaining"]), ("limit_reached", 0))
        self.assert_audit()

    def test_hold_of_new_claims_only(self):
        self.put({"pools": {"p": 50}, "hold_seconds": 900})
        old = self.h.claim("s", "u1")[1]
        self.assertEqual(millis(old["expires_at"]), millis(old["created_at"]) + 900_000)
        self.patch({"hold_seconds": 0})
        self.assertEqual(self.h.claim("s", "u2")[1]["state"], "confirmed")
        self.patch({"hold_seconds": 5})
        new = self.h.claim("s", "u3")[1]
        self.assertEqual(millis(new["expires_at"]), millis(new["created_at"]) + 5_000)
        shown = self.h.get(f"/v1/sales/s/claims/{old['claim']}")[1]
        self.assertEqual((shown["state"], shown["expires_at"]), ("held", old["expires_at"]))

    def test_versioned_sale_moves_with_each_accepted_claim(self):
        self.put({"pools": {"p": 3}, "versioned": True, "claims_per_user": 0})
        self.assertEqual(self.h.claim("s", "u", id="a", if_version=1)[1]["version"], 2)
        self.assertEqual(self.h.claim("s", "u", id="b", if_version=1)[1]["version"], 2)
        self.assertEqual(self.h.claim("s", "u", id="b", if_version=1)[1]["verdict"], "version_conflict")
        self.assertEqual(self.h.claim("s", "u", id="b", if_version=2)[1]["version"], 3)
        self.assertEqual(self.h.claim("s", "u", id="b", if_version=2)[1].get("replayed"), True)
        self.assertEqual(self.h.claim("s", "u", "p", 9, id="c")[1]["verdict"], "sold_out")
        for action in ("pause", "resume", "close"):
            self.act(action)
        self.h.post("/v1/sales/s/claims/a/release", {"confirmed": True})
        self.assertEqual(self.show()["version"], 3)


class RestockTest(SaleTest):
    def setUp(self):
        super().setUp()
        self.put({"pools": {"p": 5, "q": 5}, "total": 6})

    def left(self):
        body = self.show()
        numbers = [body["pools"]["p"]["left"], body["pools"]["q"]["left"], body["total"]["left"]]
        self.assertEqual(body["hot"]["left"], {"p": numbers[0], "q": numbers[1]})
        return numbers

    def test_table(self):
        steps = [
            # order, status, verdict, left in the answer, left of p, q and total after it, version after it
            (dict(id="a", pool="p", units=3), 200, "ok", 8, [8, 5, 9], 2),
            (dict(id="a", pool="p", units=3), 200, "ok", 8, [8, 5, 9], 2),
            (dict(id="a", pool="p", units=4), 409, "id_conflict", None, [8, 5, 9], 2),
            (dict(id="a", pool="q", units=3), 409, "id_conflict", None, [8, 5, 9], 2),
            (dict(id="a", pool="p", units=3, total=False), 409, "id_conflict", None, [8, 5, 9], 2),
            (dict(id="b", pool="q", units=2, total=False), 200, "ok", 7, [8, 7, 9], 3),
            (dict(id="c", pool="*", units=1), 200, "ok", 10, [8, 7, 10], 4),
            (dict(id="d", pool="q", units=-7), 200, "ok", 0, [8, 0, 3], 5),
            (dict(id="e", pool="q", units=-1), 409, "insufficient", None, [8, 0, 3], 5),
            (dict(id="e", pool="p", units=-4), 409, "insufficient", None, [8, 0, 3], 5),
            (dict(id="e", pool="p", units=-4, total=False), 200, "ok", 4, [4, 0, 3], 6),
            (dict(id="f", pool="*", units=-4), 409, "insufficient", None, [4, 0, 3], 6),
            (dict(id="f", pool="*", units=-3), 200, "ok", 0, [4, 0, 0], 7),
            (dict(id="g", pool="x", units=1), 404, "unknown_pool", None, [4, 0, 0], 7),
            (dict(id="g", pool="p", units=1, if_version=6), 409, "version_conflict", None, [4, 0, 0], 7),
            (dict(id="g", pool="p", units=1, if_version=7), 200, "ok", 5, [5, 0, 1], 8),
            (dict(id="g", pool="p", units=1, if_version=7), 200, "ok", 5, [5, 0, 1], 8),
            (dict(id="g", pool="p", units=1), 409, "id_conflict", None, [5, 0, 1], 8),
            (dict(id="h", pool="p", units=MOST), 400, "invalid", None, [5, 0, 1], 8),
        ]
        for order, status, verdict, left, after, version in steps:
            self.assertEqual(self.restock(**order), (status, verdict, left), order)
            self.assertEqual(self.left(), after, order)
            self.assertEqual(self.show()["version"], version, order)
        self.assert_audit()

    def test_invalid_orders(self):
        good = dict(id="r", pool="p", units=1)
        cases = [({**good, "units": value}, "units") for value in (0, 1.5, "5", True, None, MOST + 1, -MOST - 1)]
        cases += [({k: v for k, v in good.items() if k != missing}, missing) for missing in good]
        cases += [({**good, "id": "_r"}, "id"), ({**good, "pool": "-"}, "pool"), ({**good, "unit": 1}, "unit"),
                  ({**good, "total": 1}, "total"), ({**good, "if_version": "1"}, "if_version")]
        for order, field in cases:
            status, body = self.h.post("/v1/sales/s/restock", order)
            self.assertEqual((status, body["verdict"], body["field"]), (400, "invalid", field), order)
        for text in ('{"id":"r","pool":"p","units":5.0}', '{"id":"r","pool":"p","units":1e3}',
                     '{"id":"r","pool":"p","units":1,"units":1}', "", "[]", "null"):
            self.assertEqual(self.h.post("/v1/sales/s/restock", text)[0], 400, text)
        self.assertEqual(self.left(), [5, 5, 6])
        self.assertEqual(self.show()["version"], 1)

    def test_every_status_but_closed(self):
        self.act("pause")
        self.assertEqual(self.restock(id="a", pool="p", units=1), (200, "ok", 6))
        self.patch({"starts_at": "2040-01-01T00:00:00Z"})
        self.assertEqual(self.restock(id="b", pool="p", units=1), (200, "ok", 7))
        self.act("close")
        self.assertEqual(self.restock(id="c", pool="p", units=1)[:2], (409, "closed"))
        self.assertEqual(self.restock(id="b", pool="p", units=1), (200, "ok", 7), "a replay is no new restock")

    def test_next_claim_sees_it(self):
        self.put({"pools": {"p": 0}, "claims_per_user": 0}, "t")
        for i in range(50):
            self.assertEqual(self.h.claim("t", "u", id=f"c{i}")[1]["verdict"], "sold_out")
            self.assertEqual(self.restock("t", id=f"r{i}", pool="p", units=1), (200, "ok", 1))
            self.assertEqual(self.h.claim("t", "u", id=f"c{i}")[0], 201)
        self.assertEqual(self.show("t")["version"], 51)

    def test_ids_of_restocks_and_claims_are_apart(self):
        self.assertEqual(self.restock(id="x", pool="p", units=1)[0], 200)
        self.assertEqual(self.h.claim("s", "u", id="x")[0], 201)

    def test_total_needs_a_cap(self):
        self.put({"pools": {"p": 5}}, "t")
        self.assertEqual(self.restock("t", id="r", pool="*", units=1)[:2], (404, "unknown_pool"))

    def test_up_to_the_most(self):
        self.put({"pools": {"p": MOST}, "total": MOST}, "t")
        self.assertEqual(self.show("t")["pools"]["p"]["left"], MOST)
        self.assertEqual(self.restock("t", id="a", pool="p", units=1)[:2], (400, "invalid"))
        self.assertEqual(self.restock("t", id="b", pool="p", units=-MOST), (200, "ok", 0))
        self.assertEqual(self.restock("t", id="c", pool="p", units=MOST), (200, "ok", MOST))
        self.assert_audit()


class ListTest(SaleTest):
    def test_pages(self):
        names = [f"s{i}" for i in range(7)]
        for name in reversed(names):
            self.put({"pools": {"p": 1}}, name)
        self.act("pause", "s3")
        seen, after, pages = [], "", 0
        while after is not None:
            _, body = self.h.get(f"/v1/sales?limit=3&after={after}")
            self.assertEqual(body["verdict"], "ok")
            self.assertLessEqual(len(body["sales"]), 3)
            seen += body["sales"]
            after, pages = body["next"], pages + 1
        self.assertEqual(pages, 3)
        self.assertEqual(seen, [{"sale": n, "status": "paused" if n == "s3" else "open"} for n in names])
        self.assertIsNone(self.h.get("/v1/sales?limit=7")[1]["next"], "a full last page has no next")
        self.assertEqual(self.h.get("/v1/sales?after=s6")[1]["sales"], [])
        self.assertEqual(len(self.h.get("/v1/sales")[1]["sales"]), 7)

    def test_bad_questions(self):
        for query, field in [("limit=0", "limit"), ("limit=x", "limit"), ("limit=-1", "limit"), ("limits=3", "limits"),
                             ("after=%20", "after")]:
            status, body = self.h.get(f"/v1/sales?{query}")
            self.assertEqual((status, body["verdict"], body["field"]), (400, "invalid", field))


class DeleteTest(SaleTest):
    def delete(self):
        status, body = self.h.delete("/v1/sales/s")
        return status, body["verdict"]

    def test_rules(self):
        self.put({"pools": {"p": 5}, "hold_seconds": 100})
        self.assertEqual(self.delete(), (409, "not_settled"))
        claim = self.h.claim("s", "u")[1]["claim"]
        self.act("close")
        self.assertEqual(self.delete(), (409, "not_settled"), "a claim is held")
        self.assertEqual(self.h.post(f"/v1/sales/s/claims/{claim}/confirm")[0], 200)
        self.assertEqual(self.delete(), (200, "ok"))
        self.assertEqual(self.delete(), (404, "unknown_sale"))
        self.assertEqual(self.h.claim("s", "u")[1]["verdict"], "unknown_sale")
        self.assertEqual(self.h.get("/v1/sales")[1]["sales"], [])

    def test_name_is_free_for_another_sale(self):
        self.put({"pools": {"p": 5}})
        self.h.claim("s", "u", id="c")
        self.restock(id="r", pool="p", units=5)
        self.act("close")
        self.assertEqual(self.delete(), (200, "ok"))
        self.assertEqual(self.put({"pools": {"q": 1}}), (201, "created"))
        self.assertEqual(self.show()["version"], 1)
        self.assertEqual(self.h.get("/v1/sales/s/claims/c")[0], 404)
        self.assertEqual(self.h.claim("s", "u", "q", id="c")[0], 201)
        self.assertEqual(self.restock(id="r", pool="q", units=1), (200, "ok", 1))
        self.assert_audit()
        self.restart()
        self.assertEqual(self.show()["pools"], {"q": {"stocked": 2, "left": 1, "held": 0, "confirmed": 1}})


if __name__ == "__main__":
    unittest.main()
