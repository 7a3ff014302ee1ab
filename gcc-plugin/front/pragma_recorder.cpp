// SPDX-License-Identifier: GPL-3.0-or-later
#include "front/pragma_recorder.h"

#include "front/source_text.h"
#include "loop_requests.h"
#include "messages.h"
#include "report/say.h"

namespace osaca::gcc {

namespace {

// Global, because the preprocessor's handlers have no user data.
struct Recorder {
  std::vector<RecordedPragma> pragmas;
  std::vector<RecordedPragma> attributes;
  PragmaRecorder::Callback on_first = nullptr;
  bool said_too_many = false;
  size_t complaints = 0;
};
Recorder recorder;

struct PragmaLine {
  std::string word; ///< the word after "osaca"
  RecordedPragma place;
};

/// In `#pragma osaca analyze`, the second word is at column 15 or later. The text of `_Pragma("osaca analyze")` is read
/// as a line of its own, in which the second word has a smaller column.
bool is_operator_form(location_t second_word) {
  const int column = expand_location(second_word).column;
  return column > 0 && column < 15;
}

/// The words of an operator have no places. `last_read` is the last place that the preprocessor read from the file: the
/// end of the operator, or of the use of the macro that contains it.
RecordedPragma place_of_operator(location_t last_read) {
  if (!LINEMAPS_MACRO_USED(line_table) || ends_with_pragma_operator(last_read))
    return {last_read, false};
  const line_map_macro *macro = LINEMAPS_LAST_MACRO_MAP(line_table);
  const location_t last_use =
      linemap_resolve_location(line_table, macro->start_location, LRK_MACRO_EXPANSION_POINT, nullptr);
  if (macro_use_reaches(last_use, last_read))
    return {last_use, true};
  // The operator is in the argument of a macro that GCC 11 has not added to its table yet.
  const location_t use = macro_use_ending_at(last_read);
  return {use != UNKNOWN_LOCATION ? use : last_use, true};
}

PragmaLine read_line(cpp_reader *reader) {
  PragmaLine line;
  const location_t last_read = line_table->highest_location;
  location_t first_word = UNKNOWN_LOCATION;
  std::string rest; // the text after the first word
  bool has_word = false;
  while (true) {
    const cpp_token *token = cpp_get_token(reader);
    const bool is_end = token->type == CPP_EOF || token->type == CPP_PRAGMA_EOL;
    if (first_word == UNKNOWN_LOCATION)
      first_word = token->src_loc;
    if (is_end) {
      line.place = has_word && is_operator_form(first_word) ? place_of_operator(last_read)
                                                            : RecordedPragma{token->src_loc, false};
      line.place.expectations = std::move(rest);
      return line;
    }
    if (has_word && rest.size() <= pragma_limits::most_text_bytes) {
      if (!rest.empty() && (token->flags & PREV_WHITE) != 0)
        rest += ' ';
      rest += reinterpret_cast<const char *>(cpp_token_as_text(reader, token));
    }
    if (!std::exchange(has_word, true))
      line.word = token->type == CPP_NAME ? reinterpret_cast<const char *>(NODE_NAME(token->val.node.node)) : "?";
  }
}

void record(const RecordedPragma &pragma) {
  if (recorder.pragmas.size() >= pragma_limits::most_per_unit) {
    if (!std::exchange(recorder.said_too_many, true))
      note(pragma.location, pragma_limits::too_many());
    return;
  }
  const bool first = recorder.pragmas.empty();
  recorder.pragmas.push_back(pragma);
  // GCC calls no plugin at the end of a unit that becomes a precompiled header.
  if (first && pch_file != nullptr)
    note(pragma.location, messages::precompiled("precompiled header"));
  if (first && recorder.on_first != nullptr)
    recorder.on_first();
}

// Complaints are notes, because with -Werror a warning would become an error, and the plugin must not break the build.
void handle_pragma(cpp_reader *reader) {
  const PragmaLine line = read_line(reader);
  if (line.word != "analyze") {
    if (recorder.complaints++ < pragma_limits::most_complaints)
      note(line.place.location, pragma_limits::complaint(line.word));
    return;
  }
  record(line.place);
}

} // namespace

void PragmaRecorder::register_pragma(Callback on_first) {
  recorder.on_first = on_first;
  cpp_register_pragma(parse_in, nullptr, "osaca", handle_pragma, false);
}

namespace {

/// Records `__attribute__((osaca_analyze("...")))` or `[[osaca::analyze("...")]]`. The declaration does not keep it, so
/// that it cannot influence the code.
tree handle_attribute(tree *node, tree, tree arguments, int, bool *is_dropped) {
  *is_dropped = true;
  if (node == nullptr || !DECL_P(*node) || recorder.attributes.size() >= pragma_limits::most_per_unit)
    return NULL_TREE;
  RecordedPragma recorded;
  recorded.location = plain(DECL_SOURCE_LOCATION(*node));
  recorded.is_attribute = true;
  const tree text = arguments != NULL_TREE ? TREE_VALUE(arguments) : NULL_TREE;
  if (text != NULL_TREE && TREE_CODE(text) == STRING_CST)
    recorded.expectations = std::string(TREE_STRING_POINTER(text)).substr(0, pragma_limits::most_text_bytes);
  recorder.attributes.push_back(std::move(recorded));
  if (recorder.on_first != nullptr)
    recorder.on_first();
  return NULL_TREE;
}

const attribute_spec attribute_of_gnu = {"osaca_analyze", 0, 1, true, false, false, false, handle_attribute, nullptr};
const attribute_spec attributes_in_scope[] = {{"analyze", 0, 1, true, false, false, false, handle_attribute, nullptr},
                                              {nullptr, 0, 0, false, false, false, false, nullptr, nullptr}};

} // namespace

void PragmaRecorder::register_attributes(Callback on_first) {
  recorder.on_first = on_first;
  register_attribute(&attribute_of_gnu);
  gcc_compat::register_attribute_in_scope("osaca", attributes_in_scope);
}

const std::vector<RecordedPragma> &PragmaRecorder::attributes() { return recorder.attributes; }

const std::vector<RecordedPragma> &PragmaRecorder::pragmas() { return recorder.pragmas; }

} // namespace osaca::gcc
