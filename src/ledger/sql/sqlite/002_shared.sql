-- For processes that share the ledger: any engine but 'memory'. The indexes they look claims up by
-- (allot_claim_id, allot_claim_buyer, allot_claim_held) exist only while they do: see allot_meta, 'engine'.

-- When something was last decided in the sale; no later decision is dated before it. 0 in an owned ledger.
ALTER TABLE allot_sale ADD COLUMN newest_at INTEGER NOT NULL DEFAULT 0;

-- One row per process, whose transactions each count in it: that settles outcomes that it did not learn.
CREATE TABLE allot_process(
  id      TEXT    PRIMARY KEY,  -- random, 32 hexadecimal digits
  commits INTEGER NOT NULL,
  pid     INTEGER NOT NULL,
  host    TEXT    NOT NULL,
  seen    INTEGER NOT NULL      -- time of its last transaction
) STRICT, WITHOUT ROWID;
