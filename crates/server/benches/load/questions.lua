-- Questions for wrk, another one each time: pairs of words from a file with one on each line.
--
-- wrk -t2 -c32 -d10s --latency -s crates/server/benches/load/questions.lua http://ADDRESS -- WORDS

local n_threads = 0

function setup(thread)
  thread:set("number", n_threads)
  n_threads = n_threads + 1
end

function init(arguments)
  words = {}
  for word in io.lines(arguments[1]) do
    words[#words + 1] = word
  end
  -- Far enough apart that no thread asks what another did.
  asked = number * 250000
end

function request()
  asked = asked + 1
  local one = words[asked * 7 % #words + 1]
  local other = words[(asked * 13 + math.floor(asked / #words)) % #words + 1]
  return wrk.format("GET", "/api/v1/search?query=" .. one .. "+" .. other)
end
