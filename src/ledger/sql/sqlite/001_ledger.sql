-- The book of record. Anyone may read it; only the process named in allot_owner writes.
-- Times are integer milliseconds since the epoch (UTC); states are text; absent values are NULL.

-- 'schema': number of the last migration. 'engine': which engine's rules the rows follow.
CREATE TABLE allot_meta(
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row. Every transaction checks that fence and nonce are its own before it writes.
CREATE TABLE allot_owner(
  one     INTEGER PRIMARY KEY CHECK(one = 1),
  fence   INTEGER NOT NULL,            -- grows by one with each new owner
  nonce   INTEGER NOT NULL,            -- random, of this owner
  pid     INTEGER NOT NULL,
  host    TEXT    NOT NULL,
  since   INTEGER NOT NULL,
  commits INTEGER NOT NULL DEFAULT 0,  -- transactions since the ledger was made: settles unknown outcomes
  probes  INTEGER NOT NULL DEFAULT 0   -- test writes while the ledger was away
) STRICT;

-- A uid is one life of a name: it is never used again, also when the name is.
CREATE TABLE allot_sale(
  uid              INTEGER PRIMARY KEY CHECK(uid BETWEEN 1 AND 2147483647),
  sale             TEXT    NOT NULL,
  definition       TEXT    NOT NULL,   -- JSON, as it is now
  first_definition TEXT    NOT NULL,   -- JSON, as PUT gave it
  status           TEXT    NOT NULL CHECK(status IN ('open', 'paused', 'closed', 'deleted')),
  version          INTEGER NOT NULL,
  mode             TEXT    NOT NULL CHECK(mode IN ('hot', 'loading', 'ledger', 'none')),
  epoch            INTEGER NOT NULL,   -- of the hot state
  seq              INTEGER NOT NULL,   -- last entry applied in this epoch
  nonce            INTEGER NOT NULL,   -- of that entry
  credit_no        INTEGER NOT NULL,   -- last credit numbered
  claims           INTEGER NOT NULL,   -- number of the next claim
  engine           TEXT    NOT NULL,
  claims_per_user_most INTEGER NOT NULL,  -- the loosest limit there ever was; 0: none
  units_per_user_most  INTEGER NOT NULL,
  created_at       INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX allot_sale_live ON allot_sale(sale) WHERE status <> 'deleted';

-- stocked = left + taken, taken = held + confirmed. The pool '*' is the total over all pools.
CREATE TABLE allot_pool(
  uid       INTEGER NOT NULL,
  pool      TEXT    NOT NULL,
  stocked   INTEGER NOT NULL CHECK(stocked BETWEEN 0 AND 1000000000000000),
  taken     INTEGER NOT NULL CHECK(taken BETWEEN 0 AND stocked),
  confirmed INTEGER NOT NULL CHECK(confirmed BETWEEN 0 AND taken),
  PRIMARY KEY(uid, pool)
) STRICT, WITHOUT ROWID;

-- key = uid * 2^32 + the claim's number in its sale, so rows are appended in order of acceptance and no
-- index on ids or buyers is needed. The first line of a claim stands in its row, further ones in
-- allot_claim_line. `units` of a released claim are what it had when it was released; use allot_claim_item
-- for sums. A barred id is a released claim of nobody: buyer '', no pool. Not STRICT: checking types costs
-- 5 % of the write rate.
CREATE TABLE allot_claim(
  key        INTEGER PRIMARY KEY,
  uid        INTEGER GENERATED ALWAYS AS (key >> 32) VIRTUAL,
  id         TEXT    NOT NULL,
  buyer      TEXT    NOT NULL,
  state      TEXT    NOT NULL,         -- held, confirmed, released
  reason     TEXT,
  ref        TEXT,
  team       TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,                  -- end of the hold, exclusive
  if_version INTEGER,
  version    INTEGER NOT NULL,         -- of the sale, after this claim
  pool       TEXT,
  units      INTEGER NOT NULL DEFAULT 0,
  given_back INTEGER NOT NULL DEFAULT 0,  -- by releases of single items
  meta       TEXT
);
CREATE INDEX allot_claim_ref ON allot_claim(ref) WHERE ref IS NOT NULL;

CREATE TABLE allot_claim_line(
  key        INTEGER NOT NULL,         -- of allot_claim
  line       INTEGER NOT NULL,         -- from 1
  pool       TEXT    NOT NULL,
  units      INTEGER NOT NULL,
  given_back INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(key, line)
) STRICT, WITHOUT ROWID;

-- What live claims have now.
CREATE VIEW allot_claim_item(uid, claim, pool, units) AS
  SELECT key >> 32, id, pool, units FROM allot_claim WHERE state <> 'released' AND units > 0
  UNION ALL
  SELECT c.key >> 32, c.id, l.pool, l.units
  FROM allot_claim_line l JOIN allot_claim c ON c.key = l.key
  WHERE c.state <> 'released' AND l.units > 0;

-- `left` is the pool's number after it, as it was answered.
CREATE TABLE allot_restock(
  uid         INTEGER NOT NULL,
  id          TEXT    NOT NULL,
  pool        TEXT    NOT NULL,
  units       INTEGER NOT NULL,
  moves_total INTEGER NOT NULL CHECK(moves_total IN (0, 1)),
  if_version  INTEGER,
  left        INTEGER NOT NULL,
  at          INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
  PRIMARY KEY(uid, id)
) STRICT, WITHOUT ROWID;

-- Releases of single items, so that a repeat moves nothing.
CREATE TABLE allot_release(
  uid    INTEGER NOT NULL,
  id     TEXT    NOT NULL,
  claim  TEXT    NOT NULL,
  items  TEXT    NOT NULL,             -- JSON, summed, sorted by pool
  reason TEXT,
  at     INTEGER NOT NULL,
  PRIMARY KEY(uid, id)
) STRICT, WITHOUT ROWID;

INSERT INTO allot_meta(key, value) VALUES('engine', 'memory');
INSERT INTO allot_owner(one, fence, nonce, pid, host, since) VALUES(1, 0, 0, 0, '', 0);
