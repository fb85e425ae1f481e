"""Rows against Redis."""

from lib.checks import check_audit
from lib.compare import Row, alternate

OURS = "fsync before the answer"
EVERYSEC = f"{OURS} | up to 1 s may be lost"
ALWAYS = f"{OURS} | fsync before the answer"
NOTHING = "nothing to record"
CLIENTS, PIPELINE = 50, 64


def pair(place, appendfsync):
    return place.allot(), place.redis(appendfsync)


def accepted_row(place, sizes, row, appendfsync, pipeline, ours, theirs, claim_id="-"):
    """A new sale in each round, so that rounds are alike."""
    with place.servers():
        allot, redis = pair(place, appendfsync)
        alternate(
            row,
            sizes.rounds,
            lambda: allot.claim(allot.new_sale(), CLIENTS, pipeline, ours, claim_id),
            lambda: redis.claim(redis.new_sale(), CLIENTS, pipeline, theirs, claim_id),
        )
        check_audit(allot.audit())
    return [row]


def accepted(place, sizes):
    row = Row("accepted", "accepted, server-made ids, RESP, 50 connections, pipeline 64", "Redis script, AOF everysec",
              "/s", 5, True, EVERYSEC)
    return accepted_row(place, sizes, row, "everysec", PIPELINE, sizes.accepted, sizes.accepted_redis)


def client_ids(place, sizes):
    row = Row("client_ids", "the same, random ids from the client", "Redis script, AOF everysec", "/s", 4, True,
              EVERYSEC)
    return accepted_row(place, sizes, row, "everysec", PIPELINE, sizes.accepted, sizes.accepted_redis, "c__rand_int__.__rand_int__")


def unpipelined(place, sizes):
    row = Row("unpipelined", "accepted, 50 connections, no pipelining", "Redis script, AOF always", "/s", 2.5, True,
              ALWAYS)
    return accepted_row(place, sizes, row, "always", 1, sizes.unpipelined, sizes.unpipelined_redis)


def sold_out(place, sizes):
    row = Row("sold_out", "sold out, 50 connections, pipeline 64", "Redis script", "/s", 10, True, NOTHING)
    with place.servers():
        allot, redis = pair(place, "everysec")
        sale, key = allot.new_sale(0), redis.new_sale(0)
        alternate(
            row,
            sizes.rounds,
            lambda: allot.claim_sold_out(sale, CLIENTS, PIPELINE, sizes.sold_out),
            lambda: redis.claim_sold_out(key, CLIENTS, PIPELINE, sizes.sold_out_redis),
        )
    return [row]


def ping(place, sizes):
    row = Row("ping", "sold out, 50 connections, no pipelining", "this server's own PING", "/s", 0.9, True, NOTHING)
    with place.servers():
        allot = place.allot()
        sale = allot.new_sale(0)
        alternate(
            row,
            max(sizes.rounds, 5) if sizes.rounds > 1 else 1,
            lambda: allot.claim_sold_out(sale, CLIENTS, 1, sizes.ping),
            lambda: allot.ping(CLIENTS, sizes.ping),
        )
    return [row]


def lock(place, sizes):
    row = Row("lock", "accepted, 50 connections, no pipelining", "Redis lock (SET NX, round trips), AOF everysec", "/s",
              None, True, EVERYSEC)
    client = place.program("lock_client")
    with place.servers():
        allot, redis = pair(place, "everysec")
        alternate(
            row,
            sizes.rounds,
            lambda: allot.claim(allot.new_sale(), CLIENTS, 1, sizes.unpipelined),
            lambda: redis.claim_with_lock(client, redis.new_sale(), CLIENTS, sizes.lock),
        )
        check_audit(allot.audit())
    return [row]
