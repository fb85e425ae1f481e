-- Steps of a load and of a change of masters. ARGV[6]: the standing it shall have from now on.
-- 'loaded': everything is there, credits may come. 'live' (behind credit ARGV[7] at least): calls are decided from here on.
-- Both are for every key that a load has made with an end of its life.
-- Returns {word}; 'behind': credits are missing first.

if is_late() then return {'late'} end
local sale = read_state()
if not sale or not keys_are_whole(sale) then return {'lost'} end
local master = this_master()
if not master then return {'replica'} end
if sale.live == 'fenced' then return {'fenced'} end
local word = chain(sale)
if word ~= 'ok' then return {word} end
if ARGV[6] == 'loaded' then
  if sale.live == 'loading' then redis.call('HSET', state, 'live', 'loaded', 'master', master) end
  return {'ok'}
end
if sale.live == 'loading' then return {'lost'} end
if sale.credit < tonumber(ARGV[7]) then return {'behind', digits(sale.credit)} end
redis.call('HSET', state, 'live', 'live', 'master', master)
for _, key in ipairs(KEYS) do redis.call('PERSIST', key) end
return {'ok'}
