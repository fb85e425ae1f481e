"""The bounds of every value: the last that is taken and the first that is not, and that nothing changes then."""

import json
import unittest

from allot import RespError, ServerTest

MOST_UNITS = 1_000_000_000
MOST_STOCK = 10**15
MOST_SECONDS = 31_536_000

NAMES = ["a", "Z", "0", "a" * 64, "9._-:", "A.b_c-d:e"]
NO_NAMES = ["", "a" * 65, "-a", ".a", "_a", ":a", "a b", "a/b", "a@b", "ä", "a\n", "*", "a\u0000"]
IDS = NAMES + ["a@b", "x@", "a" * 63 + "@"]
NO_IDS = ["", "a" * 65, "@a", "-", "-a", "a b", "a/b", "ä", "a\t", "a\u0000"]
USERS = ["u", "7", "007", "Bob", "bob", " ", "a b", "-", "ü" * 64, "🎟️" * 18, "u" * 128, "\u00a0", '"\\/', "null"]
NO_USERS = ["", "u" * 129, "ü" * 64 + "x", "a\nb", "\u0000", "\u007f", "a\u001fb", "\u0085"]
NO_INTEGERS = ["1.5", "1e3", "5.0", '"5"', "true", "null", "-1", "1000000000000000000000", "[1]", "{}", "1e400", "-0.0"]


class ValueTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.put("s", {"pools": {"p": 10**12}, "claims_per_user": 0})[0], 201)
        self.count = 0

    def put(self, sale, definition):
        status, body = self.h.put(f"/v1/sales/{sale}", definition)
        return status, body.get("field")

    def claim(self, sale="s", text=None, **fields):
        self.count += 1
        body = {"id": f"n{self.count}", "user": "u", "items": [{"pool": "p", "units": 1}], **fields}
        return self.h.post(f"/v1/sales/{sale}/claims", text if text is not None else body)

    def assert_invalid(self, answer, field=None):
        status, body = answer
        self.assertEqual((status, body["verdict"]), (400, "invalid"), body)
        self.assertTrue(body["detail"])
        if field is not None:
            self.assertEqual(body.get("field"), field, body)

    def untouched(self, figures={"stocked": 10**12, "left": 10**12, "held": 0, "confirmed": 0}):
        self.assertEqual(self.figures(), figures)


class NameTest(ValueTest):
    def test_pools(self):
        self.assertEqual(self.put("all", {"pools": {name: 1 for name in NAMES}})[0], 201)
        for name in NO_NAMES:
            self.assertEqual(self.put("none", {"pools": {name: 1}})[0], 400, repr(name))
            self.assert_invalid(self.claim(items=[{"pool": name, "units": 1}]), "items[0].pool")

    def test_sales(self):
        for name in NAMES[:-1]:
            self.assertEqual(self.put(name.replace(":", "%3A"), {"pools": {"p": 1}})[0], 201, name)
            self.assertEqual(self.h.get(f"/v1/sales/{name}")[0], 200)
        for path in ["a" * 65, "-a", "%20", "a%20b", "%C3%A4", "a%2Fb", "*", "%00", "a@b"]:
            status, body = self.h.put(f"/v1/sales/{path}", {"pools": {"p": 1}})
            self.assertEqual((status, body["verdict"], body["field"]), (400, "invalid", "sale"), path)

    def test_ids(self):
        for id in IDS:
            self.assertEqual(self.claim(id=id)[0], 201, id)
            self.assertEqual(self.h.get(f"/v1/sales/s/claims/{id}")[1]["claim"], id)
            self.assertEqual(self.h.post("/v1/sales/s/restock", {"id": id, "pool": "p", "units": 1})[0], 200)
        for id in NO_IDS + [5, None, True, ["a"]]:
            self.assert_invalid(self.claim(id=id), "id")
            self.assert_invalid(self.h.post("/v1/sales/s/restock", {"id": id, "pool": "p", "units": 1}), "id")

    def test_users(self):
        self.put("one", {"pools": {"p": 1000}})
        for user in USERS:
            body = {"user": user, "items": [{"pool": "p", "units": 1}]}
            status, answer = self.h.post("/v1/sales/one/claims", body)
            self.assertEqual((status, answer.get("user")), (201, user), repr(user))
            if user != "-":
                self.assertEqual(self.r.call("CLAIM", "one", user, "-", "p", 1)[0], "already_claimed")
        for user in NO_USERS + [7, None, True, {}]:
            self.assert_invalid(self.claim(user=user), "user")
        for raw in (b"\xff", b"a\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"a\nb", b"", b"u" * 129):
            self.assertEqual(self.r.call("CLAIM", "s", raw, "x", "p", 1)[0], "invalid", raw)
            text = b'{"id":"x","items":[{"pool":"p","units":1}],"user":"' + raw + b'"}'
            self.assertEqual(self.h.post("/v1/sales/s/claims", text)[0], 400, raw)
        self.untouched()

    def test_refs(self):
        for ref in ["r", "x" * 64, "ü" * 32, "a b/c"]:
            status, answer = self.claim(ref=ref)
            self.assertEqual((status, answer["ref"]), (201, ref))
        for ref in ["x" * 65, "ü" * 32 + "x", "a\nb", 5, None]:
            self.assert_invalid(self.claim(ref=ref), "ref")
        self.assertEqual(self.r.call("CLAIM", "s", "u", "rr", "p", 1, "REF", "x" * 65)[0], "invalid")


class NumberTest(ValueTest):
    def test_units(self):
        for units in (1, 2, MOST_UNITS):
            self.assertEqual(self.claim(items=[{"pool": "p", "units": units}])[0], 201)
        before = self.figures()
        for text in NO_INTEGERS + ["0", str(MOST_UNITS + 1), "9223372036854775808"]:
            body = '{"id":"x","user":"u","items":[{"pool":"p","units":%s}]}' % text
            self.assert_invalid(self.claim(text=body), "items[0].units")
        for word in ("0", "-1", "1.5", "1e3", "+5", "05", "", " 5", "5 ", str(MOST_UNITS + 1), "9" * 30, "0x5", "five"):
            reply = self.r.call("CLAIM", "s", "u", "x", "p", word)
            self.assertEqual(reply[:4], ["invalid", "", "", 0], word)
            self.assertEqual(json.loads(reply[4])["field"], "items[0].units")
        self.untouched(before)

    def test_if_version(self):
        for text in NO_INTEGERS + ["0"]:
            body = '{"id":"x","user":"u","items":[{"pool":"p","units":1}],"if_version":%s}' % text
            if text == "1000000000000000000000":
                continue
            self.assert_invalid(self.claim(text=body), "if_version")
        self.assertEqual(self.claim(if_version=1)[0], 201)

    def test_items(self):
        pools = {f"p{i}": 10 for i in range(100)}
        self.put("many", {"pools": pools, "claims_per_user": 0})
        lines = [{"pool": pool, "units": 1} for pool in pools]
        status, answer = self.claim("many", items=lines)
        self.assertEqual((status, answer["items"], len(answer["left"])), (201, lines, 100))
        words = [word for line in lines for word in (line["pool"], line["units"])]
        self.assertEqual(self.r.call("CLAIM", "many", "u", "full", *words)[0], "accepted")
        self.assert_invalid(self.claim("many", items=lines + [{"pool": "p0", "units": 1}]), "items")
        self.assert_invalid(self.claim(items=[]), "items")
        for items in (None, {}, "p", 5):
            self.assert_invalid(self.claim(items=items), "items")
        for item in (None, 5, "p", [], {}):
            self.assert_invalid(self.claim(items=[item]))
        self.assert_invalid(self.claim(items=[{"pool": "p"}]), "items[0].units")
        self.assert_invalid(self.claim(items=[{"pool": "p", "units": 1}, {"units": 1}]), "items[1].pool")

    def test_sums_of_lines(self):
        half = MOST_UNITS // 2
        line = {"pool": "p", "units": half}
        self.assertEqual(self.claim(items=[line, line])[1]["items"], [{"pool": "p", "units": MOST_UNITS}])
        before = self.figures()
        self.assert_invalid(self.claim(items=[line, line, {"pool": "p", "units": 1}]), "items[2].units")
        self.assertEqual(self.r.call("CLAIM", "s", "u", "x", "p", half, "p", half, "p", 1)[0], "invalid")
        self.untouched(before)
        status, answer = self.claim(items=[{"pool": "p", "units": 1}] * 100)
        self.assertEqual((status, answer["items"]), (201, [{"pool": "p", "units": 100}]))

    def test_definitions(self):
        good = [
            {"pools": {"p": 0}}, {"pools": {"p": MOST_STOCK}}, {"pools": {"p": 1}, "total": 0},
            {"pools": {"p": 1}, "total": MOST_STOCK}, {"pools": {f"p{i}": i for i in range(1000)}},
            {"pools": {"p": 1}, "hold_seconds": MOST_SECONDS}, {"pools": {"p": 1}, "claims_per_user": 0},
            {"pools": {"p": 1}, "starts_at": "2026-02-28T23:59:59.999+14:00"},
            {"pools": {"p": 1}, "starts_at": "2028-02-29t00:00:00z"},
        ]
        for i, definition in enumerate(good):
            self.assertEqual(self.put(f"g{i}", definition)[0], 201, str(definition)[:80])
        bad = [
            ({}, "pools"), ({"pools": {}}, "pools"), ({"pools": []}, "pools"), ({"pools": None}, "pools"),
            ({"pools": {"p": MOST_STOCK + 1}}, "pools.p"), ({"pools": {"p": -1}}, "pools.p"),
            ({"pools": {"p": "5"}}, "pools.p"), ({"pools": {"p": 1.5}}, "pools.p"), ({"pools": {"p": None}}, "pools.p"),
            ({"pools": {f"p{i}": 1 for i in range(1001)}}, "pools"),
            ({"pools": {"p": 1}, "total": MOST_STOCK + 1}, "total"), ({"pools": {"p": 1}, "total": None}, "total"),
            ({"pools": {"p": 1}, "total": -1}, "total"), ({"pools": {"p": 1}, "hold_seconds": -1}, "hold_seconds"),
            ({"pools": {"p": 1}, "hold_seconds": MOST_SECONDS + 1}, "hold_seconds"),
            ({"pools": {"p": 1}, "hold_seconds": None}, "hold_seconds"),
            ({"pools": {"p": 1}, "claims_per_user": -1}, "claims_per_user"),
            ({"pools": {"p": 1}, "claims_per_user": True}, "claims_per_user"),
            ({"pools": {"p": 1}, "units_per_user": "2"}, "units_per_user"),
            ({"pools": {"p": 1}, "versioned": 1}, "versioned"), ({"pools": {"p": 1}, "versioned": None}, "versioned"),
            ({"pools": {"p": 1}, "starts_at": None}, "starts_at"), ({"pools": {"p": 1}, "starts_at": 5}, "starts_at"),
            ({"pools": {"p": 1}, "name": "x"}, "name"), ({"pool": {"p": 1}}, "pool"),
            ({"pools": {"p": 1}, "starts_at": "2030-01-01T00:00:00Z", "ends_at": "2030-01-01T00:00:00Z"}, "ends_at"),
            # of versions to come
            ({"pools": {"p": 1}, "rate": {"claims": 1, "per_seconds": 1}}, "rate"),
            ({"pools": {"p": 1}, "team": {"size": 3, "seconds": 60}}, "team"),
        ]
        bad += [({"pools": {"p": 1}, "starts_at": text}, "starts_at") for text in (
            "", "2026-01-01", "2026-01-01T00:00:00", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-01-01T24:00:00Z", "2026-01-01 00:00:00", "1767225600", "2026-01-01T00:00:00+25:00", "tomorrow")]
        for definition, field in bad:
            self.assertEqual(self.put("bad", definition), (400, field), str(definition)[:80])
            self.assertEqual(self.h.get("/v1/sales/bad")[0], 404)

    def test_times_come_back_in_utc(self):
        self.put("t", {"pools": {"p": 1}, "starts_at": "2030-06-01T12:00:00.5+02:00"})
        self.assertEqual(self.h.get("/v1/sales/t")[1]["definition"]["starts_at"], "2030-06-01T10:00:00.500Z")

    def test_items_of_later_versions(self):
        for item, field in [({"any_of": ["p"], "units": 1}, "any_of"), ({"pool": "p", "units": 1, "split": True}, "split")]:
            status, body = self.claim(items=[item])
            self.assertEqual((status, body["field"]), (400, f"items[0].{field}"))
            self.assertIn("not offered", body["detail"])


class JsonTest(ValueTest):
    def test_unknown_fields(self):
        self.assert_invalid(self.claim(usr="x"), "usr")
        self.assert_invalid(self.claim(items=[{"pool": "p", "units": 1, "unit": 1}]), "items[0].unit")
        self.untouched()

    def test_duplicate_keys(self):
        for text, field in [
            ('{"user":"u","id":"a","user":"u","items":[{"pool":"p","units":1}]}', "user"),
            ('{"user":"u","id":"a","items":[{"pool":"p","units":1,"units":1}]}', "items[0].units"),
            ('{"user":"u","id":"a","us\\u0065r":"u","items":[{"pool":"p","units":1}]}', "user"),
            ('{"user":"u","id":"a","items":[{"pool":"p","units":1}],"meta":{"a":1,"a":2}}', "meta.a"),
        ]:
            self.assert_invalid(self.claim(text=text), field)
        self.assert_invalid(self.h.put("/v1/sales/d", '{"pools":{"p":1,"p":2}}'), "pools.p")
        self.untouched()

    def test_no_json(self):
        for text in ("", " ", "null", "[]", "5", '"x"', "{", "{}}", '{"user":}', "{'user':'u'}", "\ufeff{}", "{} x",
                     '{"user":"u",}', "[" * 100_000, "NaN", '{"a":01}', '{"a":"\t"}', '{"a":"\\x"}'):
            self.assert_invalid(self.claim(text=text.encode()))
        self.untouched()

    def test_missing_fields(self):
        body = {"id": "x", "user": "u", "items": [{"pool": "p", "units": 1}]}
        for field in ("user", "items"):
            rest = {key: value for key, value in body.items() if key != field}
            self.assert_invalid(self.h.post("/v1/sales/s/claims", rest), field)

    def test_meta(self):
        fits = {"a": "x" * (1024 - len('{"a":""}'))}
        self.assertEqual(len(json.dumps(fits, separators=(",", ":"))), 1024)
        for meta in ({}, {"a": {"b": [1, 2.5, None, True, "ü\n"]}}, fits):
            status, answer = self.h.post("/v1/sales/s/claims", json.dumps(
                {"id": f"m{len(str(meta))}", "user": "u", "items": [{"pool": "p", "units": 1}], "meta": meta},
                separators=(",", ":"), ensure_ascii=False).encode())
            self.assertEqual((status, answer["meta"]), (201, meta))
        for meta in ({"a": fits["a"] + "x"}, [], "x", 5, None, True):
            self.assert_invalid(self.claim(meta=meta), "meta")

    def test_meta_is_not_logged(self):
        self.claim(meta={"secret": "hunter2-is-here"})
        self.assertNotIn("hunter2", self.server.read_log())


class WordTest(ValueTest):
    """The same values in the words of RESP."""

    def test_bad_values_are_verdicts(self):
        rows = [
            (("CLAIM", "-s", "u", "a", "p", 1), "sale"), (("CLAIM", "s", "", "a", "p", 1), "user"),
            (("CLAIM", "s", "u", "@a", "p", 1), "id"), (("CLAIM", "s", "u", "a", "-p", 1), "items[0].pool"),
            (("CLAIM", "s", "u", "a", "p", 1, "IFVERSION", "01"), "if_version"),
            (("CONFIRM", "s", "@"), "claim"), (("RELEASE", "s", "a", "REASON", "x\ny"), "reason"),
            (("EXTEND", "s", "a", "+5"), "seconds"), (("EXTEND", "s", "a", MOST_SECONDS + 1), "seconds"),
        ]
        for words, field in rows:
            reply = self.r.call(*words)
            self.assertEqual(reply[:4], ["invalid", "", "", 0], words)
            self.assertEqual(json.loads(reply[4])["field"], field, words)
        for words in [("s", "r", "p", "0"), ("s", "r", "p", "+1"), ("s", "", "p", 1), ("s", "r", "/", 1), ("-", "r", "p", 1)]:
            self.assertEqual(self.r.call("RESTOCK", *words)[0], "invalid", words)
        self.assertEqual(json.loads(self.r.call("SALE.CREATE", "n", "{}"))["verdict"], "invalid")
        self.untouched()

    def test_wrong_words_are_errors(self):
        for words in [("CLAIM",), ("CLAIM", "s", "u", "-", "p"), ("CLAIM", "s", "u", "-", "p", 1, "REF"),
                      ("CLAIM", "s", "u", "-", "p", 1, "q"), ("CONFIRM", "s"), ("CONFIRM", "s", "a", "b"), ("EXTEND", "s", "a"),
                      ("RELEASE", "s", "a", "NOW"), ("RESTOCK", "s", "r", "p"), ("STOCK",), ("SALE.GET",), ("NONSENSE", "x"),
                      ("ALLOT.NONSENSE",), ("DO", "GET")]:
            reply = self.r.call(*words)
            self.assertIsInstance(reply, RespError, words)
            self.assertTrue(str(reply).startswith("ERR "), reply)
        self.untouched()


if __name__ == "__main__":
    unittest.main()
