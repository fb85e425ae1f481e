-- The book of record. Anyone may read it; only the program writes.
-- Times are integer milliseconds since the epoch (UTC); states are text; absent values are NULL.

-- 'schema': number of the last migration. 'engine': which engine's rules the rows follow.
CREATE TABLE allot_meta(
  name  text COLLATE "C" PRIMARY KEY,
  value text NOT NULL
);

-- One row. Every transaction of an owner checks that fence and nonce are its own before it writes.
CREATE TABLE allot_owner(
  one    bigint PRIMARY KEY CHECK(one = 1),
  fence  bigint NOT NULL,              -- grows by one with each new owner
  nonce  bigint NOT NULL,              -- random, of this owner
  pid    bigint NOT NULL,
  host   text   NOT NULL,
  since  bigint NOT NULL
);

-- Transactions by their attempts: settles an outcome that the program did not hear. Kept for a day.
CREATE TABLE allot_commit(
  id bytea  PRIMARY KEY,
  at bigint NOT NULL
);
CREATE INDEX allot_commit_at ON allot_commit(at);

-- A uid is one life of a name: it is never used again, also when the name is.
CREATE TABLE allot_sale(
  uid              bigint PRIMARY KEY CHECK(uid BETWEEN 1 AND 2147483647),
  sale             text COLLATE "C" NOT NULL,
  definition       text   NOT NULL,    -- JSON, as it is now
  first_definition text   NOT NULL,    -- JSON, as PUT gave it
  status           text   NOT NULL CHECK(status IN ('open', 'paused', 'closed', 'deleted')),
  version          bigint NOT NULL,
  mode             text   NOT NULL CHECK(mode IN ('hot', 'loading', 'ledger', 'none')),
  epoch            bigint NOT NULL,    -- of the hot state
  seq              bigint NOT NULL,    -- last entry applied in this epoch
  nonce            bigint NOT NULL,    -- of that entry
  credit_no        bigint NOT NULL,    -- last credit numbered
  claims           bigint NOT NULL,    -- number of the next claim
  engine           text   NOT NULL,
  claims_per_user_most bigint NOT NULL,  -- the loosest limit there ever was; 0: none
  units_per_user_most  bigint NOT NULL,
  created_at       bigint NOT NULL,
  newest_at        bigint NOT NULL,    -- latest time of a decision in the ledger; a sale's time never runs back
  token            bigint NOT NULL DEFAULT 0,  -- random, of the load that began the epoch
  shards           bigint NOT NULL DEFAULT 1,  -- of the hot copy that processes share
  loader_at        bigint NOT NULL DEFAULT 0,  -- when the loader was last heard of
  live             text COLLATE "C" GENERATED ALWAYS AS (CASE WHEN status <> 'deleted' THEN sale END) STORED UNIQUE
) WITH (fillfactor = 50);

-- stocked = left + taken, taken = held + confirmed. The pool '*' is the total over all pools.
CREATE TABLE allot_pool(
  uid       bigint NOT NULL,
  pool      text COLLATE "C" NOT NULL,
  stocked   bigint NOT NULL CHECK(stocked BETWEEN 0 AND 1000000000000000),
  taken     bigint NOT NULL CHECK(taken >= 0),
  confirmed bigint NOT NULL CHECK(confirmed >= 0),
  PRIMARY KEY(uid, pool),
  CHECK(taken <= stocked AND confirmed <= taken)
) WITH (fillfactor = 50);

-- no: the claim's number in its sale, in the order of acceptance. The first line of a claim stands in its row,
-- further ones in allot_claim_line. `units` of a released claim are what it had when it was released; use
-- allot_claim_item for sums. A barred id is a released claim of nobody: buyer '', no pool.
CREATE TABLE allot_claim(
  uid        bigint NOT NULL,
  no         bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,                   -- end of the hold, exclusive
  hold_end   bigint GENERATED ALWAYS AS (CASE WHEN state = 'held' THEN expires_at END) STORED,
  if_version bigint,
  version    bigint NOT NULL,          -- of the sale, after this claim
  units      bigint NOT NULL,
  given_back bigint NOT NULL DEFAULT 0,  -- by releases of single items
  more_lines bigint NOT NULL,          -- in allot_claim_line
  id         text COLLATE "C" NOT NULL,
  buyer      text COLLATE "C" NOT NULL,
  state      text COLLATE "C" NOT NULL,  -- held, confirmed, released
  pool       text COLLATE "C",
  reason     text COLLATE "C",
  ref        text COLLATE "C",
  team       text COLLATE "C",
  meta       text COLLATE "C",
  PRIMARY KEY(uid, no)
);
CREATE UNIQUE INDEX allot_claim_id ON allot_claim(uid, id);
CREATE INDEX allot_claim_buyer ON allot_claim(uid, buyer);
CREATE INDEX allot_claim_ref ON allot_claim(ref) WHERE ref IS NOT NULL;
CREATE INDEX allot_claim_hold ON allot_claim(uid, hold_end) WHERE hold_end IS NOT NULL;

CREATE TABLE allot_claim_line(
  uid        bigint NOT NULL,
  no         bigint NOT NULL,          -- of the claim
  line       bigint NOT NULL,          -- from 1
  pool       text COLLATE "C" NOT NULL,
  units      bigint NOT NULL,
  given_back bigint NOT NULL DEFAULT 0,
  PRIMARY KEY(uid, no, line)
);

-- What live claims have now.
CREATE VIEW allot_claim_item(uid, claim, pool, units) AS
  SELECT uid, id, pool, units FROM allot_claim WHERE state <> 'released' AND units > 0
  UNION ALL
  SELECT c.uid, c.id, l.pool, l.units
  FROM allot_claim_line l JOIN allot_claim c ON c.uid = l.uid AND c.no = l.no
  WHERE c.state <> 'released' AND l.units > 0;

-- left_after: the pool's number after it, as it was answered.
CREATE TABLE allot_restock(
  uid         bigint NOT NULL,
  id          text COLLATE "C" NOT NULL,
  pool        text COLLATE "C" NOT NULL,
  units       bigint NOT NULL,
  moves_total bigint NOT NULL CHECK(moves_total IN (0, 1)),
  if_version  bigint,
  left_after  bigint NOT NULL,
  at          bigint NOT NULL,
  PRIMARY KEY(uid, id)
);

-- Releases of single items, so that a repeat moves nothing.
CREATE TABLE allot_release(
  uid    bigint NOT NULL,
  id     text COLLATE "C" NOT NULL,
  claim  text COLLATE "C" NOT NULL,
  items  text COLLATE "C" NOT NULL,    -- JSON, summed, sorted by pool
  reason text COLLATE "C",
  at     bigint NOT NULL,
  PRIMARY KEY(uid, id)
);

-- Nonces of a sale's newest entries, where several processes share its hot copy: whether an old entry is the one that
-- was recorded, or of a lost past.
CREATE TABLE allot_entry(
  uid   bigint NOT NULL,
  epoch bigint NOT NULL,
  seq   bigint NOT NULL,
  nonce bigint NOT NULL,
  PRIMARY KEY(uid, epoch, seq)
);

-- A sale's newest credits, for every process to apply to the hot copy in the order of `no`. seq: newest entry in the
-- ledger when the credit was numbered.
CREATE TABLE allot_credit(
  uid  bigint NOT NULL,
  no   bigint NOT NULL,
  seq  bigint NOT NULL,
  body text COLLATE "C" NOT NULL,  -- its changes, as ledger/credit_text.h writes them
  PRIMARY KEY(uid, no)
);

INSERT INTO allot_meta(name, value) VALUES('engine', 'memory');
INSERT INTO allot_owner(one, fence, nonce, pid, host, since) VALUES(1, 0, 0, 0, '', 0);
