CREATE TABLE stock(
  id    integer PRIMARY KEY,
  stock bigint  NOT NULL CHECK(stock >= 0)
);
CREATE TABLE orders(
  id         bigserial   PRIMARY KEY,
  sale       integer     NOT NULL,
  buyer      bigint      NOT NULL,
  units      integer     NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE(sale, buyer)
);
