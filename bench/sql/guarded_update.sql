\set buyer random(1, 4000000000000000000)
BEGIN;
UPDATE stock SET stock = stock - 1 WHERE id = :sale AND stock >= 1;
INSERT INTO orders(sale, buyer, units) VALUES(:sale, :buyer, 1);
COMMIT;
