-- Decides a batch of claims in order, as memory/decide_claim.cc does.
-- ARGV[6] frozen, ARGV[7] nonce, ARGV[8] number of claims; then for each: shard of its id, id, shard of its user,
-- user, if_version or -, 1 if the server made the id, 1 if it has a ref or meta, these two packed, number of items,
-- and for each item pool and units.
-- Returns {word}, or {'ok', entry or 0, hold in seconds, time, version, nonce of the entry before, answer of each
-- claim …}.

local sale, word = open_sale('live')
if not sale then return {word} end
local now = math.max(tonumber(ARGV[2]), sale.time)
if tonumber(redis.call('ZRANGE', holds, 0, 0, 'WITHSCORES')[2]) <= now then return {'overdue'} end

local asks, wanted, pools = {}, {}, {}
do
  local at = 9
  local function want(shard, field)
    if not wanted[shard] then wanted[shard] = {} end
    wanted[shard][field] = true
  end
  for i = 1, tonumber(ARGV[8]) do
    local ask = {id_shard = tonumber(ARGV[at]), id = ARGV[at + 1], user_shard = tonumber(ARGV[at + 2]),
                 user = ARGV[at + 3], if_version = ARGV[at + 4], fresh = ARGV[at + 5] == '1', extra = ARGV[at + 6],
                 extras = ARGV[at + 7], items = {}, units = 0}
    local count = tonumber(ARGV[at + 8])
    at = at + 9
    for j = 1, count do
      local item = {pool = ARGV[at], units = tonumber(ARGV[at + 1])}
      ask.items[j] = item
      ask.units = ask.units + item.units
      pools[item.pool] = false
      at = at + 2
    end
    want(ask.id_shard, ask.id)
    want(ask.user_shard, ask.user)
    asks[i] = ask
  end
end
local shards = read_shards(wanted)
if not shards then return {'lost'} end
for pool in pairs(pools) do
  local left = redis.call('HGET', state, 'l:' .. pool)
  pools[pool] = left and pool ~= '*' and tonumber(left) or nil
end

local status = status_of(sale, now)
local frozen = ARGV[6] == '1'
local seq = digits(sale.seq + 1)
local claims, users = {}, {}  -- what this batch has changed or read, by id and by user
local changed_ids, changed_users, changed_pools, new_holds, rows = {}, {}, {}, {}, {}

local function claim_of(ask)
  if claims[ask.id] == nil then
    local text = shards[ask.id_shard][ask.id]
    claims[ask.id] = text and read_claim(text) or false
  end
  return claims[ask.id]
end
local function user_of(ask)
  if not users[ask.user] then users[ask.user] = read_user(shards[ask.user_shard][ask.user]) end
  return users[ask.user]
end
local function left_of(ask)
  local lefts = {}
  for i, item in ipairs(ask.items) do lefts[i] = digits(math.max(pools[item.pool], 0)) end
  return table.concat(lefts, ',')
end
local function items_text(ask)
  local parts = {}
  for i, item in ipairs(ask.items) do parts[i] = item.pool .. '=' .. digits(item.units) end
  return table.concat(parts, ',')
end
local function same_items(ask, text)
  local count = 0
  for pool, units in string.gmatch(text, '([^=,]+)=(%d+)') do
    count = count + 1
    local same = false
    for _, item in ipairs(ask.items) do
      if item.pool == pool then same = digits(item.units) == units end
    end
    if not same then return false end
  end
  return count == #ask.items
end

local function known(ask, claim)
  if claim.user ~= '' and
     (claim.user ~= ask.user or claim.if_version ~= ask.if_version or not same_items(ask, claim.items)) then
    return 'F ' .. claim.entry
  end
  local ran_out = claim.state == 'h' and claim.expires ~= '0' and tonumber(claim.expires) <= now
  local word = (claim.state == 'r' or ran_out) and 'X' or 'R'
  return table.concat({word, claim.state, claim.created, claim.expires, claim.entry, claim.extra, claim.items}, ' ')
end

local function accept(ask, user)
  local claim = {no = digits(sale.next), state = sale.hold > 0 and 'h' or 'c', created = digits(now),
                 expires = sale.hold > 0 and digits(now + sale.hold * 1000) or '0', if_version = ask.if_version,
                 entry = seq, extra = ask.extra, items = items_text(ask), user = ask.user}
  for _, item in ipairs(ask.items) do
    pools[item.pool] = pools[item.pool] - item.units
    changed_pools[item.pool] = true
  end
  if sale.total then sale.total = sale.total - ask.units end
  if sale.versioned then sale.version = sale.version + 1 end
  sale.next = sale.next + 1
  user.claims = user.claims + 1
  user.units = user.units + ask.units
  user.live[#user.live + 1] = {entry = seq, id = ask.id}
  claims[ask.id] = claim
  changed_ids[ask.id] = ask.id_shard
  changed_users[ask.user] = ask.user_shard
  if claim.expires ~= '0' then new_holds[#new_holds + 1] = {claim.expires, ask.id} end
  local row = {claim.no, ask.id, ask.user, ask.if_version, digits(sale.version), claim.state, claim.created,
               claim.expires, ask.extras, claim.items}
  rows[#rows + 1] = pack(row)
  return 'A ' .. claim.no .. ' ' .. digits(sale.version) .. ' ' .. left_of(ask)
end

local function decide(ask)
  local claim = claim_of(ask)
  if ask.fresh then
    if sale.claims ~= 1 then return 'I' end
  elseif claim then
    return known(ask, claim)
  end
  if status ~= 'O' then return status end
  local user = user_of(ask)
  local newest = user.live[#user.live] or {entry = '0', id = '-'}
  if sale.claims ~= 0 and user.claims >= sale.claims then return 'Y ' .. newest.entry .. ' ' .. newest.id end
  if sale.units ~= 0 and user.units + ask.units > sale.units then
    return 'L ' .. newest.entry .. ' ' .. digits(math.max(sale.units - user.units, 0))
  end
  if ask.if_version ~= '-' and tonumber(ask.if_version) ~= sale.version then return 'V ' .. digits(sale.version) end
  for i, item in ipairs(ask.items) do
    if not pools[item.pool] then return 'K ' .. i end
  end
  local short = false
  for _, item in ipairs(ask.items) do short = short or pools[item.pool] < item.units end
  if short then return 'S 0 ' .. left_of(ask) end
  if sale.total and sale.total < ask.units then return 'S 1 ' .. left_of(ask) end
  if frozen or claim then return 'U' end
  return accept(ask, user)
end

local answers = {'ok', '0', digits(sale.hold), digits(now), '0', sale.nonce}
for i, ask in ipairs(asks) do answers[6 + i] = decide(ask) end
answers[5] = digits(sale.version)
if #rows == 0 then return answers end

local failed, fields = add_entry(sale, ARGV[7], 'c' .. pack(rows))
if failed then return failed end
-- Nothing below can refuse.
answers[2] = seq
for _, more in ipairs({'next', digits(sale.next), 'time', digits(now)}) do fields[#fields + 1] = more end
if sale.total then
  fields[#fields + 1] = 'l:*'
  fields[#fields + 1] = digits(sale.total)
end
for pool in pairs(changed_pools) do
  fields[#fields + 1] = 'l:' .. pool
  fields[#fields + 1] = digits(pools[pool])
end
redis.call('HSET', state, unpack(fields))
for id, shard in pairs(changed_ids) do redis.call('HSET', KEYS[shard], id, write_claim(claims[id])) end
for user, shard in pairs(changed_users) do redis.call('HSET', KEYS[shard], user, write_user(users[user])) end
for _, hold in ipairs(new_holds) do redis.call('ZADD', holds, hold[1], hold[2]) end
return answers
