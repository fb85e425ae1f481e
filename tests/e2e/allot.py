"""Starts the real binary on loopback and talks to its doors. Standard library only."""

import atexit
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from redis_server import Redis

BINARY = os.environ.get("ALLOT_BINARY", os.path.join(os.path.dirname(__file__), "../../build/release/allot"))
ENGINE = os.environ.get("ALLOT_TEST_ENGINE")  # what servers are started with unless a test says otherwise
READY_SECONDS = 60
REDIS = []  # the one server of this process


def engine_options(data):
    """Options of the engine that the environment asks for; with Redis, keys of this data folder's own."""
    if ENGINE != "redis":
        return ["--engine", ENGINE] if ENGINE else []
    if not REDIS:
        REDIS.append(Redis())
        atexit.register(REDIS[0].remove)
    url = f"redis://127.0.0.1:{REDIS[0].port}"
    return ["--engine", ENGINE, "--redis", url, "--prefix", os.path.basename(data) + ":"]


class Server:
    """One `allot serve` on free ports. `args` go behind the defaults; `limits` runs in the child first."""

    def __init__(self, data, *args, env=None, preexec=None):
        self.data = data
        self.log_path = os.path.join(data, "serve.log") if os.path.isdir(data) else os.devnull
        self.log = open(self.log_path, "ab")
        doors = ["--http", "127.0.0.1:0", "--resp", "127.0.0.1:0"]
        engine = engine_options(data)
        command = [BINARY, "serve", "--data", data, *doors, *engine, *args]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, env={**os.environ, **(env or {})}, preexec_fn=preexec
        )
        line = self._ready_line()
        match = re.fullmatch(r"ready http=127\.0\.0\.1:(\d+) resp=127\.0\.0\.1:(\d+)\n", line)
        if not match:
            self.kill()
            raise AssertionError(f"no ready line but {line!r}; log: {self.read_log()}")
        self.http_port, self.resp_port = int(match[1]), int(match[2])

    def _ready_line(self):
        timer = threading.Timer(READY_SECONDS, self.process.kill)
        timer.start()
        try:
            return self.process.stdout.readline().decode()
        finally:
            timer.cancel()

    def read_log(self):
        self.log.flush()
        if self.log_path == os.devnull:
            return ""
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def http(self):
        return Http(self.http_port)

    def resp(self):
        return Resp(self.resp_port)

    def kill(self):
        """SIGKILL, as a crash."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(30)
        self._close()

    def stop(self):
        """SIGTERM; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("did not stop on SIGTERM within 60 s")
        finally:
            self._close()
        return code

    def _close(self):
        self.process.stdout.close()
        self.log.close()


class Http:
    """One keep-alive connection. Methods return (status, JSON)."""

    def __init__(self, port, timeout=60):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def call(self, method, path, body=None, headers=None):
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        self.connection.request(method, path, body=body, headers=headers or {})
        response = self.connection.getresponse()
        text = response.read()
        self.headers = dict(response.getheaders())
        if not text:
            return response.status, None
        if "json" not in response.headers.get("Content-Type", ""):
            return response.status, text.decode()
        return response.status, json.loads(text)

    def get(self, path, **kw):
        return self.call("GET", path, **kw)

    def put(self, path, body=None, **kw):
        return self.call("PUT", path, body, **kw)

    def post(self, path, body=None, **kw):
        return self.call("POST", path, body, **kw)

    def patch(self, path, body=None, **kw):
        return self.call("PATCH", path, body, **kw)

    def delete(self, path, **kw):
        return self.call("DELETE", path, **kw)

    def claim(self, sale, user, pool="p", units=1, **fields):
        return self.post(f"/v1/sales/{sale}/claims", {"user": user, "items": [{"pool": pool, "units": units}], **fields})

    def close(self):
        self.connection.close()


class RespError(Exception):
    pass


class Resp:
    """One RESP2 connection. Errors are returned as RespError values, not raised."""

    def __init__(self, port, timeout=60):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")

    @staticmethod
    def encode(*words):
        parts = [b"*%d\r\n" % len(words)]
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode()
            parts.append(b"$%d\r\n%s\r\n" % (len(data), data))
        return b"".join(parts)

    def send(self, *words):
        self.socket.sendall(self.encode(*words))

    def read(self):
        line = self.file.readline()
        if not line:
            raise ConnectionError("closed")
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest.decode()
        if kind == b"-":
            return RespError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            size = int(rest)
            return None if size < 0 else self.file.read(size + 2)[:-2].decode()
        if kind == b"*":
            return None if int(rest) < 0 else [self.read() for _ in range(int(rest))]
        if kind == b"%":
            return {self.read(): self.read() for _ in range(int(rest))}
        if kind == b"_":
            return None
        raise AssertionError(f"unexpected reply {line!r}")

    def call(self, *words):
        self.send(*words)
        return self.read()

    def close(self):
        self.file.close()
        self.socket.close()


class ServerTest(unittest.TestCase):
    """A fresh data folder per test and, unless `autostart` is off, a server with two connections."""

    autostart = True
    args = ()

    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="allot-test-")
        self.addCleanup(shutil.rmtree, self.data, ignore_errors=True)
        self.servers = []
        if self.autostart:
            self.start()

    def tearDown(self):
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()
            elif not server.log.closed:
                server._close()
        self.assert_no_report()

    def assert_no_report(self):
        """Sanitizers and asserts speak through the log."""
        path = os.path.join(self.data, "serve.log")
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8", errors="replace") as file:
            log = file.read()
        for sign in ("Sanitizer", "runtime error:", "Assertion"):
            self.assertNotIn(sign, log)

    def start(self, *args, **kw):
        server = Server(self.data, *self.args, *args, **kw)
        self.servers.append(server)
        self.server = server
        self.h = server.http()
        self.r = server.resp()
        self.addCleanup(self.h.close)
        self.addCleanup(self.r.close)
        return server

    def restart(self):
        self.assertEqual(self.server.stop(), 0)
        return self.start()

    def make_sale(self, name="s", stock=10, **fields):
        definition = {"pools": {"p": stock}, **fields}
        status, body = self.h.put(f"/v1/sales/{name}", definition)
        self.assertEqual((status, body["verdict"]), (201, "created"))

    def figures(self, name="s", pool="p"):
        status, body = self.h.get(f"/v1/sales/{name}")
        self.assertEqual(status, 200)
        pool = body["pools"][pool]
        self.assertEqual(pool["stocked"], pool["left"] + pool["held"] + pool["confirmed"])
        return pool

    def assert_audit(self):
        status, body = self.h.get("/v1/audit")
        self.assertEqual((status, body["verdict"], body["findings"]), (200, "ok", []))
        return body
