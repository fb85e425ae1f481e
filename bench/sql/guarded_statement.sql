\set buyer random(1, 4000000000000000000)
WITH taken AS (UPDATE stock SET stock = stock - 1 WHERE id = :sale AND stock >= 1 RETURNING id)
INSERT INTO orders(sale, buyer, units) SELECT id, :buyer, 1 FROM taken;
