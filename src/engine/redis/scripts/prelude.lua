-- Part of every script. State of one sale in one epoch; see ARCHITECTURE.md, "The Redis engine".
-- KEYS[1] state, KEYS[2] outbox, KEYS[3] holds, KEYS[4] restocks; further ones are shards.
-- ARGV[1] epoch, ARGV[2] the ledger's time, ARGV[3] until when this call is valid, by this server's clock,
-- ARGV[4] and ARGV[5] number and nonce of the newest entry that the caller has seen in the ledger.

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

-- Nonces of the newest entries, so that a past that was lost and written over does not go unnoticed.
local ring = 64
local function ring_field(seq) return 'n:' .. digits(seq % ring) end

-- Fields of the state, all of them known to be there; nil when it is not whole, or of another format or epoch.
local function read_state()
  local f = redis.call('HMGET', state, 'e', 'live', 'seq', 'credit', 'version', 'switch', 'starts', 'ends', 'hold',
                       'claims', 'units', 'versioned', 'next', 'time', 'nonce', 'format', 'master', 'l:*')
  if f[1] ~= epoch or f[16] ~= '1' then return nil end
  for i = 2, 17 do
    if not f[i] then return nil end
  end
  return {
    live = f[2], seq = tonumber(f[3]), credit = tonumber(f[4]), version = tonumber(f[5]), switch = f[6],
    starts = tonumber(f[7]), ends = tonumber(f[8]), hold = tonumber(f[9]), claims = tonumber(f[10]),
    units = tonumber(f[11]), versioned = f[12] == '1', next = tonumber(f[13]), time = tonumber(f[14]),
    nonce = f[15], master = f[17], total = f[18] and tonumber(f[18]) or nil,
  }
end

-- The other keys of every sale. A vanished one must never look like an empty one, nor an entry without the state
-- that goes with it like none.
local function keys_are_whole(sale)
  local newest = redis.call('XREVRANGE', outbox, '+', '-', 'COUNT', 1)
  if not newest[1] or newest[1][1] ~= epoch .. '-' .. digits(sale.seq) then return false end
  if redis.call('HGET', restocks, '') ~= epoch then return false end
  return redis.call('ZSCORE', holds, '') ~= false
end

-- This server's place: the replication id of a master, nil on a replica, where a script that only reads would run too.
local function this_master()
  local info = redis.call('INFO', 'replication')
  if not string.find(info, 'role:master', 1, true) then return nil end
  return string.match(info, 'master_replid:(%x+)')
end

-- Whether the state has the entry that the caller knows of: 'ok', 'forked', or 'stale' when that is too long ago to tell.
local function chain(sale)
  local seq = tonumber(ARGV[4])
  if seq > sale.seq then return 'forked' end
  local kept = redis.call('HGET', state, ring_field(seq))
  local kept_seq, nonce = string.match(kept or '', '^(%d+) (%d+)$')
  if kept_seq ~= digits(seq) then return 'stale' end
  return nonce == ARGV[5] and 'ok' or 'forked'
end

-- The sale, if calls may go on with it; else nil and the word for the caller.
local function open_sale(live)
  if is_late() then return nil, 'late' end
  local sale = read_state()
  if not sale then return nil, 'lost' end
  local master = this_master()
  if not master then return nil, 'replica' end
  if sale.live ~= live and not (live == 'loaded' and sale.live == 'live') then return nil, sale.live end
  if not keys_are_whole(sale) then return nil, 'lost' end
  if sale.master ~= master then return nil, 'verify' end
  local word = chain(sale)
  if word ~= 'ok' then return nil, word end
  return sale
end

-- The first write of a step, and one that grows: a server without memory refuses it, and nothing has happened.
-- Returns the error, or nil and the state's fields that go with the entry.
local function add_entry(sale, nonce, body)
  local seq = digits(sale.seq + 1)
  local added = redis.pcall('XADD', outbox, epoch .. '-' .. seq, 'nonce', nonce, 'prev', sale.nonce, 'version',
                            digits(sale.version), 'body', body)
  if type(added) == 'table' and added.err then return added end
  sale.seq = sale.seq + 1
  sale.nonce = nonce
  return nil, {'nonce', nonce, ring_field(sale.seq), seq .. ' ' .. nonce, 'version', digits(sale.version), 'seq', seq}
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
