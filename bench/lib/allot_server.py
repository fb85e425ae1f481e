"""The service under test, and the accounts it is checked against."""

import http.client
import json
import os
import re
import sqlite3

from lib import tools
from lib.checks import check_accepted, check_sold_out
from lib.compare import Measure
from lib.process import BenchError, Child

READY_SECONDS = 120
CALL_SECONDS = 600  # an audit of ten million claims reads them all
PLENTY = 10**12


class AllotServer:
    def __init__(self, binary, folder):
        self.binary = binary
        self.folder = folder
        self.http_port = self.resp_port = 0
        self.child = None
        self.sales = 0

    def start(self):
        command = [self.binary, "serve", "--data", self.folder, "--http", "127.0.0.1:0", "--resp", "127.0.0.1:0"]
        self.child = Child(command, os.path.join(self.folder, "..", "allot.log"))
        line = self.child.ready_line(READY_SECONDS)
        match = re.fullmatch(r"ready http=127\.0\.0\.1:(\d+) resp=127\.0\.0\.1:(\d+)\n", line)
        if not match:
            raise BenchError(f"allot printed {line!r} in place of its ready line")
        self.http_port, self.resp_port = int(match[1]), int(match[2])
        return self

    def stop(self):
        if self.child:
            self.child.stop()

    def call(self, method, path, body=None):
        """(status, text)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.http_port, timeout=CALL_SECONDS)
        try:
            headers = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def new_sale(self, stock=PLENTY):
        """One hot pool `p`, one claim per user."""
        self.sales += 1
        sale = f"sale{self.sales}"
        status, text = self.call("PUT", f"/v1/sales/{sale}", {"pools": {"p": stock}, "claims_per_user": 1})
        if status != 201:
            raise BenchError(f"no sale: {status} {text}")
        return sale

    def confirmed(self, sale):
        status, text = self.call("GET", f"/v1/sales/{sale}")
        if status != 200:
            raise BenchError(f"no sale {sale}: {status} {text}")
        return json.loads(text)["pools"]["p"]["confirmed"]

    def audit(self):
        return json.loads(self.call("GET", "/v1/audit")[1])

    def counters(self):
        """(decided claims by verdict, claims and commits of the ledger) since the start."""
        return parse_metrics(self.call("GET", "/metrics")[1])

    def ledger_rows(self, sale):
        """Read by another program, past the service."""
        path = os.path.join(self.folder, "ledger.db")
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)
        try:
            return database.execute(
                "SELECT count(*) FROM allot_claim WHERE key BETWEEN"
                " (SELECT uid FROM allot_sale WHERE sale = ?1) << 32 AND"
                " ((SELECT uid FROM allot_sale WHERE sale = ?1) + 1 << 32) - 1",
                (sale,),
            ).fetchone()[0]
        finally:
            database.close()

    def claim(self, sale, clients, pipeline, requests, claim_id="-"):
        """A run of claims by random users that all find stock; checked against the ledger."""
        requests = tools.whole_pipelines(requests, pipeline)
        verdicts, claims, commits = self.counters()
        confirmed, rows = self.confirmed(sale), self.ledger_rows(sale)
        rate = self.load(sale, clients, pipeline, requests, claim_id)
        verdicts_after, claims_after, commits_after = self.counters()
        accepted = self.confirmed(sale) - confirmed
        check_accepted(requests, difference(verdicts_after, verdicts), accepted, self.ledger_rows(sale) - rows)
        batch = (claims_after - claims) / max(1, commits_after - commits)
        return Measure(rate * accepted / requests, accepted, 1 - accepted / requests, batch)

    def claim_sold_out(self, sale, clients, pipeline, requests):
        requests = tools.whole_pipelines(requests, pipeline)
        before = self.counters()[0]
        rate = self.load(sale, clients, pipeline, requests, "-")
        check_sold_out(requests, difference(self.counters()[0], before))
        return Measure(rate, 0, 1.0)

    def load(self, sale, clients, pipeline, requests, claim_id):
        words = ["CLAIM", sale, "u__rand_int__", claim_id, "p", "1"]
        return tools.redis_benchmark(self.resp_port, clients, pipeline, requests, words)

    def ping(self, clients, requests):
        return Measure(tools.redis_benchmark(self.resp_port, clients, 1, requests, ["PING"]))


def difference(after, before):
    moved = {name: n - before.get(name, 0) for name, n in after.items()}
    return {name: n for name, n in moved.items() if n}


def parse_metrics(text):
    verdicts = {m[1]: int(m[2]) for m in re.finditer(r'^allot_claims_total\{verdict="(\w+)"\} (\d+)$', text, re.M)}
    single = dict(re.findall(r"^(\w+) (\d+)$", text, re.M))
    return verdicts, int(single["allot_ledger_claims_total"]), int(single["allot_ledger_commits_total"])
