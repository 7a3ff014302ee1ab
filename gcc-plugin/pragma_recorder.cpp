// SPDX-License-Identifier: GPL-3.0-or-later
#include "pragma_recorder.h"

#include "arguments.h"

namespace osaca::gcc {
namespace {

// The preprocessor's handlers take no user data.
struct Recorder {
  std::vector<location_t> locations;
  PragmaRecorder::Callback on_first = nullptr;
};
Recorder recorder;

struct PragmaLine {
  std::vector<std::string> words;
  location_t location = UNKNOWN_LOCATION;
};

PragmaLine read_line(cpp_reader *reader) {
  PragmaLine line;
  while (true) {
    const cpp_token *token = cpp_get_token(reader);
    if (token->type == CPP_EOF || token->type == CPP_PRAGMA_EOL) {
      // This token carries the pragma's place; inside the pragma of a macro the words' own places are virtual.
      line.location = token->src_loc;
      return line;
    }
    const bool is_name = token->type == CPP_NAME;
    line.words.emplace_back(is_name ? reinterpret_cast<const char *>(NODE_NAME(token->val.node.node)) : "?");
  }
}

void record(location_t location) {
  const bool first = recorder.locations.empty();
  recorder.locations.push_back(location);
  if (first && recorder.on_first != nullptr)
    recorder.on_first();
}

void handle_pragma(cpp_reader *reader) {
  const PragmaLine line = read_line(reader);
  const std::string word = line.words.empty() ? std::string() : line.words.front();
  if (word != "analyze") {
    if (word.empty())
      warning_at(line.location, OPT_Wpragmas, "%<#pragma osaca%> is ignored; write %<#pragma osaca analyze%>");
    else
      warning_at(line.location, OPT_Wpragmas,
                 "unknown %<#pragma osaca %s%> is ignored; did you mean %<#pragma osaca analyze%>?", word.c_str());
    return;
  }
  if (line.words.size() > 1)
    warning_at(line.location, OPT_Wpragmas, "extra words after %<#pragma osaca analyze%> are ignored");
  record(line.location);
}

} // namespace

void PragmaRecorder::register_pragma(Callback on_first) {
  recorder.on_first = on_first;
  cpp_register_pragma(parse_in, nullptr, "osaca", handle_pragma, false);
}

const std::vector<location_t> &PragmaRecorder::locations() { return recorder.locations; }

} // namespace osaca::gcc
