"""The main job, small: a sale over both doors that ends in a clean audit, and the load generator against a server."""

import subprocess
import unittest

from allot import BINARY, ServerTest


def run(*args):
    return subprocess.run([BINARY, *args], capture_output=True, text=True, timeout=300, check=False)


class DemoTest(ServerTest):
    autostart = False

    def test_demo(self):
        done = run("demo", "--buyers", "8000", "--stock", "400", "--requests", "20000", "--seed", "7")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("sold = stock", done.stdout)
        self.assertIn("0 oversold", done.stdout)
        self.assertIn("0 duplicate buyers", done.stdout)
        self.assertNotIn("✗", done.stdout)

    def test_bench_over_both_doors(self):
        self.start()
        http = f"127.0.0.1:{self.server.http_port}"
        for target in (f"resp://127.0.0.1:{self.server.resp_port}", f"http://{http}"):
            done = run("bench", "--target", target, "--http", http, "--requests", "5000", "--stock", "3000", "--clients", "8")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("p99", done.stdout)
        self.assert_audit()

    def test_nobody_there(self):
        done = run("audit", "--http", "127.0.0.1:1")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("allot serve", done.stderr)


if __name__ == "__main__":
    unittest.main()
