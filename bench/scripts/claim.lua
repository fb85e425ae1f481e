-- One purchase in one script call: 1 bought, 2 bought before, 0 sold out.
-- KEYS: stock, set of buyers, stream of orders. ARGV: user, units, order id ('-': none)
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 1 then
  return 2
end
local units = tonumber(ARGV[2])
local left = tonumber(redis.call('GET', KEYS[1]) or 0)
if left < units then
  return 0
end
redis.call('DECRBY', KEYS[1], units)
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('XADD', KEYS[3], '*', 'user', ARGV[1], 'units', ARGV[2], 'id', ARGV[3])
return 1
