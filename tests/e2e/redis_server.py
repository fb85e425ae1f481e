"""A redis-server of the tests' own, on loopback, in a temporary directory."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Redis:
    """One redis-server with an append-only file, ended by its pid."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="allot-redis-")
        self.port = free_port()
        self.options = options
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder, "--save", "",
             "--appendonly", "yes", "--appendfsync", "always", *self.options],
            stdout=subprocess.DEVNULL)
        for _ in range(500):
            try:
                if self.call("PING") == "PONG":
                    return
            except (OSError, ConnectionError):
                pass
            time.sleep(0.02)
        raise AssertionError("redis-server did not start")

    def call(self, *words):
        from allot import Resp  # pylint: disable=import-outside-toplevel

        client = Resp(self.port, timeout=10)
        try:
            return client.call(*words)
        finally:
            client.close()

    def kill(self):
        self.process.kill()
        self.process.wait(30)

    def remove(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
