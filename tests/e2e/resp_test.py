"""The RESP door: framing, pipelining, both protocols, what clients ask first, DO, errors."""

import json
import socket
import threading
import unittest

from allot import Resp, RespError, ServerTest
from doors import iso, now_millis


class RespTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.make_sale("s", 100, claims_per_user=0)

    def raw(self, data, expect_close=False):
        """Sends bytes on a connection of its own; returns all that comes until it closes or 0.3 s pass."""
        with socket.create_connection(("127.0.0.1", self.server.resp_port), timeout=5) as connection:
            connection.sendall(data)
            if not expect_close:
                connection.settimeout(0.3)
            received = b""
            try:
                while part := connection.recv(65536):
                    received += part
                closed = True
            except (TimeoutError, socket.timeout):
                closed = False
            self.assertEqual(closed, expect_close, (data[:60], received[:200]))
            return received

    def assert_error(self, reply, start):
        self.assertIsInstance(reply, RespError)
        self.assertTrue(str(reply).startswith(start), reply)


class CommandTest(RespTest):
    def test_claim_row(self):
        self.make_sale("h", 5, hold_seconds=10)
        before = now_millis()
        verdict, claim, state, expires_at, detail = self.r.call("CLAIM", "h", "u", "-", "p", 2, "REF", "o1")
        self.assertEqual((verdict, state), ("accepted", "held"))
        self.assertTrue(claim.isdecimal())
        self.assertTrue(before + 10_000 - 1 <= expires_at <= now_millis() + 10_001)
        detail = json.loads(detail)
        created = detail.pop("created_at")
        self.assertEqual(created, iso(expires_at - 10_000))
        self.assertEqual(detail, {"sale": "h", "user": "u", "reason": None, "items": [{"pool": "p", "units": 2}],
                                  "ref": "o1", "meta": None, "team": None, "left": {"p": 3}, "version": 1})
        self.assertEqual(self.r.call("CLAIM", "h", "u", "-", "p", 2)[:4], ["already_claimed", claim, "", 0])
        self.assertEqual(self.r.call("CLAIM", "s", "u", "c", "p", 2)[:4], ["accepted", "c", "confirmed", 0])

    def test_options_in_any_order(self):
        words = ("CLAIM", "s", "u", "c", "p", 1, "REF", "r", "IFVERSION", 1)
        self.assertEqual(self.r.call(*words)[0], "accepted")
        self.assertEqual(self.r.call("claim", "s", "u", "c", "p", 1, "ifversion", 1, "ref", "r")[0], "accepted")
        self.assertEqual(self.r.call("CLAIM", "s", "u", "c", "p", 1)[0], "id_conflict")

    def test_names_in_any_case_and_with_prefix(self):
        for i, name in enumerate(["CLAIM", "claim", "Claim", "ALLOT.CLAIM", "allot.claim", "Allot.Claim"]):
            self.assertEqual(self.r.call(name, "s", "u", f"c{i}", "p", 1)[0], "accepted", name)
        for name in ["ALLOT.STOCK", "allot.stock", "stock"]:
            self.assertEqual(self.r.call(name, "s"), ["p", 94])
        self.assertEqual(self.r.call("ALLOT.PING"), "PONG")

    def test_restock(self):
        self.h.put("/v1/sales/t", {"pools": {"p": 5}, "total": 4})
        rows = [
            (("r1", "p", 3), ["ok", 8]), (("r1", "p", 3), ["ok", 8]), (("r1", "p", 4), ["id_conflict"]),
            (("r2", "*", -3), ["ok", 4]), (("r3", "p", -5), ["insufficient"]), (("r4", "x", 1), ["unknown_pool"]),
            (("r5", "p", 1, "IFVERSION", 9), ["version_conflict"]), (("r5", "p", 1, "IFVERSION", 3), ["ok", 9]),
        ]
        for words, expected in rows:
            reply = self.r.call("RESTOCK", "t", *words)
            self.assertEqual((len(reply), reply[:len(expected)]), (2, expected), words)
        self.assertEqual(self.r.call("RESTOCK", "none", "r", "p", 1)[0], "unknown_sale")
        self.assertEqual(json.loads(self.r.call("SALE.CLOSE", "t"))["verdict"], "ok")
        self.assertEqual(self.r.call("RESTOCK", "t", "r6", "p", 1)[0], "closed")

    def test_stock(self):
        self.h.put("/v1/sales/t", {"pools": {"a": 1, "b": 2, "c": 3}, "total": 4})
        pairs = lambda reply: dict(zip(reply[::2], reply[1::2]))
        self.assertEqual(pairs(self.r.call("STOCK", "t")), {"a": 1, "b": 2, "c": 3})
        self.assertEqual(self.r.call("STOCK", "t", "c", "a"), ["c", 3, "a", 1])
        self.assert_error(self.r.call("STOCK", "none"), "ERR unknown_sale")
        self.assert_error(self.r.call("STOCK", "t", "x"), "ERR unknown_pool")
        self.r.call("HELLO", 3)
        self.assertEqual(self.r.call("STOCK", "t", "c", "a"), {"c": 3, "a": 1})

    def test_json_commands_answer_as_http_does(self):
        definition = {"pools": {"p": 3}}
        created = json.loads(self.r.call("SALE.CREATE", "n", json.dumps(definition)))
        self.assertEqual(created["verdict"], "created")
        self.assertEqual(json.loads(self.r.call("SALE.CREATE", "n", json.dumps(definition)))["verdict"], "ok")
        self.assertEqual(json.loads(self.r.call("SALE.CREATE", "n", '{"pools":{"p":4}}'))["verdict"], "sale_exists")
        self.assertEqual(json.loads(self.r.call("SALE.GET", "n")), self.h.get("/v1/sales/n")[1])
        self.assertEqual(json.loads(self.r.call("SALE.GET", "none"))["verdict"], "unknown_sale")
        for action, status in [("PAUSE", "paused"), ("RESUME", "open"), ("CLOSE", "closed")]:
            self.assertEqual(json.loads(self.r.call(f"SALE.{action}", "n"))["verdict"], "ok")
            self.assertEqual(self.h.get("/v1/sales/n")[1]["status"], status)
        self.assertEqual(json.loads(self.r.call("AUDIT")), self.h.get("/v1/audit")[1])

    def test_do_is_the_http_interface(self):
        rows = [
            ("PUT", "/v1/sales/d", '{"pools":{"p":2}}', 201, "created"),
            ("POST", "/v1/sales/d/claims", '{"user":"u","items":[{"pool":"p","units":1}]}', 201, "accepted"),
            ("POST", "/v1/sales/d/claims", '{"user":"u","items":[{"pool":"p","units":1}]}', 409, "already_claimed"),
            ("POST", "/v1/sales/d/claims", "{}", 400, "invalid"),
            ("POST", "/v1/claims", '{"claims":[{"sale":"d","user":"v","items":[{"pool":"p","units":1}]}]}', 200, "ok"),
            ("GET", "/v1/sales/d/claims?user=u&limit=5", "", 200, "ok"),
            ("PATCH", "/v1/sales/d", '{"claims_per_user":2}', 200, "ok"),
            ("POST", "/v1/sales/d/close", "", 200, "ok"),
            ("DELETE", "/v1/sales/d", "", 200, "ok"),
            ("GET", "/v1/sales/d", "", 404, "unknown_sale"),
            ("GET", "/nowhere", "", 404, "unknown_path"),
            ("PUT", "/v1/claims", "", 405, "method_not_allowed"),
            ("GET", "/healthz", "", 200, "ok"),
        ]
        for method, path, body, status, verdict in rows:
            got, text = self.r.call("DO", method, path, body)
            self.assertEqual((got, json.loads(text)["verdict"]), (status, verdict), (method, path))
        self.assertEqual(self.r.call("DO", "GET", "/healthz")[0], 200)

    def test_of_later_versions(self):
        for words in [("JOIN", "s", "t", "u", "-", "p", 1), ("TEAM.OPEN", "s", "t", "u", "-", "p", 1), ("TEAM.GET", "s", "t"),
                      ("GRAB", "k", "u"), ("PACKET.CREATE", "k", "{}"), ("PACKET.GET", "k"), ("SCRIPT", "LOAD", "allot.claim"),
                      ("FCALL", "claim", 1, "s", "u", "c", "p", 1), ("EVAL", "allot.claim", 1, "s", "u", "c", "p", 1),
                      ("EVALSHA", "0" * 40, 1, "s", "u", "c", "p", 1)]:
            reply = self.r.call(*words)
            self.assert_error(reply, "ERR ")
            self.assertIn("not offered", str(reply))
        self.assertEqual(self.r.call("STOCK", "s"), ["p", 100])


class ConnectionTest(RespTest):
    def test_what_clients_ask(self):
        self.assertEqual(self.r.call("PING"), "PONG")
        self.assertEqual(self.r.call("PING", "hi"), "hi")
        self.assertEqual(self.r.call("ECHO", "\x00ü"), "\x00ü")
        self.assertEqual(self.r.call("SELECT", 0), "OK")
        self.assert_error(self.r.call("SELECT", 1), "ERR")
        self.assertEqual(self.r.call("CLIENT", "SETNAME", "me"), "OK")
        self.assertEqual(self.r.call("CLIENT", "GETNAME"), "me")
        self.assertEqual(self.r.call("CLIENT", "SETINFO", "LIB-NAME", "x"), "OK")
        self.assertIsInstance(self.r.call("CLIENT", "ID"), int)
        self.assertIn("redis_version", self.r.call("INFO"))
        self.assertIsInstance(self.r.call("COMMAND"), list)
        self.assertGreater(self.r.call("COMMAND", "COUNT"), 10)
        self.assertIsInstance(self.r.call("COMMAND", "DOCS"), list)
        slots = self.r.call("CLUSTER", "SLOTS")
        self.assertEqual(slots[0][:2], [0, 16383])
        self.assertEqual(slots[0][2][1], self.server.resp_port)
        self.assertIn("cluster_state:ok", self.r.call("CLUSTER", "INFO"))
        self.assertEqual(len(self.r.call("CLUSTER", "SHARDS")), 1)
        self.assertIsInstance(self.r.call("AUTH", "secret"), (str, RespError))

    def test_hello(self):
        reply = self.r.call("HELLO")
        self.assertEqual(dict(zip(reply[::2], reply[1::2]))["proto"], 2)
        reply = self.r.call("HELLO", 3)
        self.assertEqual((reply["proto"], reply["server"]), (3, "allot"))
        self.assertIsInstance(reply, dict)
        self.assert_error(self.r.call("HELLO", 4), "NOPROTO")
        self.assertEqual(self.r.call("HELLO", 3, "SETNAME", "x")["proto"], 3)
        self.assertEqual(self.r.call("CLAIM", "s", "u", "c", "p", 1)[:4], ["accepted", "c", "confirmed", 0])
        self.assertIsInstance(self.r.call("HELLO", 2), list)
        self.assertEqual(self.r.call("STOCK", "s"), ["p", 99])

    def test_quit(self):
        self.assertEqual(self.raw(b"*1\r\n$4\r\nQUIT\r\n", expect_close=True), b"+OK\r\n")
        self.assertEqual(self.raw(b"PING\r\nQUIT\r\nPING\r\n", expect_close=True), b"+PONG\r\n+OK\r\n")


class PipelineTest(RespTest):
    def test_answers_keep_their_order(self):
        self.make_sale("h", 1000, hold_seconds=100, claims_per_user=0)
        commands, checks = [], []

        def add(check, *words):
            commands.append(Resp.encode(*words))
            checks.append(check)

        row = lambda *start: lambda reply: self.assertEqual(reply[:len(start)], list(start))
        for i in range(200):
            add(row("accepted", f"c{i}", "held"), "CLAIM", "h", f"u{i}", f"c{i}", "p", 1)
            add(lambda reply, i=i: self.assertEqual(reply, f"echo{i}"), "ECHO", f"echo{i}")
            add(row("accepted", f"d{i}", "confirmed") if i < 100 else row("sold_out"), "CLAIM", "s", "u", f"d{i}", "p", 1)
            add(row("ok", f"c{i}", "confirmed"), "CONFIRM", "h", f"c{i}")
            add(row("already_confirmed", f"c{i}"), "RELEASE", "h", f"c{i}")
            add(lambda reply, i=i: self.assertEqual(reply, ["p", 999 - i]), "STOCK", "h")
            add(lambda reply: self.assert_error(reply, "ERR"), "WHAT")
            add(lambda reply, i=i: self.assertEqual(json.loads(reply)["claim"], f"c{i}"), "CLAIM.GET", "h", f"c{i}")
            add(lambda reply: self.assertEqual(reply[0], 200), "DO", "GET", "/v1/sales?limit=1")
        self.r.socket.sendall(b"".join(commands))
        for check in checks:
            check(self.r.read())
        self.assert_audit()

    def pipe(self, *commands):
        self.r.socket.sendall(b"".join(Resp.encode(*words) for words in commands))
        return [self.r.read() for _ in commands]

    def test_each_sees_what_those_before_it_did(self):
        """Without waiting for one answer: as on a connection that does wait."""
        create = '{"pools":{"p":1},"claims_per_user":0,"hold_seconds":100}'
        steps = [
            (("SALE.CREATE", "t", create), "created"),
            (("CLAIM", "t", "u", "c", "p", 1), "accepted"),
            (("CLAIM", "t", "u", "d", "p", 1), "sold_out"),
            (("RELEASE", "t", "c"), "ok"),
            (("CLAIM", "t", "u", "d", "p", 1), "accepted"),
            (("CONFIRM", "t", "d"), "ok"),
            (("RELEASE", "t", "d"), "already_confirmed"),
            (("RELEASE", "t", "d", "CONFIRMED"), "ok"),
            (("STOCK", "t"), "p"),
            (("RESTOCK", "t", "r1", "p", 5), "ok"),
            (("RESTOCK", "t", "r2", "p", -6), "ok"),
            (("CLAIM", "t", "u", "e", "p", 1), "sold_out"),
            (("DO", "POST", "/v1/sales/t/restock", '{"id":"r3","pool":"p","units":1}'), 200),
            (("CLAIM", "t", "u", "e", "p", 1), "accepted"),
            (("SALE.GET", "t"), '"left":0,"held":1'),
            (("CLAIM.GET", "t", "e"), '"state":"held"'),
            (("SALE.PAUSE", "t"), '"ok"'),
            (("SALE.GET", "t"), '"paused"'),
            (("CLAIM", "t", "u", "f", "p", 1), "paused"),
            (("SALE.RESUME", "t"), '"ok"'),
            (("CLAIM", "t", "u", "f", "p", 1), "sold_out"),
            (("DO", "PATCH", "/v1/sales/t", '{"pools":{"q":1}}'), 200),
            (("CLAIM", "t", "u", "f", "q", 1), "accepted"),
            (("DO", "GET", "/v1/sales/t/claims?user=u"), 200),
            (("RELEASE", "t", "e"), "ok"),
            (("RELEASE", "t", "f"), "ok"),
            (("SALE.CLOSE", "t"), '"ok"'),
            (("CLAIM", "t", "u", "g", "p", 1), "closed"),
            (("DO", "DELETE", "/v1/sales/t"), 200),
            (("CLAIM", "t", "u", "g", "p", 1), "unknown_sale"),
            (("SALE.CREATE", "t", create), "created"),
            (("CLAIM", "t", "u", "c", "p", 1), "accepted"),
        ]
        for turn in range(5):
            replies = self.pipe(*(words for words, _ in steps))
            for (words, expected), reply in zip(steps, replies):
                if isinstance(reply, list):
                    self.assertEqual(reply[0], expected, (words, reply))
                else:
                    self.assertIn(expected, str(reply), words)
            self.assertEqual(len(json.loads(replies[23][1])["claims"]), 4)
            self.pipe(("RELEASE", "t", "c"), ("SALE.CLOSE", "t"), ("DO", "DELETE", "/v1/sales/t"))
        self.assert_audit()

    def test_many_releases_at_once(self):
        self.make_sale("m", 2000, hold_seconds=100, claims_per_user=0)
        self.pipe(*(("CLAIM", "m", "u", f"c{i}", "p", 1) for i in range(2000)))
        settle = [("CONFIRM" if i % 2 else "RELEASE", "m", f"c{i}") for i in range(2000)]
        self.assertEqual({reply[0] for reply in self.pipe(*settle)}, {"ok"})
        self.assertEqual(self.figures("m"), {"stocked": 2000, "left": 1000, "held": 0, "confirmed": 1000})

    def test_more_than_the_buffers(self):
        self.make_sale("big", 30_000, claims_per_user=1)
        data = b"".join(Resp.encode("CLAIM", "big", f"u{i}", "-", "p", 1) for i in range(20_000))
        sender = threading.Thread(target=self.r.socket.sendall, args=(data,))
        sender.start()
        verdicts = [self.r.read()[0] for _ in range(20_000)]
        sender.join()
        self.assertEqual(set(verdicts), {"accepted"})
        self.assertEqual(self.figures("big")["left"], 10_000)

    def test_byte_by_byte(self):
        data = Resp.encode("CLAIM", "s", "ü", "c", "p", 1) + b"PING\r\n" + Resp.encode("ECHO", "a\r\nb")
        for byte in data:
            self.r.socket.sendall(bytes([byte]))
        self.assertEqual(self.r.read()[:2], ["accepted", "c"])
        self.assertEqual(self.r.read(), "PONG")
        self.assertEqual(self.r.read(), "a\r\nb")

    def test_same_claim_twice_in_one_packet(self):
        self.r.socket.sendall(Resp.encode("CLAIM", "s", "u", "c", "p", 1) * 3)
        replies = [self.r.read() for _ in range(3)]
        self.assertEqual([reply[0] for reply in replies], ["accepted"] * 3)
        self.assertEqual(["replayed" in reply[4] for reply in replies], [False, True, True])


class FramingTest(RespTest):
    def test_inline(self):
        rows = [(b"PING\r\n", b"+PONG\r\n"), (b"ping\n", b"+PONG\r\n"), (b"\r\n\r\nPING\r\n", b"+PONG\r\n"),
                (b'ECHO "a b"\r\n', b"$3\r\na b\r\n"), (b"ECHO 'a b'\r\n", b"$3\r\na b\r\n"),
                (b'ECHO "\\x41\\n"\r\n', b"$2\r\nA\n\r\n"), (b"  ECHO   x  \r\n", b"$1\r\nx\r\n"),
                (b"STOCK s p\r\n", b"*2\r\n$1\r\np\r\n:100\r\n")]
        for data, expected in rows:
            self.assertEqual(self.raw(data), expected, data)
        self.assertTrue(self.raw(b"CLAIM s u c p 1\r\n").startswith(b"*5\r\n$8\r\naccepted\r\n$1\r\nc\r\n$9\r\nconfirmed\r\n:0\r\n"))

    def test_empty_arrays_are_ignored(self):
        for data in (b"*0\r\n", b"*-1\r\n", b"*0\r\n*-1\r\n\r\n"):
            self.assertEqual(self.raw(data + b"PING\r\n"), b"+PONG\r\n", data)

    def test_nonsense_closes_the_connection(self):
        for data in [b"*x\r\n", b"*1\r\n:5\r\n", b"*1\r\n$x\r\n", b"*1\r\n$-1\r\n", b"*2\r\n$4\r\nPING\r\nPING\r\n", b"*-2\r\n",
                     b"*99999999\r\n", b"*1\r\n$999999999999\r\n", b"*1\r\n$4\r\nPINGxx", b'ECHO "a\r\n', b"*1000000000000\r\n",
                     b"*\r\n", b"*1\r\n$\r\n", b"*+1\r\n"]:
            reply = self.raw(data, expect_close=True)
            self.assertTrue(reply.startswith(b"-ERR Protocol error") and reply.endswith(b"\r\n"), (data, reply))
            self.assertEqual(reply.count(b"\r\n"), 1)

    def test_what_came_before_the_nonsense_is_answered(self):
        reply = self.raw(Resp.encode("CLAIM", "s", "u", "c", "p", 1) + b"PING\r\n*x\r\nPING\r\n", expect_close=True)
        self.assertTrue(reply.startswith(b"*5\r\n$8\r\naccepted"), reply)
        self.assertIn(b"+PONG\r\n-ERR Protocol error", reply)
        self.assertEqual(reply.count(b"+PONG"), 1)

    def test_errors_leave_the_connection_open(self):
        self.assertTrue(self.raw(b"WHAT\r\nPING\r\n").endswith(b"+PONG\r\n"))

    def test_half_a_command_and_gone(self):
        for data in (b"*2\r\n$4\r\nPI", b"*", b"CLAIM s u"):
            with socket.create_connection(("127.0.0.1", self.server.resp_port)) as connection:
                connection.sendall(data)
        self.assertEqual(self.r.call("PING"), "PONG")


if __name__ == "__main__":
    unittest.main()
