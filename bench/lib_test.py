"""The bench's own parsers, checks and arithmetic; among them that each check can fail."""

import unittest

from lib import checks, table, tools
from lib.allot_server import difference, parse_metrics
from lib.compare import Measure, Row, alternate
from lib.process import BenchError
from lib.sizes import Sizes

REDIS_BENCHMARK = '''"test","rps","avg_latency_ms","min_latency_ms"
"CLAIM s u__rand_int__ - p 1","353356.91","8.1","1.2"
'''
PGBENCH = '''transaction type: row_lock.sql
number of transactions actually processed: 400/400
number of failed transactions: 0 (0.000%)
latency average = 9.1 ms
tps = 2187.216634 (without initial connection time)
'''
METRICS = '''# TYPE allot_claims_total counter
allot_claims_total{verdict="accepted"} 90
allot_claims_total{verdict="already_claimed"} 10
allot_ledger_commits_total 3
allot_ledger_claims_total 90
'''


def row(ours, theirs, wanted=5, at_least=True):
    sides = [[Measure(value) for value in side] for side in (ours, theirs)]
    return Row("k", "work", "rival", "/s", wanted, at_least, "a | b", *sides)


class Parsers(unittest.TestCase):
    def test_redis_benchmark(self):
        self.assertEqual(tools.parse_redis_benchmark(REDIS_BENCHMARK), 353356.91)
        for text in ("", "Error from server: ERR unknown command\n"):
            with self.assertRaises(BenchError):
                tools.parse_redis_benchmark(text)

    def test_pgbench(self):
        self.assertEqual(tools.parse_pgbench(PGBENCH), (400, 2187.216634))
        with self.assertRaises(BenchError):
            tools.parse_pgbench(PGBENCH.replace("failed transactions: 0", "failed transactions: 2"))

    def test_wrk(self):
        text = 'Running\n{"requests":7,"seconds":1.5,"status_errors":7,"socket_errors":0,"p50_us":1,"p99_us":2}\n'
        self.assertEqual(tools.parse_wrk(text)["requests"], 7)
        with self.assertRaises(BenchError):
            tools.parse_wrk("unable to connect\n")

    def test_metrics(self):
        self.assertEqual(parse_metrics(METRICS), ({"accepted": 90, "already_claimed": 10}, 90, 3))
        self.assertEqual(difference({"a": 3, "b": 2}, {"a": 3}), {"b": 2})

    def test_whole_pipelines(self):
        for requests, pipeline, whole in ((1000, 64, 1024), (1, 64, 64), (200, 1, 200), (6400, 64, 6400)):
            self.assertEqual(tools.whole_pipelines(requests, pipeline), whole)


class Checks(unittest.TestCase):
    def test_true_accounts_pass(self):
        checks.check_accepted(100, {"accepted": 90, "already_claimed": 10}, 90, 90)
        checks.check_sold_out(5, {"sold_out": 5})
        checks.check_redis(100, 90, 90, 90)
        checks.check_postgres(4, 4, 4)
        checks.check_audit({"verdict": "ok"})

    def test_each_wrong_account_is_found(self):
        wrong = (
            (checks.check_accepted, 100, {"accepted": 90, "already_claimed": 10}, 90, 89),  # not in the ledger
            (checks.check_accepted, 100, {"accepted": 90, "already_claimed": 10}, 91, 90),
            (checks.check_accepted, 100, {"accepted": 90}, 90, 90),  # ten were never decided
            (checks.check_accepted, 100, {"accepted": 90, "sold_out": 10}, 90, 90),
            (checks.check_accepted, 100, {"accepted": 90, "unavailable": 10}, 90, 90),
            (checks.check_sold_out, 5, {"sold_out": 4, "accepted": 1}),
            (checks.check_redis, 100, 90, 90, 89),
            (checks.check_redis, 100, 101, 101, 101),
            (checks.check_postgres, 4, 4, 3),
            (checks.check_audit, {"verdict": "drift", "findings": [{}]}),
            (checks.check_audit, {}),
        )
        for check, *accounts in wrong:
            with self.subTest(check=check.__name__, accounts=accounts), self.assertRaises(BenchError):
                check(*accounts)


class Comparison(unittest.TestCase):
    def test_goal_is_about_the_median_of_ratios(self):
        self.assertTrue(row([50, 60, 10], [10, 10, 10]).met())
        self.assertFalse(row([50, 40, 10], [10, 10, 10]).met())
        self.assertTrue(row([15], [10], 1.5, at_least=False).met())
        self.assertFalse(row([16], [10], 1.5, at_least=False).met())
        self.assertTrue(row([299], [], 300, at_least=False).met())
        self.assertIsNone(row([1], [1], None).met())

    def test_rounds_take_turns(self):
        seen = []

        def side(name):
            return lambda: seen.append(name) or Measure(1.0)

        alternate(row([], []), 3, side("ours"), side("theirs"))
        self.assertEqual(seen, ["theirs", "ours", "ours", "theirs", "theirs", "ours"])

    def test_scale_moves_only_the_big_rows(self):
        scaled = Sizes().with_big_scaled(0.1)
        self.assertEqual((scaled.memory, scaled.restart, scaled.many), (500_000, 100_000, 1_000_000))
        self.assertEqual(scaled.accepted, Sizes().accepted)


class Table(unittest.TestCase):
    def test_cells(self):
        one = row([50_000, 70_000], [10_000, 10_000])
        one.ours[0].batch = one.ours[1].batch = 12.5
        self.assertEqual(
            table.cells(one),
            ("work", "60,000/s", "rival: 10,000/s", "6.00 (5.00–7.00)", "≥ 5 ×", "yes", "a | b", "12.5",
             "0.00% | 0.00%"),
        )
        alone = Row("k", "memory", "none", " B", 300, False, "a", [Measure(301.0)])
        self.assertEqual(table.cells(alone)[1:6], ("301 B", "none", "–", "≤ 300 B", "NO"))

    def test_markdown_keeps_its_columns(self):
        text = table.markdown([row([1], [1])], {"commit": "abc"}, {"lock": "it did not hold"})
        lines = [line.replace("\\|", "") for line in text.splitlines() if line.startswith("|")]
        self.assertEqual({line.count("|") for line in lines}, {len(table.HEAD) + 1})
        self.assertIn("Failed: lock: it did not hold", text)


if __name__ == "__main__":
    unittest.main()
