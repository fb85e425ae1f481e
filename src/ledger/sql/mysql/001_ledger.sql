-- The book of record. Anyone may read it; only the program writes. MariaDB 10.6 and MySQL 8 read this alike.
-- Times are integer milliseconds since the epoch (UTC); states are text; absent values are NULL.
-- Names, users and ids are bytes. Every statement may be repeated: a schema change cannot be rolled back here.

-- 'schema': number of the last migration. 'engine': which engine's rules the rows follow.
CREATE TABLE IF NOT EXISTS allot_meta(
  name  VARBINARY(64) NOT NULL PRIMARY KEY,
  value VARBINARY(255) NOT NULL
) ENGINE = InnoDB;

-- One row. Every transaction of an owner checks that fence and nonce are its own before it writes.
CREATE TABLE IF NOT EXISTS allot_owner(
  one    BIGINT NOT NULL PRIMARY KEY CHECK(one = 1),
  fence  BIGINT NOT NULL,              -- grows by one with each new owner
  nonce  BIGINT NOT NULL,              -- random, of this owner
  pid    BIGINT NOT NULL,
  host   VARBINARY(255) NOT NULL,
  since  BIGINT NOT NULL
) ENGINE = InnoDB;

-- Transactions by their attempts: settles an outcome that the program did not hear. Kept for a day.
CREATE TABLE IF NOT EXISTS allot_commit(
  id BINARY(16) NOT NULL PRIMARY KEY,
  at BIGINT NOT NULL,
  KEY allot_commit_at(at)
) ENGINE = InnoDB;

-- A uid is one life of a name: it is never used again, also when the name is.
CREATE TABLE IF NOT EXISTS allot_sale(
  uid              BIGINT NOT NULL PRIMARY KEY CHECK(uid BETWEEN 1 AND 2147483647),
  sale             VARBINARY(64) NOT NULL,
  definition       MEDIUMBLOB NOT NULL,  -- JSON, as it is now
  first_definition MEDIUMBLOB NOT NULL,  -- JSON, as PUT gave it
  status           VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
                   CHECK(status IN ('open', 'paused', 'closed', 'deleted')),
  version          BIGINT NOT NULL,
  mode             VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
                   CHECK(mode IN ('hot', 'loading', 'ledger', 'none')),
  epoch            BIGINT NOT NULL,    -- of the hot state
  seq              BIGINT NOT NULL,    -- last entry applied in this epoch
  nonce            BIGINT NOT NULL,    -- of that entry
  credit_no        BIGINT NOT NULL,    -- last credit numbered
  claims           BIGINT NOT NULL,    -- number of the next claim
  engine           VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  claims_per_user_most BIGINT NOT NULL,  -- the loosest limit there ever was; 0: none
  units_per_user_most  BIGINT NOT NULL,
  created_at       BIGINT NOT NULL,
  newest_at        BIGINT NOT NULL,    -- latest time of a decision in the ledger; a sale's time never runs back
  token            BIGINT NOT NULL DEFAULT 0,  -- random, of the load that began the epoch
  shards           BIGINT NOT NULL DEFAULT 1,  -- of the hot copy that processes share
  loader_at        BIGINT NOT NULL DEFAULT 0,  -- when the loader was last heard of
  live             VARBINARY(64) GENERATED ALWAYS AS (CASE WHEN status <> 'deleted' THEN sale END) STORED,
  UNIQUE KEY allot_sale_live(live)
) ENGINE = InnoDB;

-- stocked = left + taken, taken = held + confirmed. The pool '*' is the total over all pools.
CREATE TABLE IF NOT EXISTS allot_pool(
  uid       BIGINT NOT NULL,
  pool      VARBINARY(64) NOT NULL,
  stocked   BIGINT NOT NULL CHECK(stocked BETWEEN 0 AND 1000000000000000),
  taken     BIGINT NOT NULL CHECK(taken >= 0),
  confirmed BIGINT NOT NULL CHECK(confirmed >= 0),
  PRIMARY KEY(uid, pool),
  CHECK(taken <= stocked AND confirmed <= taken)
) ENGINE = InnoDB;

-- no: the claim's number in its sale, in the order of acceptance. The first line of a claim stands in its row,
-- further ones in allot_claim_line. `units` of a released claim are what it had when it was released; use
-- allot_claim_item for sums. A barred id is a released claim of nobody: buyer '', no pool.
CREATE TABLE IF NOT EXISTS allot_claim(
  uid        BIGINT NOT NULL,
  no         BIGINT NOT NULL,
  id         VARBINARY(64) NOT NULL,
  buyer      VARBINARY(128) NOT NULL,
  state      VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,  -- held, confirmed, released
  reason     VARBINARY(256),
  ref        VARBINARY(64),
  meta       VARBINARY(1024),
  team       VARBINARY(64),
  created_at BIGINT NOT NULL,
  expires_at BIGINT,                   -- end of the hold, exclusive
  hold_end   BIGINT GENERATED ALWAYS AS (CASE WHEN state = 'held' THEN expires_at END) STORED,
  if_version BIGINT,
  version    BIGINT NOT NULL,          -- of the sale, after this claim
  pool       VARBINARY(64),
  units      BIGINT NOT NULL,
  given_back BIGINT NOT NULL DEFAULT 0,  -- by releases of single items
  more_lines BIGINT NOT NULL,          -- in allot_claim_line
  PRIMARY KEY(uid, no),
  UNIQUE KEY allot_claim_id(uid, id),
  KEY allot_claim_buyer(uid, buyer),
  KEY allot_claim_ref(ref),
  KEY allot_claim_hold(uid, hold_end)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS allot_claim_line(
  uid        BIGINT NOT NULL,
  no         BIGINT NOT NULL,          -- of the claim
  line       BIGINT NOT NULL,          -- from 1
  pool       VARBINARY(64) NOT NULL,
  units      BIGINT NOT NULL,
  given_back BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY(uid, no, line)
) ENGINE = InnoDB;

-- What live claims have now.
CREATE OR REPLACE VIEW allot_claim_item(uid, claim, pool, units) AS
  SELECT uid, id, pool, units FROM allot_claim WHERE state <> 'released' AND units > 0
  UNION ALL
  SELECT c.uid, c.id, l.pool, l.units
  FROM allot_claim_line l JOIN allot_claim c ON c.uid = l.uid AND c.no = l.no
  WHERE c.state <> 'released' AND l.units > 0;

-- left_after: the pool's number after it, as it was answered.
CREATE TABLE IF NOT EXISTS allot_restock(
  uid         BIGINT NOT NULL,
  id          VARBINARY(64) NOT NULL,
  pool        VARBINARY(64) NOT NULL,
  units       BIGINT NOT NULL,
  moves_total BIGINT NOT NULL CHECK(moves_total IN (0, 1)),
  if_version  BIGINT,
  left_after  BIGINT NOT NULL,
  at          BIGINT NOT NULL,
  PRIMARY KEY(uid, id)
) ENGINE = InnoDB;

-- Releases of single items, so that a repeat moves nothing.
CREATE TABLE IF NOT EXISTS allot_release(
  uid    BIGINT NOT NULL,
  id     VARBINARY(64) NOT NULL,
  claim  VARBINARY(64) NOT NULL,
  items  MEDIUMBLOB NOT NULL,          -- JSON, summed, sorted by pool
  reason VARBINARY(256),
  at     BIGINT NOT NULL,
  PRIMARY KEY(uid, id)
) ENGINE = InnoDB;

-- Nonces of a sale's newest entries, where several processes share its hot copy: whether an old entry is the one that
-- was recorded, or of a lost past.
CREATE TABLE IF NOT EXISTS allot_entry(
  uid   BIGINT NOT NULL,
  epoch BIGINT NOT NULL,
  seq   BIGINT NOT NULL,
  nonce BIGINT NOT NULL,
  PRIMARY KEY(uid, epoch, seq)
) ENGINE = InnoDB;

-- A sale's newest credits, for every process to apply to the hot copy in the order of `no`. seq: newest entry in the
-- ledger when the credit was numbered.
CREATE TABLE IF NOT EXISTS allot_credit(
  uid  BIGINT NOT NULL,
  no   BIGINT NOT NULL,
  seq  BIGINT NOT NULL,
  body LONGBLOB NOT NULL,  -- its changes, as ledger/credit_text.h writes them
  PRIMARY KEY(uid, no)
) ENGINE = InnoDB;

REPLACE INTO allot_meta(name, value) VALUES('engine', 'memory');
REPLACE INTO allot_owner(one, fence, nonce, pid, host, since) VALUES(1, 0, 0, 0, '', 0);
