-- Requests for wrk; KIND says which: warm, cold or many (see scripts/bench api).
local kind = os.getenv("KIND")
local squares = 32
local number = 0

-- A king against two, on other squares each time; kings that share a square are left out.
local function position()
  while true do
    number = number + 1
    local one, two, three = number % squares, math.floor(number / squares) % squares, math.floor(number / squares ^ 2) % squares
    local side = math.floor(number / squares ^ 3) % 2 == 0 and "W" or "B"
    if one ~= two and one ~= three and two < three then
      return string.format("%s:WK%d:BK%d,K%d", side, one + 1, two + 1, three + 1)
    end
  end
end

function request()
  if kind == "warm" then
    return wrk.format("GET", "/api/probe?game=english&position=W:WK1:BK32,K31")
  elseif kind == "cold" then
    return wrk.format("GET", "/api/probe?game=english&position=" .. position())
  end
  local questions = {}
  for i = 1, 1000 do
    questions[i] = '{"game":"english","position":"' .. position() .. '"}'
  end
  return wrk.format("POST", "/api/probe", nil, "[" .. table.concat(questions, ",") .. "]")
end
