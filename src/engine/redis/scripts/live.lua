-- Ends a load: from here on the sale's calls are decided. ARGV[4] nothing.
local f = redis.call('HMGET', state, 'e', 'live', 'seq')
if f[1] ~= epoch or f[2] == '2' then return {'lost'} end
if not keys_are_whole({seq = tonumber(f[3])}) then return {'lost'} end
redis.call('HSET', state, 'live', '1')
return {'ok'}
