-- For a hot copy that several processes share: engine 'redis'.

ALTER TABLE allot_sale ADD COLUMN token INTEGER NOT NULL DEFAULT 0;      -- random, of the load that began the epoch
ALTER TABLE allot_sale ADD COLUMN shards INTEGER NOT NULL DEFAULT 1;     -- of the hot copy
ALTER TABLE allot_sale ADD COLUMN loader_at INTEGER NOT NULL DEFAULT 0;  -- when the loader was last heard of

-- Nonces of a sale's newest entries: whether an old entry is the one that was recorded, or of a lost past.
CREATE TABLE allot_entry(
  uid   INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  seq   INTEGER NOT NULL,
  nonce INTEGER NOT NULL,
  PRIMARY KEY(uid, epoch, seq)
) STRICT, WITHOUT ROWID;

-- A sale's newest credits, for every process to apply to the hot copy in the order of `no`.
CREATE TABLE allot_credit(
  uid  INTEGER NOT NULL,
  no   INTEGER NOT NULL,
  seq  INTEGER NOT NULL,               -- newest entry in the ledger when the credit was numbered
  body TEXT    NOT NULL,               -- its changes, as ledger/credit_text.h writes them
  PRIMARY KEY(uid, no)
) STRICT;
