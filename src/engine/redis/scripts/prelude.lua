-- Part of every script. State of one sale in one epoch; see ARCHITECTURE.md, "The Redis engine".
-- KEYS[1] state, KEYS[2] outbox, KEYS[3] holds, KEYS[4] restocks; further ones are shards.
-- ARGV[1] epoch, ARGV[2] the ledger's time, ARGV[3] until when this call is valid, by this server's clock.

local state, outbox, holds, restocks = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local epoch = ARGV[1]

-- Plain digits also for what tostring() would write as 1e+15.
local function digits(number) return string.format('%.0f', number) end

-- A list in one string: length, colon, bytes, and so on.
local function pack(list)
  local parts = {}
  for i, item in ipairs(list) do parts[i] = #item .. ':' .. item end
  return table.concat(parts)
end

-- What a stalled server executes after its caller has given up must change nothing.
local function is_late()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) >= tonumber(ARGV[3])
end

-- Fields of the state, all of them known to be there; nil when the sale is not live in this epoch.
local function read_state()
  local f = redis.call('HMGET', state, 'e', 'live', 'seq', 'credit', 'version', 'switch', 'starts', 'ends', 'hold',
                       'claims', 'units', 'versioned', 'next', 'time', 'l:*')
  if f[1] ~= epoch or f[2] ~= '1' then return nil end
  for i = 3, 14 do
    if not f[i] then return nil end
  end
  return {
    seq = tonumber(f[3]), credit = tonumber(f[4]), version = tonumber(f[5]), switch = f[6],
    starts = tonumber(f[7]), ends = tonumber(f[8]), hold = tonumber(f[9]), claims = tonumber(f[10]),
    units = tonumber(f[11]), versioned = f[12] == '1', next = tonumber(f[13]), time = tonumber(f[14]),
    total = f[15] and tonumber(f[15]) or nil,
  }
end

-- The other keys of every sale. A vanished one must never look like an empty one.
local function keys_are_whole(sale)
  local newest = redis.call('XREVRANGE', outbox, '+', '-', 'COUNT', 1)
  if not newest[1] or newest[1][1] ~= epoch .. '-' .. digits(sale.seq) then return false end
  if redis.call('HGET', restocks, '') ~= epoch then return false end
  return redis.call('ZSCORE', holds, '') ~= false
end

local function add_entry(sale, nonce, body)
  redis.call('XADD', outbox, epoch .. '-' .. digits(sale.seq), 'nonce', nonce, 'version', digits(sale.version), 'body',
             body)
end

-- number state created expires if_version entry extra items user
local function read_claim(text)
  local no, state, created, expires, if_version, entry, extra, items, user =
    string.match(text, '^(%d+) (%a) (%d+) (%d+) (%S+) (%d+) (%d) (%S*) (.*)$')
  return {no = no, state = state, created = created, expires = expires, if_version = if_version, entry = entry,
          extra = extra, items = items, user = user}
end
local function write_claim(c)
  return table.concat({c.no, c.state, c.created, c.expires, c.if_version, c.entry, c.extra, c.items, c.user}, ' ')
end

-- live_claims live_units entry:id entry:id …: the newest live claims, oldest first
local function read_user(text)
  local user = {claims = 0, units = 0, live = {}}
  if not text then return user end
  local claims, units, live = string.match(text, '^(%d+) (%d+)(.*)$')
  user.claims, user.units = tonumber(claims), tonumber(units)
  for entry, id in string.gmatch(live, '(%d+):(%S+)') do user.live[#user.live + 1] = {entry = entry, id = id} end
  return user
end
local kept_live = 64
local function write_user(user)
  local parts = {digits(user.claims), digits(user.units)}
  for i = math.max(1, #user.live - kept_live + 1), #user.live do
    parts[#parts + 1] = user.live[i].entry .. ':' .. user.live[i].id
  end
  return table.concat(parts, ' ')
end

-- Reads fields of several shards, their sentinels with them. Returns shard -> field -> text, or nil when one is lost.
local function read_shards(wanted)
  local found = {}
  for shard, fields in pairs(wanted) do
    local names = {''}
    for field in pairs(fields) do names[#names + 1] = field end
    local values = redis.call('HMGET', KEYS[shard], unpack(names))
    if values[1] ~= epoch then return nil end
    local of = {}
    for i = 2, #names do of[names[i]] = values[i] end
    found[shard] = of
  end
  return found
end

local function status_of(sale, now)
  if sale.switch == 'closed' then return 'C' end
  if sale.starts ~= 0 and now < sale.starts then return 'N' end
  if sale.ends ~= 0 and now >= sale.ends then return 'E' end
  if sale.switch == 'paused' then return 'P' end
  return 'O'
end
