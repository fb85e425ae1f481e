"""Hostile input at both doors: afterwards the server lives, serves others, and has not grown."""

import contextlib
import json
import os
import random
import resource
import signal
import socket
import threading
import time
import unittest

from allot import Resp, ServerTest

MIB = 1 << 20
GROWTH_MAX_MIB = 160  # of resident memory by one attack; sanitizers are let off
SANITIZED = "asan" in os.environ.get("ALLOT_BINARY", "") or "tsan" in os.environ.get("ALLOT_BINARY", "")


def http_head(path="/v1/claims", method="POST", **headers):
    lines = [f"{method} {path} HTTP/1.1", "Host: x"] + [f"{key.replace('_', '-')}: {value}" for key, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class HostileTest(ServerTest):
    """Every test ends with an honest client on each door."""

    def setUp(self):
        super().setUp()
        self.make_sale("s", 1_000_000, claims_per_user=0)
        self.base = self.resident()
        self.honest = 0

    def tearDown(self):
        try:
            self.assert_serves()
            if not SANITIZED:
                self.assertLess(self.resident() - self.base, GROWTH_MAX_MIB * MIB)
            self.assert_audit()
        finally:
            super().tearDown()

    def resident(self):
        with open(f"/proc/{self.server.process.pid}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        raise AssertionError("no VmRSS")

    def connect(self, door, timeout=20):
        port = self.server.resp_port if door == "resp" else self.server.http_port
        connection = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.addCleanup(connection.close)
        return connection

    def assert_serves(self):
        self.assertIsNone(self.server.process.poll(), "the server is gone")
        self.honest += 1
        resp = Resp(self.server.resp_port, timeout=20)
        http = self.server.http()
        with contextlib.closing(resp), contextlib.closing(http):
            row = resp.call("CLAIM", "s", "honest", f"honest-{self.honest}", "p", 1)
            self.assertEqual(row[0], "accepted")
            status, body = http.claim("s", "honest", id=f"honest-http-{self.honest}")
            self.assertEqual((status, body["verdict"]), (201, "accepted"))

    def read_all(self, connection, deadline=20):
        """Until the server closes; a reset counts as closed."""
        connection.settimeout(deadline)
        got = bytearray()
        try:
            while chunk := connection.recv(1 << 16):
                got += chunk
        except ConnectionResetError:
            pass
        return bytes(got)

    def send_ignoring_reset(self, connection, data):
        try:
            connection.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    # -- nonsense ---------------------------------------------------------------------------------

    def test_random_bytes(self):
        seed = random.randrange(1 << 32)
        print(f"seed {seed}")
        rng = random.Random(seed)
        for door in ("resp", "http"):
            for _ in range(100):
                connection = self.connect(door)
                self.send_ignoring_reset(connection, rng.randbytes(rng.randrange(1, 20_000)))
                connection.close()

    def test_mutated_commands(self):
        seed = random.randrange(1 << 32)
        print(f"seed {seed}")
        rng = random.Random(seed)
        body = json.dumps({"user": "u", "id": "x", "items": [{"pool": "p", "units": 1}]}).encode()
        good = {
            "resp": Resp.encode("CLAIM", "s", "u", "id", "p", 1) * 3,
            "http": (http_head("/v1/sales/s/claims", Content_Length=len(body)) + body) * 3,
        }
        for door, text in good.items():
            for _ in range(200):
                bent = bytearray(text)
                for _ in range(rng.randrange(1, 6)):
                    bent[rng.randrange(len(bent))] = rng.randrange(256)
                connection = self.connect(door)
                self.send_ignoring_reset(connection, bent)
                connection.close()

    def test_half_commands_then_silence(self):
        kept = []
        for text in (b"*", b"*6\r\n", b"*6\r\n$5\r\nCLA", b"CLAIM s u", b"$", b"\r"):
            kept.append(self.connect("resp"))
            kept[-1].sendall(text)
        for text in (b"P", b"POST /v1/claims HTTP/1.1\r\n", http_head(Content_Length=100) + b"{", b"\r\n",
                     http_head(Transfer_Encoding="chunked") + b"5\r\n{"):
            kept.append(self.connect("http"))
            kept[-1].sendall(text)
        time.sleep(0.2)
        self.assert_serves()

    def test_wrong_lengths_at_the_resp_door(self):
        for text in (b"$999999999\r\n", b"*1000000\r\n", b"*-2\r\n", b"*99999999999999999999\r\n", b"*1\r\n$-5\r\n",
                     b"*1\r\n$999999999\r\n", b"*1\r\n$99999999999999999999\r\n", b"*1\r\n$-1\r\n", b"*1\r\n:1\r\n",
                     b"*01\r\n", b"*1\r\n$04\r\nPING\r\n", b"*1\r\n$4\r\nPINGxx", b"GET / HTTP/1.1\r\n\r\n"):
            with self.subTest(text):
                connection = self.connect("resp")
                connection.sendall(text)
                got = self.read_all(connection)
                if text.startswith(b"$"):  # an inline command that nobody knows
                    self.assertTrue(got.startswith(b"-ERR"), got)
                else:
                    self.assertTrue(got.startswith(b"-ERR Protocol error"), got)

    def test_content_length_lies(self):
        for head in (http_head(Content_Length=-1), http_head(Content_Length="99999999999999999999"),
                     http_head(Content_Length="abc"), http_head(Content_Length=5, Transfer_Encoding="chunked"),
                     http_head(Transfer_Encoding="gzip"), http_head(Content_Length="5, 6")):
            with self.subTest(head):
                connection = self.connect("http")
                connection.sendall(head + b"{}")
                self.assertIn(self.read_all(connection)[:12], (b"HTTP/1.1 400", b"HTTP/1.1 413"))
        short = self.connect("http")  # what follows a body that is too short is a request, and a bad one
        short.sendall(http_head(Content_Length=2) + b'{}"and":"more"}\r\n\r\n')
        self.assertEqual(self.read_all(short).count(b"HTTP/1.1 400"), 2)

    def test_too_large_is_told_although_the_body_keeps_coming(self):
        for _ in range(5):
            connection = self.connect("http")
            self.send_ignoring_reset(connection, http_head(Content_Length=4 * MIB) + b"x" * (4 * MIB))
            self.assertTrue(self.read_all(connection).startswith(b"HTTP/1.1 413"))
            connection.close()

    def test_header_floods(self):
        for flood in (b"GET /healthz HTTP/1.1\r\n" + b"X-A: 1\r\n" * 200_000, b"GET /" + b"a" * MIB,
                      b"GET /healthz HTTP/1.1\r\nX: " + b"b" * MIB):
            connection = self.connect("http")
            self.send_ignoring_reset(connection, flood)
            self.assertTrue(self.read_all(connection).startswith(b"HTTP/1.1 431"))
            connection.close()

    def test_deep_and_large_bodies(self):
        deep = b"[" * 500_000
        for body in (deep, b'{"a":' * 200_000, b"x" * MIB, b'"' + b"a" * (MIB - 2) + b'"', os.urandom(MIB),
                     b'{"user":"u","items":[' + b'{"pool":"p","units":1},' * 40_000 + b"]}",
                     b'{"claims":[' + b"{}," * 300_000 + b"{}]}"):
            for path in ("/v1/claims", "/v1/sales/s/claims"):
                status, answer = self.h.post(path, body)
                self.assertEqual((status, answer["verdict"]), (400, "invalid"))
        self.assertEqual(self.r.call("DO", "POST", "/v1/claims", deep)[0], 400)
        row = self.r.call("SALE.CREATE", "deep", deep)
        self.assertEqual(json.loads(row)["verdict"], "invalid")

    def test_a_whole_batch_with_escapes_and_many_items(self):
        """Its text does not lie in the request, and is more than one piece of memory."""
        claims = [{"sale": "s", "user": f"\u00e4{n}", "id": f"b{n}",
                   "items": [{"pool": "p", "units": 1}] * 20, "ref": f"r\"{n}"} for n in range(1000)]
        text = json.dumps({"claims": claims})  # ASCII: every user has an escape
        for path in ("http", "resp"):
            if path == "http":
                status, answer = self.h.post("/v1/claims", text)
            else:
                status, answer = self.r.call("DO", "POST", "/v1/claims", text)
                answer = json.loads(answer)
            self.assertEqual(status, 200)
            for n, result in enumerate(answer["results"]):
                self.assertEqual((result["verdict"], result["claim"], result["user"], result["ref"]),
                                 ("accepted", f"b{n}", f"ä{n}", f'r"{n}'))

    # -- slow and strange, but right --------------------------------------------------------------

    def test_byte_by_byte(self):
        resp = self.connect("resp")
        for byte in Resp.encode("CLAIM", "s", "slow", "slow-1", "p", 1) + b"PING\r\n":
            resp.sendall(bytes([byte]))
            time.sleep(0.001)
        file = resp.makefile("rb")
        self.assertEqual([file.readline(), file.readline(), file.readline()], [b"*5\r\n", b"$8\r\n", b"accepted\r\n"])
        body = b'{"user":"slow","id":"slow-2","items":[{"pool":"p","units":1}]}'
        http = self.connect("http")
        for byte in http_head("/v1/sales/s/claims", Content_Length=len(body)) + body:
            http.sendall(bytes([byte]))
            time.sleep(0.001)
        self.assertEqual(http.makefile("rb").readline(), b"HTTP/1.1 201 Created\r\n")

    def test_answers_still_come_after_half_a_close(self):
        """As `printf … | nc` does."""
        resp = self.connect("resp")
        resp.sendall(b"".join(Resp.encode("CLAIM", "s", "half", f"half-{n}", "p", 1) for n in range(100)))
        resp.shutdown(socket.SHUT_WR)
        self.assertEqual(self.read_all(resp).count(b"*5\r\n$8\r\naccepted"), 100)
        body = b'{"user":"half","id":"half","items":[{"pool":"p","units":1}]}'
        http = self.connect("http")
        http.sendall(http_head("/v1/sales/s/claims", Content_Length=len(body)) + body)
        http.shutdown(socket.SHUT_WR)
        self.assertTrue(self.read_all(http).startswith(b"HTTP/1.1 201"))

    def test_thousands_of_commands_in_one_write(self):
        count = 30_000
        resp = self.connect("resp", timeout=60)
        text = b"".join(Resp.encode("CLAIM", "s", f"u{n % 7}", f"many-{n}", "p", 1) + b"PING\r\n" for n in range(count))
        sender = threading.Thread(target=resp.sendall, args=(text,))
        sender.start()
        reader = Resp.__new__(Resp)
        reader.file = resp.makefile("rb")
        for n in range(count):
            row = reader.read()
            self.assertEqual((row[0], row[1]), ("accepted", f"many-{n}"))
            self.assertEqual(reader.read(), "PONG")
        sender.join()

    def test_thousands_of_requests_in_one_write(self):
        count = 10_000
        http = self.connect("http", timeout=60)
        body = b'{"user":"u","id":"pipe","items":[{"pool":"p","units":1}]}'
        text = (http_head("/healthz", "GET") + http_head("/v1/sales/s/claims", Content_Length=len(body)) + body) * count
        sender = threading.Thread(target=self.send_ignoring_reset, args=(http, text + http_head("/healthz", "GET", Connection="close")))
        sender.start()
        got = self.read_all(http, 60)
        sender.join()
        self.assertEqual((got.count(b"HTTP/1.1 200 "), got.count(b"HTTP/1.1 201 ")), (2 * count, 1))

    def test_quit_in_the_middle(self):
        """What came before is answered, what follows is not carried out; and the answers arrive."""
        before = self.figures()["left"]
        for round_ in range(20):
            resp = self.connect("resp")
            text = b"".join(Resp.encode("CLAIM", "s", "q", f"q-{round_}-{n}", "p", 1) for n in range(50)) + b"QUIT\r\n"
            text += b"".join(Resp.encode("CLAIM", "s", "q", f"late-{round_}-{n}", "p", 1) for n in range(20_000))
            self.send_ignoring_reset(resp, text)
            got = self.read_all(resp)
            self.assertEqual(got.count(b"$8\r\naccepted"), 50)
            self.assertTrue(got.endswith(b"+OK\r\n"))
            resp.close()
        self.assertEqual(before - self.figures()["left"], 20 * 50)

    # -- greedy -----------------------------------------------------------------------------------

    def flood_without_reading(self, door, text, seconds=4):
        """Sends until the server takes no more, or long enough; never reads."""
        connections = [self.connect(door) for _ in range(4)]
        end = time.monotonic() + seconds
        sent = 0
        for connection in connections:
            connection.settimeout(0.5)
        stuck = set()
        while time.monotonic() < end and len(stuck) < len(connections):
            for connection in connections:
                if connection in stuck:
                    continue
                try:
                    sent += connection.send(text)
                except TimeoutError:
                    stuck.add(connection)
        self.assertEqual(len(stuck), len(connections), f"the server took all of {sent >> 20} MiB")
        self.assert_serves()
        return connections

    def test_clients_that_never_read_pings(self):
        word = b"x" * 1000
        self.flood_without_reading("resp", Resp.encode("ECHO", word) * 200, 20)

    def test_clients_that_never_read_claims(self):
        self.flood_without_reading("resp", Resp.encode("CLAIM", "s", "u", "same", "p", 1) * 1000, 30)

    def test_clients_that_never_read_sales(self):
        pools = {f"a-pool-with-a-rather-long-name-{n}": 1 for n in range(1000)}
        self.assertEqual(self.h.put("/v1/sales/wide", {"pools": pools})[0], 201)
        self.flood_without_reading("resp", Resp.encode("SALE.GET", "wide") * 2000, 30)

    def test_clients_that_never_read_http(self):
        self.flood_without_reading("http", http_head("/metrics", "GET") * 500, 30)

    def test_stops_with_clients_that_never_read(self):
        connection = self.flood_without_reading("resp", Resp.encode("ECHO", b"x" * 1000) * 200, 20)[0]
        self.assertEqual(self.server.stop(), 0)
        connection.close()
        self.assert_no_report()
        self.start()

    def test_2000_idle_connections(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if hard < 4096:
            self.skipTest("needs 4096 descriptors")
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
        idle = [self.connect("resp" if n % 2 else "http") for n in range(2000)]
        self.assert_serves()
        idle[1].sendall(b"PING\r\n")
        self.assertEqual(idle[1].recv(100), b"+PONG\r\n")
        for connection in idle:
            connection.close()

    def test_connections_closed_in_the_middle_of_a_commit(self):
        """What was asked happens or not, wholly; nobody else suffers."""
        for n in range(300):
            door = "resp" if n % 2 else "http"
            connection = self.connect(door)
            if door == "resp":
                connection.sendall(Resp.encode("CLAIM", "s", "gone", f"gone-{n}", "p", 1) * 3 + Resp.encode("CONFIRM", "s", f"gone-{n}"))
            else:
                body = json.dumps({"user": "gone", "id": f"gone-{n}", "items": [{"pool": "p", "units": 1}]}).encode()
                connection.sendall(http_head("/v1/sales/s/claims", Content_Length=len(body)) + body)
            if n % 3 == 0:  # a reset instead of a polite end
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.close()

    def test_stops_in_the_middle_of_everything(self):
        connections = [self.connect("resp") for _ in range(50)]
        for n, connection in enumerate(connections):
            connection.sendall(b"".join(Resp.encode("CLAIM", "s", "m", f"m-{n}-{k}", "p", 1) for k in range(200)))
        self.server.process.send_signal(signal.SIGTERM)
        answered = sum(self.read_all(connection).count(b"$8\r\naccepted") for connection in connections)
        self.assertEqual(self.server.stop(), 0)
        self.start()
        self.assertGreaterEqual(self.figures()["confirmed"], answered)


if __name__ == "__main__":
    unittest.main()
