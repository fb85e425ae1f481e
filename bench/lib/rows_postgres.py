"""Rows against PostgreSQL."""

from lib.checks import check_audit
from lib.compare import Row, alternate
from lib.rows_redis import ALWAYS

CLIENTS = 20
WORK = "accepted, 20 connections, no pipelining"


def against(place, sizes, row, script):
    with place.servers():
        allot, postgres = place.allot(), place.postgres()
        alternate(
            row,
            sizes.rounds,
            lambda: allot.claim(allot.new_sale(), CLIENTS, 1, sizes.few_clients),
            lambda: postgres.claim(script, postgres.new_sale(), CLIENTS, sizes.postgres),
        )
        check_audit(allot.audit())
    return [row]


def row_lock(place, sizes):
    row = Row("row_lock", WORK, "PostgreSQL, select … for update + insert", "/s", 10, True, ALWAYS)
    return against(place, sizes, row, "row_lock.sql")


def guarded_update(place, sizes):
    row = Row("guarded_update", WORK, "PostgreSQL, guarded update + insert", "/s", 5, True, ALWAYS)
    return against(place, sizes, row, "guarded_update.sql")


def guarded_statement(place, sizes):
    row = Row("guarded_statement", WORK, "PostgreSQL, both in one statement", "/s", None, True, ALWAYS)
    return against(place, sizes, row, "guarded_statement.sql")
