"""The RESP door through the clients that people have: redis-cli, redis-benchmark, redis-py, ioredis, node-redis."""

import json
import os
import re
import shutil
import subprocess
import unittest

import redis
from allot import ServerTest

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../clients")


class ClientsTest(ServerTest):
    def run_tool(self, *command, text=None):
        done = subprocess.run(command, input=text, capture_output=True, timeout=120, check=False)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, 0, out + err)
        return out, err


class RedisCliTest(ClientsTest):
    def cli(self, *words, text=None, options=()):
        return self.run_tool("redis-cli", "-p", str(self.server.resp_port), *options, *words, text=text)[0]

    def test_a_sale(self):
        create = self.cli("SALE.CREATE", "s", '{"pools":{"red":5},"hold_seconds":600}')
        self.assertEqual(json.loads(create)["verdict"], "created")
        rows = self.cli("CLAIM", "s", "u1", "a", "red", "2").splitlines()
        self.assertEqual(rows[:3], ["accepted", "a", "held"])
        self.assertEqual(json.loads(rows[4])["left"], {"red": 3})
        rows = self.cli("CLAIM", "s", "u1", "a", "red", "2").splitlines()
        self.assertTrue(json.loads(rows[4])["replayed"])
        self.assertEqual(self.cli("CLAIM", "s", "u1", "b", "red", "2").splitlines()[:3], ["already_claimed", "a", ""])
        self.assertEqual(self.cli("CONFIRM", "s", "a").splitlines()[:3], ["ok", "a", "confirmed"])
        self.assertEqual(self.cli("RELEASE", "s", "a", "CONFIRMED").splitlines()[:3], ["ok", "a", "released"])
        self.assertEqual(self.cli("RESTOCK", "s", "r1", "red", "5"), "ok\n10\n")
        self.assertEqual(self.cli("STOCK", "s"), "red\n10\n")
        self.assertEqual(json.loads(self.cli("AUDIT"))["verdict"], "ok")
        status, text = self.cli("DO", "GET", "/v1/sales/s", "").splitlines()
        self.assertEqual((status, json.loads(text)["sale"]), ("200", "s"))
        self.assertIn("ERR unknown_sale", self.cli("STOCK", "none"))
        self.assertIn("ERR unknown command", self.cli("SET", "a", "b"))

    def test_forms_of_output(self):
        self.make_sale("s", 5)
        self.assertEqual(self.cli("STOCK", "s", options=("-3", "--no-raw")), '1# "p" => (integer) 5\n')
        self.assertEqual(self.cli("STOCK", "s", options=("--no-raw",)), '1) "p"\n2) (integer) 5\n')
        self.assertEqual(json.loads(self.cli("STOCK", "s", options=("--json",))), {"p": 5})
        self.assertEqual(self.cli("STOCK", "s", options=("--csv",)), '"p",5\n')
        row = json.loads(self.cli("CLAIM", "s", "u", "a", "p", "1", options=("--json",)))
        self.assertEqual(row[:4], ["accepted", "a", "confirmed", 0])
        self.assertEqual(json.loads(row[4])["items"], [{"pool": "p", "units": 1}])
        self.assertEqual(self.cli("PING", options=("-n", "0", "-3", "-r", "3")), "PONG\n" * 3)

    def test_commands_from_standard_input(self):
        self.make_sale("s", 50)
        lines = "".join(f"CLAIM s u{n} c{n} p 1\n" for n in range(20))
        out = self.cli(text=lines.encode())
        self.assertEqual(out.count("accepted"), 20)

    def test_pipe_mode(self):
        self.make_sale("s", 5000)
        inline = "".join(f"CLAIM s u{n} c{n} p 1\r\n" for n in range(3000))
        arrays = b"".join(self.r.encode("CLAIM", "s", f"v{n}", f"d{n}", "p", 1) for n in range(2000))
        self.assertIn("errors: 0, replies: 3000", self.cli("--pipe", text=inline.encode()))
        self.assertIn("errors: 0, replies: 2000", self.cli("--pipe", text=arrays))
        self.assertEqual(self.figures()["left"], 0)

    def test_what_it_shows(self):
        self.assertIn("redis_version:", self.cli("INFO"))
        self.assertIn("cluster_state:ok", self.cli("CLUSTER", "INFO"))
        self.assertIn(str(self.server.resp_port), self.cli("CLUSTER", "SLOTS"))
        self.assertEqual(self.cli("CLIENT", "GETNAME", options=("--no-raw",)), "(nil)\n")
        for words in (("COMMAND",), ("COMMAND", "DOCS"), ("COMMAND", "COUNT"), ("HELLO", "3"), ("CLIENT", "LIST")):
            self.assertNotIn("ERR", self.cli(*words))
        self.make_sale("s", 5)  # -c follows redirections; there are none
        self.assertTrue(self.cli("CLAIM", "s", "u", "a", "p", "1", options=("-c",)).startswith("accepted"))


class RedisBenchmarkTest(ClientsTest):
    def bench(self, *words):
        out, err = self.run_tool("redis-benchmark", "-p", str(self.server.resp_port), "-c", "20", *words)
        for sign in ("WARN", "rror", "ERR"):
            self.assertNotIn(sign, out + err)
        return out

    def test_ping(self):
        self.assertRegex(self.bench("-t", "ping", "-n", "2000", "-q"), r"PING_MBULK: [\d.]+ requests per second")
        self.bench("-t", "ping", "-n", "2000", "-P", "50", "-q", "-3")

    def test_claims(self):
        self.make_sale("s", 3000, claims_per_user=0)
        self.bench("-n", "4000", "-r", "1000000000", "CLAIM", "s", "u__rand_int__", "c__rand_int__", "p", "1")
        self.bench("-n", "4000", "-P", "64", "-r", "1000000000", "-q", "CLAIM", "s", "u__rand_int__", "c__rand_int__", "p", "1")
        self.assertEqual(self.figures()["left"], 0)
        self.assert_audit()

    def test_threads(self):
        self.make_sale("s", 10_000, claims_per_user=0)
        self.bench("-n", "2000", "--threads", "2", "-r", "1000000000", "-q", "CLAIM", "s", "u", "c__rand_int__", "p", "1")


class RedisPyTest(ClientsTest):
    def client(self, **options):
        client = redis.Redis(port=self.server.resp_port, **options)
        self.addCleanup(client.close)
        return client

    def clients(self):
        yield "plain", self.client(decode_responses=True)
        if int(redis.__version__.split(".")[0]) >= 5:
            yield "resp3", self.client(decode_responses=True, protocol=3)

    def test_a_sale(self):
        for name, client in self.clients():
            with self.subTest(name):
                send = client.execute_command
                self.assertEqual(json.loads(send("SALE.CREATE", name, '{"pools":{"red":5},"hold_seconds":60}'))["verdict"], "created")
                row = send("CLAIM", name, "u1", "a", "red", 2)
                self.assertEqual(row[:3], ["accepted", "a", "held"])
                self.assertGreater(row[3], 1_700_000_000_000)
                self.assertEqual(json.loads(row[4])["left"], {"red": 3})
                self.assertTrue(json.loads(send("CLAIM", name, "u1", "a", "red", 2)[4])["replayed"])
                self.assertEqual(send("CLAIM", name, "u1", "b", "red", 1)[:3], ["already_claimed", "a", ""])
                self.assertEqual(send("CONFIRM", name, "a")[:4], ["ok", "a", "confirmed", 0])
                self.assertEqual(send("RELEASE", name, "a")[0], "already_confirmed")
                self.assertEqual(send("RELEASE", name, "a", "CONFIRMED")[:3], ["ok", "a", "released"])
                self.assertEqual(send("RESTOCK", name, "r1", "red", -2), ["ok", 3])
                stock = send("STOCK", name)
                self.assertEqual(stock if isinstance(stock, dict) else dict(zip(stock[::2], stock[1::2])), {"red": 3})
                self.assertEqual(json.loads(send("AUDIT"))["verdict"], "ok")
                status, text = send("DO", "GET", f"/v1/sales/{name}/claims/a", "")
                self.assertEqual((status, json.loads(text)["state"]), (200, "released"))
                with self.assertRaisesRegex(redis.ResponseError, "unknown_sale"):
                    send("STOCK", "none")

    def test_built_in_calls(self):
        client = self.client(decode_responses=True, client_name="shop", health_check_interval=1)
        self.assertTrue(client.ping())
        self.assertEqual(client.echo("hä"), "hä")
        self.assertEqual(client.client_getname(), "shop")
        self.assertTrue(client.client_setname("till"))
        self.assertEqual([one["name"] for one in client.client_list()], ["till"])
        self.assertEqual(client.client_info()["name"], "till")
        self.assertIsInstance(client.client_id(), int)
        info = client.info()
        self.assertEqual((info["redis_version"].count("."), info["role"]), (2, "master"))
        self.assertEqual(client.config_get("maxmemory"), {"maxmemory": "0"})
        self.assertIn("claim", client.command())
        self.assertGreater(client.command_count(), 10)
        self.assertEqual(client.execute_command("CLUSTER INFO")["cluster_state"], "ok")

    def test_bytes(self):
        self.make_sale("s", 5)
        row = self.client().execute_command("CLAIM", "s", "größe".encode(), "a", "p", 1)
        self.assertEqual(row[:2], [b"accepted", b"a"])
        self.assertEqual(json.loads(row[4])["user"], "größe")

    def test_pipeline(self):
        self.make_sale("s", 500)
        pipe = self.client(decode_responses=True).pipeline(transaction=False)
        for n in range(600):
            pipe.execute_command("CLAIM", "s", f"u{n}", f"c{n}", "p", 1)
        pipe.execute_command("STOCK", "none").ping()
        replies = pipe.execute(raise_on_error=False)
        self.assertEqual([reply[0] for reply in replies[:600]], ["accepted"] * 500 + ["sold_out"] * 100)
        self.assertIsInstance(replies[600], redis.ResponseError)
        self.assertIs(replies[601], True)

    def test_pool_reconnects_after_a_restart(self):
        client = self.client(decode_responses=True, retry_on_error=[redis.ConnectionError], health_check_interval=1)
        self.make_sale("s", 5)
        self.assertEqual(client.execute_command("CLAIM", "s", "u", "a", "p", 1)[0], "accepted")
        port = self.server.resp_port
        self.assertEqual(self.server.stop(), 0)
        with self.assertRaises(redis.ConnectionError):
            client.ping()
        self.start("--resp", f"127.0.0.1:{port}")
        row = client.execute_command("CLAIM", "s", "u", "a", "p", 1)
        self.assertTrue(json.loads(row[4])["replayed"])

    def test_cluster(self):
        cluster = redis.RedisCluster(host="127.0.0.1", port=self.server.resp_port, decode_responses=True)
        self.addCleanup(cluster.close)
        self.make_sale("s", 5)
        self.assertEqual(cluster.execute_command("CLAIM", "s", "u", "a", "p", 1)[0], "accepted")
        self.assertTrue(cluster.ping())


@unittest.skipUnless(shutil.which("node") and os.path.isdir(os.path.join(SCRIPTS, "node_modules")),
                     "needs Node and its packages: ./dev test installs them")
class NodeTest(ClientsTest):
    def script(self, *words):
        out, err = self.run_tool("node", os.path.join(SCRIPTS, words[0]), str(self.server.resp_port), *words[1:])
        self.assertEqual(err, "")
        self.assertRegex(out, re.compile(r"^(ok .+\n)+$"))
        self.assert_audit()

    def test_ioredis(self):
        self.script("ioredis.js")

    def test_node_redis_4(self):
        self.script("node_redis.js", "redis4")

    def test_node_redis_5(self):
        self.script("node_redis.js", "redis")


if __name__ == "__main__":
    unittest.main()
