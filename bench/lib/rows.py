"""All rows, in the order of the table. A row function takes the workplace and the sizes and returns Rows."""

from lib import rows_http, rows_postgres, rows_redis, rows_size

ROWS = {
    "accepted": rows_redis.accepted,
    "client_ids": rows_redis.client_ids,
    "unpipelined": rows_redis.unpipelined,
    "sold_out": rows_redis.sold_out,
    "ping": rows_redis.ping,
    "http": rows_http.http_sold_out,
    "row_lock": rows_postgres.row_lock,
    "guarded_update": rows_postgres.guarded_update,
    "guarded_statement": rows_postgres.guarded_statement,
    "lock": rows_redis.lock,
    "memory": rows_size.memory,
    "restart": rows_size.restart,
    "growth": rows_size.growth,
}
BIG = ("memory", "restart", "growth")
