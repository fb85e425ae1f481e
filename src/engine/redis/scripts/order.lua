-- Decides one restriction that is no claim, as memory/order.cc does.
-- ARGV[6] nonce, ARGV[7] kind, then what the kind needs; a bar has the id's shard in KEYS[5].
-- Returns {word}, or {'ok', entry or 0, rests on, version, verdict, left (of a bar: its number), field, time,
-- nonce of the entry before}.

local sale, word = open_sale('live')
if not sale then return {word} end
local now = math.max(tonumber(ARGV[2]), sale.time)
local nonce, kind = ARGV[6], ARGV[7]

local function answer(verdict, rests_on, left, field)
  return {'ok', '0', rests_on or '0', digits(sale.version), verdict, left or '0', field or '', digits(now), sale.nonce}
end
local function record(body, fields, left)
  local prev = sale.nonce
  local failed, own = add_entry(sale, nonce, body)
  if failed then return failed end
  for _, more in ipairs(own) do fields[#fields + 1] = more end
  fields[#fields + 1] = 'time'
  fields[#fields + 1] = digits(now)
  redis.call('HSET', state, unpack(fields))
  local seq = digits(sale.seq)
  return {'ok', seq, seq, digits(sale.version), 'ok', left or '0', '', digits(now), prev}
end

local function turn(value)
  if sale.switch == value then return answer('ok', redis.call('HGET', state, 'switched_by')) end
  return record('s' .. value, {'switch', value, 'switched_by', digits(sale.seq + 1)})
end

local stock_max = 1000000000000000
local function counter(pool)
  local f = redis.call('HMGET', state, 'l:' .. pool, 'k:' .. pool, 'c:' .. pool)
  if not f[1] then return nil end
  return {pool = pool, left = tonumber(f[1]), stocked = tonumber(f[2]), coming = tonumber(f[3])}
end

-- ARGV[8] id, ARGV[9] pool, ARGV[10] units, ARGV[11] moves the total, ARGV[12] if_version or -
local function restock()
  local id, pool, units, moves, if_version = ARGV[8], ARGV[9], tonumber(ARGV[10]), ARGV[11], ARGV[12]
  local content = table.concat({pool, ARGV[10], moves, if_version}, ' ')
  local known = redis.call('HGET', restocks, id)
  if known then
    local entry, left, before = string.match(known, '^(%d+) (%d+) (.*)$')
    if before ~= content then return answer('id_conflict', entry) end
    return answer('replayed', entry, left)
  end
  if sale.switch == 'closed' then return answer('closed') end
  if if_version ~= '-' and tonumber(if_version) ~= sale.version then return answer('version_conflict') end
  local moved = {counter(pool)}
  if not moved[1] then return answer('unknown_pool') end
  if pool ~= '*' and moves == '1' then moved[2] = counter('*') end
  for _, each in ipairs(moved) do
    if units > stock_max - each.stocked then return answer('invalid', nil, nil, 'units') end
    if units < 0 and math.max(each.left, 0) + units < 0 then return answer('insufficient') end
  end
  local fields = {}
  for _, each in ipairs(moved) do
    each.stocked = each.stocked + units
    -- What takes is decided here; what gives comes back as a credit.
    if units > 0 then each.coming = each.coming + units else each.left = each.left + units end
    for _, more in ipairs({'l:' .. each.pool, digits(each.left), 'k:' .. each.pool, digits(each.stocked),
                           'c:' .. each.pool, digits(each.coming)}) do
      fields[#fields + 1] = more
    end
  end
  local left = digits(math.max(moved[1].left, 0) + moved[1].coming)
  sale.version = sale.version + 1
  local reply = record('r' .. pack({id, pool, ARGV[10], moves, if_version, left}), fields, left)
  if reply.err then return reply end
  redis.call('HSET', restocks, id, digits(sale.seq) .. ' ' .. left .. ' ' .. content)
  return reply
end

-- ARGV[8] if_version or -, ARGV[9] the patch as the ledger reads it, ARGV[10] number of fields, the fields and their
-- values, then the new pools and their stock.
local function patch()
  if ARGV[8] ~= '-' and tonumber(ARGV[8]) ~= sale.version then return answer('version_conflict') end
  local fields, starts, ends, ends_given = {}, sale.starts, sale.ends, false
  local at = 11
  for _ = 1, tonumber(ARGV[10]) do
    local name, value = ARGV[at], ARGV[at + 1]
    if name == 'starts' then starts = tonumber(value) end
    if name == 'ends' then
      ends = tonumber(value)
      ends_given = true
    end
    fields[#fields + 1] = name
    fields[#fields + 1] = value
    at = at + 2
  end
  local pools = tonumber(redis.call('HGET', state, 'pools'))
  for i = at, #ARGV, 2 do
    if redis.call('HEXISTS', state, 'l:' .. ARGV[i]) == 1 then return answer('invalid', nil, nil, 'pools.' .. ARGV[i]) end
    pools = pools + 1
    for _, more in ipairs({'l:' .. ARGV[i], '0', 'k:' .. ARGV[i], ARGV[i + 1], 'c:' .. ARGV[i], ARGV[i + 1]}) do
      fields[#fields + 1] = more
    end
  end
  if pools > 1000 then return answer('invalid', nil, nil, 'pools') end
  if starts ~= 0 and ends ~= 0 and starts >= ends then
    return answer('invalid', nil, nil, ends_given and 'ends_at' or 'starts_at')
  end
  fields[#fields + 1] = 'pools'
  fields[#fields + 1] = digits(pools)
  sale.version = sale.version + 1
  return record('p' .. ARGV[9], fields)
end

-- ARGV[8] id, ARGV[9] reason. A known id needs no entry: releasing that claim is the ledger's business.
local function bar()
  local shard = KEYS[5]
  local f = redis.call('HMGET', shard, '', ARGV[8])
  if f[1] ~= epoch then return {'lost'} end
  if f[2] then return answer('ok', read_claim(f[2]).entry) end
  local no = digits(sale.next)
  local reply = record('b' .. pack({no, ARGV[8], ARGV[9], digits(now)}), {'next', digits(sale.next + 1)}, no)
  if reply.err then return reply end
  redis.call('HSET', shard, ARGV[8], write_claim({no = no, state = 'r', created = digits(now), expires = '0',
             if_version = '-', entry = digits(sale.seq), extra = '0', items = '', user = ''}))
  return reply
end

if kind == 'pause' then
  if sale.switch == 'closed' then return answer('closed') end
  return turn('paused')
end
if kind == 'close' then return turn('closed') end
if kind == 'restock' then return restock() end
if kind == 'patch' then return patch() end
return bar()
