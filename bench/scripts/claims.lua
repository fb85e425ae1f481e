-- wrk: claims by many users, built once so that the client costs the same on both sides.
-- Arguments: name of the sale. The last line of the output is JSON.
local requests = {}
local next_request = 0

function init(args)
  local path = '/v1/sales/' .. args[1] .. '/claims'
  local headers = {['Content-Type'] = 'application/json'}
  for i = 1, 4096 do
    local body = string.format('{"user":"u%012d","items":[{"pool":"p","units":1}]}', i)
    requests[i] = wrk.format('POST', path, headers, body)
  end
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%.6f,"status_errors":%d,"socket_errors":%d,"p50_us":%d,"p99_us":%d}\n',
    summary.requests, summary.duration / 1e6, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(50), latency:percentile(99)))
end
