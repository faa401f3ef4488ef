-- For wrk: asks for the lines of a file, each thread from another one on, and counts answers that are not 200.
local targets = {}
local place = 0
local threads = {}
failures = 0

function setup(thread)
  table.insert(threads, thread)
  thread:set("number", #threads)
end

function init(arguments)
  for line in io.lines(arguments[1]) do table.insert(targets, line) end
  place = (number - 1) * 997
end

function request()
  place = place + 1
  return wrk.format("GET", targets[place % #targets + 1])
end

function response(status)
  if status ~= 200 then failures = failures + 1 end
end

function done(summary, latency)
  local failed = 0
  for _, thread in ipairs(threads) do failed = failed + thread:get("failures") end
  local errors = summary.errors
  print(string.format(
    "%9.0f requests/s   p50 %6.2f ms   p99 %6.2f ms   longest %7.2f ms   %d answers not 200   %d socket errors",
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, failed, errors.connect + errors.read + errors.write + errors.timeout))
end
