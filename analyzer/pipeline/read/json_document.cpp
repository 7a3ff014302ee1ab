#include "pipeline/read/json_document.h"

#include "base/format.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>

namespace osaca {

namespace {

constexpr int deepest_nesting = 16; // the formats need 6

} // namespace

bool nested_too_deeply(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest_nesting)
        return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

bool JsonField::has(const char *key) const { return tree_->is_object(node_) && tree_->member(node_, key); }

JsonField JsonField::at(const char *key) const {
  if (!tree_->is_object(node_))
    fail("expected an object");
  const std::optional<JsonTree::Node> found = tree_->member(node_, key);
  if (!found)
    fail(format_text("the field '{}' is missing", key));
  return {*tree_, *found};
}

std::size_t JsonField::size() const {
  if (!tree_->is_array(node_))
    fail("expected an array");
  return tree_->count(node_);
}

JsonField JsonField::at(std::size_t index) const {
  if (index >= size())
    fail(format_text("expected at least {} elements", index + 1));
  if (last_element_ == JsonTree::root || index < last_index_) {
    last_index_ = 0;
    last_element_ = JsonTree::first(node_);
  }
  for (; last_index_ < index; ++last_index_)
    last_element_ = tree_->after(last_element_);
  return {*tree_, last_element_};
}

std::string JsonField::text() const {
  if (!tree_->is_text(node_))
    fail("expected a string");
  return tree_->text(node_);
}

bool JsonField::boolean() const {
  if (!tree_->is_boolean(node_))
    fail("expected true or false");
  return tree_->boolean(node_);
}

int JsonField::number(int least, int most) const { return static_cast<int>(within(least, most)); }

std::int64_t JsonField::bytes(std::int64_t least) const { return within(least, std::int64_t{1} << 53); }

std::int64_t JsonField::within(std::int64_t least, std::int64_t most) const {
  const std::optional<std::int64_t> number = tree_->whole_number(node_);
  if (!number)
    fail("expected an integer");
  if (*number < least || *number > most)
    fail(format_text("the number is out of range ({} to {})", least, most));
  return *number;
}

double JsonField::real(double least, double most) const {
  if (!tree_->is_number(node_))
    fail("expected a number");
  const double number = tree_->real(node_);
  if (!(number >= least && number <= most)) {
    char range[64];
    std::snprintf(range, sizeof range, "%g to %g", least, most);
    fail(format_text("the number is out of range ({})", range));
  }
  return number;
}

Cycles JsonField::cycles() const { return Cycles::nearest(real(0, 1e9)); }

std::string JsonField::text_or(const char *key, std::string otherwise) const {
  return has(key) ? at(key).text() : std::move(otherwise);
}

bool JsonField::boolean_or(const char *key, bool otherwise) const { return has(key) ? at(key).boolean() : otherwise; }

int JsonField::number_or(const char *key, int otherwise, int least, int most) const {
  return has(key) ? at(key).number(least, most) : otherwise;
}

void JsonField::fail(const std::string &message) const {
  const std::string where = path();
  throw MalformedJson((where.empty() ? "" : where + ": ") + message);
}

std::string JsonField::path() const {
  std::string path;
  for (JsonTree::Node at = JsonTree::root; at != node_;) { // descend into the element that contains the value
    const bool is_object = tree_->is_object(at);
    JsonTree::Node element = JsonTree::first(at);
    std::size_t index = 0;
    while (node_ >= tree_->after(is_object ? element + 1 : element)) {
      element = tree_->after(is_object ? element + 1 : element);
      ++index;
    }
    path += is_object ? (path.empty() ? "" : ".") + tree_->text(element) : format_text("[{}]", index);
    at = is_object ? element + 1 : element;
  }
  return path;
}

namespace {

/// Why JsonTree does not accept a text.
JsonProblem problem_of(const std::string &text) {
  if (nested_too_deeply(text))
    return {JsonProblem::Kind::nested_too_deeply, 0};
  try {
    const nlohmann::json document = nlohmann::json::parse(text);
    return {JsonProblem::Kind::syntax, text.size()}; // only data after a null character
  } catch (const nlohmann::json::parse_error &problem) {
    return {JsonProblem::Kind::syntax, problem.byte};
  } catch (const nlohmann::json::out_of_range &) {
    return {JsonProblem::Kind::number_out_of_range, 0};
  }
}

} // namespace

std::optional<JsonProblem> parse_json(const std::string &text, const std::function<void(const JsonField &)> &read) {
  const std::optional<JsonTree> document = JsonTree::parse(text, deepest_nesting);
  if (!document)
    return problem_of(text);
  read(JsonField(*document, JsonTree::root));
  return std::nullopt;
}

namespace {

/// A lower bound of the number of values: counts separators, including those within strings.
std::size_t count_of_values(const std::string &json) {
  return static_cast<std::size_t>(std::ranges::count_if(json, [](char c) { return c == ',' || c == '[' || c == '{'; }));
}

/// Each value needs some hundred bytes of memory, however short its text is. Values in our documents take 17 bytes on
/// average, including their names.
bool holds_too_many_values(const std::string &json) {
  constexpr std::size_t surely_fine = 1'000'000;
  constexpr std::size_t shortest_average_bytes = 4;
  if (json.size() <= surely_fine)
    return false;
  const std::size_t values = count_of_values(json);
  return values > surely_fine && values > json.size() / shortest_average_bytes;
}

} // namespace

std::optional<Error> read_json(const std::string &json, const std::string &name, const std::string &noun,
                               const std::function<void(const JsonField &)> &read) {
  constexpr std::size_t largest_bytes = 512U << 20U;
  const auto error = [&name](std::string message, int line = 0) { return Error{std::move(message), {name, line, 0}}; };
  if (json.size() > largest_bytes)
    return error(format_text("the {} is larger than {} MB", noun, largest_bytes >> 20U));
  if (json.find_first_not_of(" \t\r\n") == std::string::npos)
    return error(format_text("this is not a {}: the file is empty", noun));
  if (holds_too_many_values(json))
    return error(format_text("this is not a {}: it contains more values than a {} of its size can have", noun, noun));
  try {
    const std::optional<JsonProblem> problem = parse_json(json, read);
    if (!problem)
      return std::nullopt;
    if (problem->kind == JsonProblem::Kind::nested_too_deeply)
      return error(format_text("this is not a {}: its brackets are nested too deeply", noun));
    if (problem->kind == JsonProblem::Kind::number_out_of_range)
      return error(format_text("this is not a {}: it contains a number that is too large", noun));
    const auto end = json.begin() + static_cast<std::ptrdiff_t>(std::min(problem->byte, json.size()));
    return error(format_text("this is not a {}: it is not JSON, or it is truncated", noun),
                 1 + static_cast<int>(std::count(json.begin(), end, '\n')));
  } catch (const MalformedJson &problem) {
    return error(format_text("this is not a valid {}: {}", noun, problem.what()));
  } catch (const std::exception &problem) {
    return error(std::string("internal error: ") + problem.what());
  }
}

} // namespace osaca
