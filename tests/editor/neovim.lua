-- Neovim's own client against `osaca lsp`: run by neovim.sh in the project's folder.  nvim --headless -u NONE -l or -S this file
local osaca, source = vim.env.OSACA_TEST_DRIVER, "loops.c"

local function fail(what)
  io.stderr:write("FAILED: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function wait_for(what, holds)
  if not vim.wait(20000, holds, 50) then fail("no " .. what) end
end

local function run()
  vim.cmd("edit " .. source)
  local buffer = vim.api.nvim_get_current_buf()
  local number = vim.lsp.start_client({ name = "osaca", cmd = { osaca, "lsp" }, root_dir = vim.fn.getcwd() })
  if not number then fail("client") end
  vim.lsp.buf_attach_client(buffer, number)
  wait_for("diagnostics", function() return #vim.diagnostic.get(buffer) > 0 end)

  local text = vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
  local function line_of(words)
    for i, line in ipairs(text) do
      if line:find(words, 1, true) then return i - 1 end
    end
    fail("line with " .. words)
  end

  -- A diagnostic at the division, whose range is the rest of the line.
  local division = line_of("4.0 / (1.0 + x * x)")
  local found
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    if one.source ~= "osaca" then fail("source " .. tostring(one.source)) end
    if one.lnum == division and one.code == "osaca-divider-bound" then found = one end
  end
  if not found then fail("divider at its line: " .. vim.inspect(vim.diagnostic.get(buffer))) end
  if found.severity ~= vim.diagnostic.severity.INFO then fail("severity") end
  if found.end_col ~= #text[division + 1] then fail("end of the range") end

  -- Behind characters of several bytes Neovim's columns are bytes again.
  local wide = line_of("🙂")
  local behind
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    if one.lnum == wide then behind = one.col end
  end
  if not behind then fail("nothing behind wide characters") end
  local rest = text[wide + 1]:sub(behind + 1)
  if not (rest:match("^for %(") or rest:match("^a%[i%] =") or rest:match("^b%[i%]") or rest:match("^/ 3") or rest:match("^=")) then fail("column behind wide characters: " .. rest) end

  -- Hover.
  local loop = line_of("i < steps; ++i")
  vim.api.nvim_win_set_cursor(0, { loop + 1, 3 })
  local answers = vim.lsp.buf_request_sync(buffer, "textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"), 20000)
  local hover = answers and answers[number] and answers[number].result
  if not hover or not hover.contents.value:match("cycles per iteration .*on zen4, bound by the divider") then
    fail("hover: " .. vim.inspect(answers))
  end

  -- Inlay hints, also in versions that do not show them.
  local range = { start = { line = 0, character = 0 }, ["end"] = { line = #text, character = 0 } }
  answers = vim.lsp.buf_request_sync(buffer, "textDocument/inlayHint", { textDocument = vim.lsp.util.make_text_document_params(buffer), range = range }, 20000)
  local label
  for _, hint in ipairs(answers[number].result) do
    if hint.position.line == loop then label = hint.label end
  end
  if not label or not label:match("^[%d.]+ cycles.*, divider$") then fail("hint: " .. vim.inspect(answers)) end
  if vim.lsp.inlay_hint and vim.lsp.inlay_hint.get then -- 0.10 and newer
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    wait_for("inlay hints that are shown", function() return #vim.lsp.inlay_hint.get({ bufnr = buffer }) > 0 end)
  end

  -- Typing a line above moves what is shown: the incremental changes of a real editor.
  vim.api.nvim_buf_set_lines(buffer, 0, 0, true, { "/* é🙂 */", "" })
  wait_for("diagnostic that moved", function()
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
      if one.code == "osaca-divider-bound" and one.lnum == division + 2 then return true end
    end
  end)
  vim.api.nvim_buf_set_text(buffer, division + 2, 4, division + 2, 7, { "summe" })
  wait_for("diagnostic that went with its line", function()
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
      if one.code == "osaca-divider-bound" then return false end
    end
    return true
  end)

  vim.lsp.stop_client(number)
  wait_for("end of the server", function() return vim.lsp.get_client_by_id(number) == nil or vim.lsp.get_client_by_id(number).is_stopped() end)
  io.stdout:write("Neovim " .. tostring(vim.version().minor) .. ": good\n")
  vim.cmd("qall!")
end

local good, problem = xpcall(run, debug.traceback)
if not good then fail(problem) end
