-- Asks the requests of a file in turn, each time from another place, so that a new question is new; its lines are method,
-- path, body and headers, separated by tabs. With a second argument each client asks that many requests and is known by
-- X-Forwarded-For; the third is the first number of its address.
local requests, threads = {}, 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end
function init(args)
  asks = tonumber(args[2]) or 0
  for line in io.lines(args[1]) do
    local fields = {}
    for field in (line .. "\t"):gmatch("([^\t]*)\t") do fields[#fields + 1] = field end
    local headers = {}
    for i = 4, #fields - 1, 2 do headers[fields[i]] = fields[i + 1] end
    local body = fields[3] ~= "" and fields[3] or nil
    local text = wrk.format(fields[1], fields[2], headers, body)
    requests[#requests + 1] = asks == 0 and text or text:gsub("\r\n", "\r\nX-Forwarded-For: @\r\n", 1)
  end
  math.randomseed(os.time() + number)
  at = math.random(#requests)
  network = args[3]
  start = os.time() % 4 * 64
end
function request()
  at = at + 1
  local text = requests[at % #requests + 1]
  if asks == 0 then return text end
  local client = math.floor(at / asks)
  local address = string.format("%s.%d.%d.%d", network, start + math.floor(client / 65536) % 64, math.floor(client / 256) % 256, client % 256)
  return (text:gsub("@", address, 1))
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %f %f %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), e.status + e.read + e.write + e.timeout + e.connect))
end
