"""What has to be true of a run before its speed means anything. Each raises BenchError and says what is wrong."""

from lib.process import BenchError


def check_accepted(requests, verdicts, confirmed, rows):
    """`verdicts`, `confirmed` and `rows` (of the ledger) are what this run added."""
    strange = {name: n for name, n in verdicts.items() if n and name not in ("accepted", "already_claimed")}
    if strange:
        raise BenchError(f"claims with stock to spare were answered {strange}")
    answered = sum(verdicts.values())
    if answered != requests:
        raise BenchError(f"{requests} claims were sent but {answered} decided")
    accepted = verdicts.get("accepted", 0)
    if not accepted == confirmed == rows:
        raise BenchError(f"{accepted} accepted, but the sale says {confirmed} confirmed and the ledger has {rows} rows")


def check_sold_out(requests, verdicts):
    if verdicts != {"sold_out": requests}:
        raise BenchError(f"{requests} claims on an empty pool were answered {verdicts}")


def check_redis(requests, taken, buyers, orders):
    if not taken == buyers == orders or orders > requests:
        raise BenchError(f"Redis: of {requests} calls {taken} took stock, with {buyers} buyers and {orders} orders")


def check_postgres(transactions, taken, orders):
    if not transactions == taken == orders:
        raise BenchError(f"PostgreSQL: {transactions} transactions took {taken} units and left {orders} orders")


def check_audit(report):
    if report.get("verdict") != "ok":
        raise BenchError(f"the audit found: {report}")
