"""The HTTP door itself: paths, methods, bodies, keep-alive, pipelining; audit, health, metrics."""

import json
import re
import socket
import unittest

from allot import ServerTest

MIB = 1 << 20
HEAD_MOST = 16 << 10
CLAIM = b'{"id":"c","user":"u","items":[{"pool":"p","units":1}]}'


class Raw:
    """A connection whose bytes are written by hand; reads answers one by one."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.file = self.socket.makefile("rb")

    def send(self, data):
        try:
            self.socket.sendall(data)
        except BrokenPipeError:
            pass  # refused before all of it was sent; the answer is what counts

    def head(self):
        """(status, headers in small letters), or None when the connection is closed."""
        line = self.file.readline()
        if not line:
            return None
        headers = {}
        while (field := self.file.readline().strip()) != b"":
            name, _, value = field.partition(b":")
            headers[name.decode().lower()] = value.strip().decode()
        return int(line.split()[1]), headers

    def answer(self):
        """(status, headers, JSON)."""
        head = self.head()
        if head is None:
            return None
        body = self.file.read(int(head[1]["content-length"]))
        return head[0], head[1], json.loads(body)

    def close(self):
        self.file.close()
        self.socket.close()


def request(method, path, body=b"", *headers):
    lines = [f"{method} {path} HTTP/1.1", "Host: x", *headers]
    if body or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class ServiceTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.make_sale("s", 1000, claims_per_user=0)

    def open(self):
        raw = Raw(self.server.http_port)
        self.addCleanup(raw.close)
        return raw


class PathTest(ServiceTest):
    def test_unknown_paths(self):
        for path in ["/", "/v1", "/v2/sales", "/v1/sale", "/v1/sales/s/nothing", "/v1/sales/s/claims/c/undo",
                     "/v1/sales/s/claims/c/confirm/x", "/metrics/x", "//", "/v1//sales", "/V1/sales"]:
            for method in ("GET", "POST"):
                status, body = self.h.call(method, path)
                self.assertEqual((status, body["verdict"]), (404, "unknown_path"), (method, path))
                self.assertTrue(body["detail"])

    def test_methods(self):
        rows = [("/v1/sales", {"GET", "HEAD"}), ("/v1/sales/s", {"GET", "HEAD", "PUT", "PATCH", "DELETE"}),
                ("/v1/sales/s/pause", {"POST"}), ("/v1/sales/s/restock", {"POST"}),
                ("/v1/sales/s/claims", {"GET", "HEAD", "POST"}), ("/v1/sales/s/claims/c", {"GET", "HEAD"}),
                ("/v1/sales/s/claims/c/confirm", {"POST"}), ("/v1/claims", {"GET", "HEAD", "POST"}),
                ("/v1/audit", {"GET", "HEAD"}), ("/metrics", {"GET", "HEAD"}), ("/healthz", {"GET", "HEAD"}),
                ("/readyz", {"GET", "HEAD"})]
        for path, allowed in rows:
            for method in {"GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"} - allowed:
                status, body = self.h.call(method, path)
                self.assertEqual((status, body["verdict"]), (405, "method_not_allowed"), (method, path))
                self.assertEqual({word.strip() for word in self.h.headers["Allow"].split(",")}, allowed, path)

    def test_head_has_the_head_of_get(self):
        for path in ["/v1/sales/s", "/v1/sales", "/healthz", "/v1/sales/none"]:
            status, _ = self.h.get(path)
            raw = self.open()
            raw.send(request("HEAD", path) + request("GET", "/healthz"))
            head_status, headers = raw.head()
            self.assertEqual((head_status, "application/json" in headers["content-type"]), (status, True))
            self.assertGreater(int(headers["content-length"]), 0)
            self.assertEqual(raw.answer()[2]["verdict"], "ok", "no body came in between")

    def test_percent_escapes(self):
        self.assertEqual(self.h.put("/v1/sales/a%3Ab", {"pools": {"p": 1}})[0], 201)
        self.assertEqual(self.h.get("/v1/sales/a:b")[1]["sale"], "a:b")
        for path in ("/v1/sales/%", "/v1/sales/%4", "/v1/sales/%zz", "/v1/claims?id=%zz"):
            self.assertEqual(self.h.get(path)[0], 400, path)

    def test_unknown_query_parameters(self):
        for path in ["/v1/sales?x=1", "/v1/sales/s?x=1", "/v1/sales/s/claims?user=u&x=1", "/v1/audit?sal=s"]:
            self.assertEqual(self.h.get(path)[0], 400, path)
        self.assertEqual(self.h.get("/v1/sales?limit=1&limit=2")[0], 400)

    def test_of_later_versions(self):
        for method, path in [("PUT", "/v1/packets/k"), ("POST", "/v1/packets/k/grabs"), ("GET", "/v1/packets/k"),
                             ("POST", "/v1/sales/s/teams"), ("GET", "/v1/sales/s/teams/t"), ("GET", "/v1/events")]:
            status, body = self.h.call(method, path)
            self.assertEqual((status, body["verdict"]), (404, "unknown_path"), path)


class BodyTest(ServiceTest):
    def test_up_to_a_mebibyte(self):
        body = CLAIM + b" " * (MIB - len(CLAIM))
        self.assertEqual(self.h.post("/v1/sales/s/claims", body)[0], 201)
        raw = self.open()
        raw.send(request("POST", "/v1/sales/s/claims", CLAIM.replace(b'"c"', b'"d"') + b" " * (MIB - len(CLAIM) + 1)))
        status, _, answer = raw.answer()
        self.assertEqual((status, answer["verdict"]), (413, "too_large"))
        self.assertTrue(answer["detail"])
        self.assertEqual(self.figures()["left"], 999)

    def test_chunked_up_to_a_mebibyte(self):
        for size, expected in [(MIB, 201), (MIB + 1, 413)]:
            raw = self.open()
            body = CLAIM.replace(b'"c"', b'"e"') + b" " * (size - len(CLAIM))
            raw.send(b"POST /v1/sales/s/claims HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            for at in range(0, size, 65536):
                part = body[at:at + 65536]
                raw.send(b"%x\r\n%s\r\n" % (len(part), part))
            raw.send(b"0\r\n\r\n")
            self.assertEqual(raw.answer()[0], expected)

    def test_head_up_to_16_kib(self):
        def get(size):
            raw = self.open()
            head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Padding: "
            raw.send(head + b"x" * (size - len(head) - 4) + b"\r\n\r\n")
            return raw.answer()

        self.assertEqual(get(HEAD_MOST)[0], 200)
        status, _, answer = get(HEAD_MOST + 1)
        self.assertEqual(status, 431)
        self.assertTrue(answer["verdict"] and answer["detail"])

    def test_chunks(self):
        head = b"POST /v1/sales/s/claims HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        parts = [b"1\r\n{\r\n", b'A;ext=1\r\n"id":"ch",\r\n']
        rest = b'"user":"u","items":[{"pool":"p","units":1}]}'
        parts += [b"%X\r\n%s\r\n" % (len(rest), rest), b"0\r\nTrailer: x\r\n\r\n"]
        raw = self.open()
        raw.send(head)
        for part in parts:
            for byte in part:
                raw.send(bytes([byte]))
        raw.send(request("GET", "/healthz"))
        status, _, answer = raw.answer()
        self.assertEqual((status, answer.get("claim")), (201, "ch"), answer)
        self.assertEqual(raw.answer()[0], 200)

    def test_malformed_chunks(self):
        head = b"POST /v1/sales/s/claims HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        for chunks in (b"x\r\n", b"1\r\n{x\r\n", b"-1\r\n", b"ffffffffffffffff1\r\n"):
            raw = self.open()
            raw.send(head + chunks)
            self.assertIn(raw.answer()[0], (400, 413), chunks)
            self.assertIsNone(raw.answer(), "the connection is closed")

    def test_expect_100_continue(self):
        raw = self.open()
        raw.send(b"POST /v1/sales/s/claims HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
                 % len(CLAIM))
        self.assertEqual(raw.head()[0], 100)
        raw.send(CLAIM)
        self.assertEqual(raw.answer()[0], 201)
        raw.send(b"POST /v1/sales/s/claims HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
                 % (MIB + 1))
        self.assertEqual(raw.answer()[0], 413, "refused before it is sent")

    def test_length_and_chunks_together_are_refused(self):
        for fields in ("Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 6",
                       "Content-Length: -1", "Content-Length: 5x", "Transfer-Encoding: gzip"):
            raw = self.open()
            raw.send(f"POST /v1/claims HTTP/1.1\r\nHost: x\r\n{fields}\r\n\r\n".encode() + b"0\r\n\r\n")
            status, _, answer = raw.answer()
            self.assertEqual((status, answer["verdict"]), (400, "invalid"), fields)
            self.assertIsNone(raw.answer())

    def test_no_http(self):
        for data in (b"nonsense\r\n\r\n", b"GET /healthz\r\n\r\n", b"GET /healthz HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\r\n\r\n"):
            raw = self.open()
            raw.send(data)
            answer = raw.answer()
            self.assertEqual((answer[0], answer[2]["verdict"]), (400, "invalid"), data)
            self.assertIsNone(raw.answer())


class ConnectionTest(ServiceTest):
    def test_keep_alive(self):
        raw = self.open()
        for i in range(20):
            raw.send(request("POST", "/v1/sales/s/claims", CLAIM.replace(b'"c"', b'"k%d"' % i)))
            status, headers, answer = raw.answer()
            self.assertEqual((status, answer["claim"]), (201, f"k{i}"))
            self.assertIn("application/json", headers["content-type"])

    def test_connection_close(self):
        raw = self.open()
        raw.send(request("GET", "/healthz", b"", "Connection: close"))
        self.assertEqual(raw.answer()[1]["connection"].lower(), "close")
        self.assertIsNone(raw.answer())

    def test_http_1_0(self):
        raw = self.open()
        raw.send(b"GET /healthz HTTP/1.0\r\n\r\n")
        self.assertEqual(raw.answer()[0], 200)
        self.assertIsNone(raw.answer())
        raw = self.open()
        raw.send(b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        self.assertEqual(raw.answer()[1]["connection"].lower(), "keep-alive")
        raw.send(b"GET /healthz HTTP/1.0\r\n\r\n")
        self.assertEqual(raw.answer()[0], 200)

    def test_pipelined_answers_keep_their_order(self):
        raw = self.open()
        data, checks = b"", []
        for i in range(60):
            body = CLAIM.replace(b'"c"', b'"p%d"' % i)
            batch = b'{"claims":[{"sale":"s",' + body.replace(b'"p', b'"b', 1)[1:] + b"]}"
            data += request("POST", "/v1/sales/s/claims", body) + request("POST", f"/v1/sales/s/claims/p{i}/confirm")
            data += request("GET", "/metrics") if i % 20 == 0 else request("GET", f"/v1/sales/s/claims/p{i}")
            data += request("POST", "/v1/claims", batch) + request("GET", "/nowhere") + request("POST", "/v1/claims", b"x")
            checks.append(i)
        raw.send(data)
        for i in checks:
            self.assertEqual(raw.answer()[2]["claim"], f"p{i}")
            self.assertEqual(raw.answer()[2]["state"], "confirmed")
            head = raw.head()
            text = raw.file.read(int(head[1]["content-length"]))
            self.assertIn(b"allot_" if i % 20 == 0 else b'"p%d"' % i, text)
            self.assertEqual(raw.answer()[2]["results"][0]["claim"], f"b{i}")
            self.assertEqual(raw.answer()[0], 404)
            self.assertEqual(raw.answer()[0], 400)
        self.assert_audit()

    def test_each_sees_what_those_before_it_did(self):
        raw = self.open()
        claim = lambda id: request("POST", "/v1/sales/t/claims", CLAIM.replace(b'"c"', b'"%s"' % id))
        steps = [
            (request("PUT", "/v1/sales/t", b'{"pools":{"p":1},"claims_per_user":0}'), "created"),
            (claim(b"a"), "accepted"), (claim(b"b"), "sold_out"),
            (request("POST", "/v1/sales/t/claims/a/release", b'{"confirmed":true}'), "ok"), (claim(b"b"), "accepted"),
            (request("POST", "/v1/sales/t/restock", b'{"id":"r","pool":"p","units":1}'), "ok"), (claim(b"d"), "accepted"),
            (request("POST", "/v1/sales/t/close"), "ok"), (claim(b"e"), "closed"),
            (request("DELETE", "/v1/sales/t"), "ok"), (claim(b"e"), "unknown_sale"),
        ]
        raw.send(b"".join(data for data, _ in steps))
        for data, verdict in steps:
            self.assertEqual(raw.answer()[2]["verdict"], verdict, data)

    def test_large_batches_in_one_packet(self):
        """Text of a batch is the batch's own for as long as it is decided."""
        raw = self.open()
        for size in (1, 100, 500, 1000):
            entries = [{"sale": "s", "id": f"x{i}.{size}", "user": f"user-{i}", "ref": f"ref {i}",
                        "items": [{"pool": "none", "units": 1}]} for i in range(size)]
            raw.send(request("POST", "/v1/claims", json.dumps({"claims": entries}).encode()))
            status, _, answer = raw.answer()
            self.assertEqual((status, [r["verdict"] for r in answer["results"]]), (200, ["unknown_pool"] * size))

    def test_absolute_target_and_other_hosts(self):
        raw = self.open()
        raw.send(b"GET http://allot.example/healthz HTTP/1.1\r\nHost: allot.example\r\n\r\n")
        self.assertEqual(raw.answer()[0], 200)

    def test_gone_clients_do_no_harm(self):
        for data in (b"GET", request("POST", "/v1/sales/s/claims", CLAIM)[:-5], request("GET", "/v1/audit") * 50):
            raw = Raw(self.server.http_port)
            raw.send(data)
            raw.close()
        self.assertEqual(self.h.get("/healthz")[0], 200)


class HealthTest(ServiceTest):
    def test_health(self):
        for path in ("/healthz", "/readyz"):
            status, body = self.h.get(path)
            self.assertEqual((status, body["verdict"]), (200, "ok"))

    def test_audit(self):
        self.h.claim("s", "u", id="c")
        self.h.put("/v1/sales/t", {"pools": {"a": 1, "b": 2}})
        status, body = self.h.get("/v1/audit")
        self.assertEqual((status, body), (200, {"verdict": "ok", "pools": 3, "claims": 1, "findings": []}))
        self.assertEqual(self.h.get("/v1/audit?sale=t")[1], {"verdict": "ok", "pools": 2, "claims": 0, "findings": []})
        status, body = self.h.get("/v1/audit?sale=none")
        self.assertEqual((status, body["verdict"]), (404, "unknown_sale"))

    def test_metrics_are_prometheus_text(self):
        self.h.claim("s", "u", id="c")
        self.h.claim("s", "u", "x", id="d")
        status, text = self.h.get("/metrics")
        self.assertEqual(status, 200)
        self.assertTrue(self.h.headers["Content-Type"].startswith("text/plain"))
        self.assertTrue(text.endswith("\n"))
        types, samples = {}, {}
        label = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
        sample = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(\{" + label + "(?:," + label + r")*\})? (\S+)")
        for line in text.splitlines():
            if line.startswith("# TYPE "):
                _, _, name, kind = line.split(" ")
                self.assertNotIn(name, types, "one TYPE per name")
                self.assertIn(kind, {"counter", "gauge", "histogram", "summary", "untyped"})
                types[name] = kind
            elif line and not line.startswith("#"):
                match = sample.fullmatch(line)
                self.assertTrue(match, line)
                family = re.sub("_(bucket|sum|count)$", "", match[1]) if match[1] not in types else match[1]
                self.assertIn(family, types, "TYPE before samples")
                self.assertNotIn(match[1] + (match[2] or ""), samples)
                samples[match[1] + (match[2] or "")] = float(match[3])
        self.assertEqual(samples['allot_claims_total{verdict="accepted"}'], 1)
        self.assertEqual(samples['allot_claims_total{verdict="unknown_pool"}'], 1)


if __name__ == "__main__":
    unittest.main()
