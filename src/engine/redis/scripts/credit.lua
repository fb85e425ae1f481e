-- Applies one credit if it is exactly the next.
-- ARGV[6] number, ARGV[7] entry it was numbered behind, ARGV[8] number of changes; then for each: 'p' pool units, or
-- 's' switch, or 'c' id's shard, id, user's shard (0: nobody's), user, state, expires_at, number of lines, pool units …
-- Returns {word}, or {'ok', number of the last credit applied}.

local sale, word = open_sale('loaded')
-- A credit may be what is missing after a change of masters.
if word == 'verify' then sale = read_state() end
if not sale then return {word} end
local number = tonumber(ARGV[6])
if number ~= sale.credit + 1 then return {'ok', digits(sale.credit)} end

local fields = {'credit', digits(number)}
local pools = {}
local claims, users = {}, {}
local function set(name, value)
  fields[#fields + 1] = name
  fields[#fields + 1] = value
end
local function counter(pool)
  if not pools[pool] then
    local f = redis.call('HMGET', state, 'l:' .. pool, 'c:' .. pool)
    if not f[1] then return nil end
    pools[pool] = {left = tonumber(f[1]), coming = tonumber(f[2])}
  end
  return pools[pool]
end
local function load(cache, shard, field, read)
  local key = shard .. ' ' .. field
  if not cache[key] then
    local f = redis.call('HMGET', KEYS[shard], '', field)
    if f[1] ~= epoch then return nil end
    cache[key] = {shard = shard, field = field, value = read(f[2])}
  end
  return cache[key].value
end

local at = 9
local function next_arg()
  at = at + 1
  return ARGV[at - 1]
end
for _ = 1, tonumber(ARGV[8]) do
  local kind = next_arg()
  if kind == 'p' then
    local pool, units = counter(next_arg()), tonumber(next_arg())
    if not pool then return {'lost'} end
    pool.left = pool.left + units
    -- What was coming has come.
    if units > 0 then pool.coming = pool.coming - math.min(pool.coming, units) end
  elseif kind == 's' then
    local value = next_arg()
    -- A pause that the ledger had not seen yet was ordered after this, and so still restricts.
    if tonumber(redis.call('HGET', state, 'switched_by')) <= tonumber(ARGV[7]) then set('switch', value) end
  else
    local id_shard, id, user_shard, name = tonumber(next_arg()), next_arg(), tonumber(next_arg()), next_arg()
    local to, expires, lines = next_arg(), next_arg(), tonumber(next_arg())
    local claim = load(claims, id_shard, id, function(text) return text and read_claim(text) or false end)
    if not claim then return {'forked'} end
    local units = 0
    for _ = 1, lines do
      local pool, given = counter(next_arg()), tonumber(next_arg())
      if not pool then return {'lost'} end
      pool.left = pool.left + given
      units = units + given
    end
    local total = counter('*')
    if total then total.left = total.left + units end
    if user_shard > 0 then
      local user = load(users, user_shard, name, read_user)
      if user == nil then return {'lost'} end
      user.units = user.units - units
      if claim.state ~= 'r' and to == 'r' then
        user.claims = user.claims - 1
        for i, live in ipairs(user.live) do
          if live.id == id then
            table.remove(user.live, i)
            break
          end
        end
      end
    end
    claim.state, claim.expires = to, expires
  end
end

for pool, counts in pairs(pools) do
  set('l:' .. pool, digits(counts.left))
  set('c:' .. pool, digits(counts.coming))
end
redis.call('HSET', state, unpack(fields))
for _, each in pairs(claims) do
  redis.call('HSET', KEYS[each.shard], each.field, write_claim(each.value))
  if each.value.state == 'h' and each.value.expires ~= '0' then
    redis.call('ZADD', holds, each.value.expires, each.field)
  else
    redis.call('ZREM', holds, each.field)
  end
end
for _, each in pairs(users) do
  if each.value.claims == 0 and each.value.units == 0 then
    redis.call('HDEL', KEYS[each.shard], each.field)
  else
    redis.call('HSET', KEYS[each.shard], each.field, write_user(each.value))
  end
end
return {'ok', digits(number)}
