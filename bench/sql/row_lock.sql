\set buyer random(1, 4000000000000000000)
BEGIN;
SELECT stock AS left FROM stock WHERE id = :sale FOR UPDATE \gset
\if :left >= 1
INSERT INTO orders(sale, buyer, units) VALUES(:sale, :buyer, 1);
UPDATE stock SET stock = stock - 1 WHERE id = :sale;
\endif
COMMIT;
