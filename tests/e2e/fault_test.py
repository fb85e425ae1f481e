"""What can go wrong around the process: each gets a clear message or `unavailable`, and nothing is lost."""

import os
import resource
import shutil
import socket
import sqlite3
import subprocess
import threading
import time
import unittest

from allot import BINARY, RespError, ServerTest


def refuse(data, *args, env=None):
    """Runs serve, which must not start; returns what it says on stderr."""
    command = [BINARY, "serve", "--data", data, "--http", "127.0.0.1:0", "--resp", "127.0.0.1:0", *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **(env or {})}, check=False)
    assert done.returncode not in (0, -6, -11), (done.returncode, done.stderr)
    assert "ready" not in done.stdout
    return done.stderr


class StartTest(ServerTest):
    autostart = False

    def ledger(self):
        return os.path.join(self.data, "ledger.db")

    def test_second_process(self):
        self.start()
        message = refuse(self.data)
        self.assertIn("another process", message)
        self.assertIn(str(self.server.process.pid), message)
        self.make_sale()  # the first one is unharmed

    def test_port_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            message = refuse(self.data, "--resp", f"127.0.0.1:{port}")
        self.assertIn(str(port), message)
        self.assertIn("another process has this port", message)

    def test_not_a_ledger(self):
        with open(self.ledger(), "wb") as file:
            file.write(b"this is a text file, not a database. " * 400)
        message = refuse(self.data)
        self.assertIn("ledger.db", message)

    def test_damaged_ledger(self):
        self.start()
        self.make_sale("s", 100_000)
        for i in range(50):
            self.r.socket.sendall(b"".join(self.r.encode("CLAIM", "s", f"u{i}.{j}", "-", "p", 1) for j in range(100)))
            for _ in range(100):
                self.r.read()
        self.assertEqual(self.server.stop(), 0)
        size = os.path.getsize(self.ledger())
        self.assertGreater(size, 200_000)
        with open(self.ledger(), "r+b") as file:
            file.seek(size // 2)
            file.write(os.urandom(size // 4))
        message = refuse(self.data)
        self.assertIn("ledger.db", message)
        self.assertIn("damaged", message)

    def test_bad_options(self):
        for args, words in (
            (("--http", "nonsense"), ("--http", "nonsense", "ADDR:PORT")),
            (("--http", "127.0.0.1:99999"), ("--http", "99999")),
            (("--engine", "redis"), ("--redis", "redis://HOST")),
            (("--redis", "redis://127.0.0.1"), ("--engine redis",)),
            (("--engine", "magic"), ("magic", "memory")),
            (("--ack", "engine"), ("ack", "ledger")),
            (("--ack", "soon"), ("soon", "ledger")),
            (("--ledger", "oracle:x"), ("oracle",)),
            (("--ledger", "postgresql://127.0.0.1:1/y"), ("cannot be reached",)),
            (("--prefix", "p_"), ("p_", "database server")),
            (("--migrate", "perhaps"), ("perhaps", "auto")),
            (("--io-threads", "many"), ("many",)),
            (("--config", "/does/not/exist.toml"), ("/does/not/exist.toml",)),
            (("--nonsense", "1"), ("nonsense",)),
        ):
            message = refuse(self.data, *args)
            for word in words:
                self.assertIn(word, message, args)

    def test_config_and_environment(self):
        path = os.path.join(self.data, "c.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write('engine = "memory"\nledgre = "sqlite:x"\n')
        self.assertIn("ledgre", refuse(self.data, "--config", path))
        with open(path, "w", encoding="utf-8") as file:
            file.write("engine = [\n")
        self.assertIn("line", refuse(self.data, "--config", path))
        other = os.path.join(self.data, "other.db")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'ledger = "sqlite:{other}"\nio_threads = 2\n')
        self.start("--config", path)
        self.assertTrue(os.path.exists(other))
        self.assertIn("magic", refuse(self.data, env={"ALLOT_ENGINE": "magic"}))

    def test_folder_that_cannot_be_made(self):
        blocker = os.path.join(self.data, "file")
        with open(blocker, "w", encoding="utf-8"):
            pass
        message = refuse(os.path.join(blocker, "data"))
        self.assertIn("--data", message)


class LedgerAwayTest(ServerTest):
    """While the ledger cannot be written claims are `unavailable` and use up nothing."""

    def lock(self):
        other = sqlite3.connect(os.path.join(self.data, "ledger.db"), isolation_level=None)
        other.execute("begin immediate")
        return other

    def test_locked_by_another_program(self):
        self.make_sale("s", 10)
        mine = self.h.claim("s", "first")[1]
        other = self.lock()
        status, body = self.h.claim("s", "second", id="x")
        self.assertEqual((status, body["verdict"], body["outcome"]), (503, "unavailable", "none"))
        self.assertGreaterEqual(int(self.h.headers["Retry-After"]), 1)
        reply = self.r.call("CLAIM", "s", "third", "y", "p", 1)
        self.assertIsInstance(reply, RespError)
        self.assertTrue(str(reply).startswith("UNAVAILABLE outcome=none"), reply)
        # What rests on the ledger's past is still answered.
        self.assertEqual(self.h.claim("s", "first")[1]["verdict"], "already_claimed")
        self.assertEqual(self.h.get("/readyz")[0], 503)
        self.assertEqual(self.h.get("/healthz")[0], 200)
        self.assertEqual(self.h.post("/v1/sales/s/restock", {"id": "r", "pool": "p", "units": 1})[0], 503)
        self.assertEqual(self.h.post(f"/v1/sales/s/claims/{mine['claim']}/release", {"confirmed": True})[0], 503)
        other.execute("rollback")
        other.close()
        self.recover()
        self.assertEqual(self.figures()["left"], 9)
        self.assertEqual(self.h.claim("s", "second", id="x")[1]["verdict"], "accepted")
        self.assertEqual(self.figures()["left"], 8)
        self.assert_audit()

    def recover(self):
        for _ in range(200):
            if self.h.get("/readyz")[0] == 200:
                return
            time.sleep(0.05)
        self.fail("did not recover")

    def test_under_load(self):
        """The accepted are in the ledger, the unavailable are not, whatever the moment."""
        self.make_sale("s", 100_000_000)  # more than any machine sells in these seconds
        verdicts = [dict() for _ in range(4)]
        stop = threading.Event()

        def load(worker):
            connection = self.server.resp()
            number = 0
            while not stop.is_set():
                names = [f"w{worker}.{number}.{i}" for i in range(20)]
                connection.socket.sendall(b"".join(connection.encode("CLAIM", "s", n, n, "p", 1) for n in names))
                for name in names:
                    reply = connection.read()
                    verdicts[worker][name] = str(reply).split()[0] if isinstance(reply, RespError) else reply[0]
                number += 1
            connection.close()

        threads = [threading.Thread(target=load, args=(w,)) for w in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            time.sleep(0.4)
            other = self.lock()
            time.sleep(1.6)
            other.execute("rollback")
            other.close()
        time.sleep(0.5)
        stop.set()
        for thread in threads:
            thread.join()
        self.recover()
        merged = {name: verdict for part in verdicts for name, verdict in part.items()}
        self.assertEqual(set(merged.values()), {"accepted", "UNAVAILABLE"})
        accepted = sum(verdict == "accepted" for verdict in merged.values())
        self.assertEqual(self.figures()["confirmed"], accepted)
        for name, verdict in list(merged.items())[:: max(1, len(merged) // 500)]:
            found = self.h.get(f"/v1/sales/s/claims/{name}")[0]
            self.assertEqual(found, 200 if verdict == "accepted" else 404, name)
        self.assert_audit()

    def test_disk_full(self):
        """A file size limit stands for the full disk: writes fail, reads go on."""
        self.assertEqual(self.server.stop(), 0)
        self.start()
        self.make_sale("s", 10_000_000)
        limit = os.path.getsize(os.path.join(self.data, "ledger.db-wal")) + 400_000
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        accepted = refused = 0
        for turn in range(400):
            self.r.socket.sendall(b"".join(self.r.encode("CLAIM", "s", f"u{turn}.{i}", "-", "p", 1) for i in range(200)))
            for _ in range(200):
                reply = self.r.read()
                if isinstance(reply, RespError):
                    self.assertTrue(str(reply).startswith("UNAVAILABLE"), reply)
                    refused += 1
                else:
                    self.assertEqual(reply[0], "accepted")
                    accepted += 1
            if refused:
                break
        self.assertGreater(accepted, 0)
        self.assertGreater(refused, 0)
        self.assertEqual(self.figures()["confirmed"], accepted)
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        self.recover()
        self.assertEqual(self.h.claim("s", "after")[1]["verdict"], "accepted")
        self.assertEqual(self.figures()["confirmed"], accepted + 1)
        self.assert_audit()
        self.restart()
        self.assertEqual(self.figures()["confirmed"], accepted + 1)
        self.assert_audit()

    def test_a_process_that_lost_the_ledger_stops(self):
        self.make_sale("s", 10)
        other = sqlite3.connect(os.path.join(self.data, "ledger.db"))
        other.execute("update allot_owner set fence = fence + 1, nonce = 0")
        other.commit()
        other.close()
        status, body = self.h.claim("s", "u")
        self.assertEqual((status, body["verdict"]), (503, "unavailable"))
        self.assertEqual(self.server.process.wait(30), 1)
        self.start()
        self.assertEqual(self.figures()["left"], 10)


if __name__ == "__main__":
    unittest.main()
