#include "pipeline/read/json_fields.h"

#include <nlohmann/json.hpp>

#include <cstdint>

#include <cstdio>
namespace osaca {

bool nested_too_deeply(std::string_view text) {
  constexpr int deepest_nesting = 16; // the formats need 6
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

bool JsonField::has(const char *key) const { return value_.is_object() && value_.contains(key); }

JsonField JsonField::at(const char *key) const {
  if (!value_.is_object())
    fail("expected an object");
  const auto found = value_.find(key);
  if (found == value_.end())
    fail(std::string("the field '") + key + "' is missing");
  return {*found, path_.empty() ? key : path_ + "." + key};
}

std::size_t JsonField::size() const {
  if (!value_.is_array())
    fail("expected a list");
  return value_.size();
}

JsonField JsonField::at(std::size_t index) const {
  if (index >= size())
    fail("expected at least " + std::to_string(index + 1) + " elements");
  return {value_[index], path_ + "[" + std::to_string(index) + "]"};
}

std::string JsonField::text() const {
  if (!value_.is_string())
    fail("expected a text");
  return value_.get<std::string>();
}

bool JsonField::boolean() const {
  if (!value_.is_boolean())
    fail("expected true or false");
  return value_.get<bool>();
}

namespace {

/// Too large for 64 bits: the largest number.
std::int64_t whole_number(const nlohmann::json &value) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const bool huge = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  return huge ? most : value.get<std::int64_t>();
}

} // namespace

int JsonField::number(int least, int most) const { return static_cast<int>(within(least, most)); }

std::int64_t JsonField::bytes(std::int64_t least) const { return within(least, std::int64_t{1} << 53); }

std::int64_t JsonField::within(std::int64_t least, std::int64_t most) const {
  if (!value_.is_number_integer() && !value_.is_number_unsigned())
    fail("expected a whole number");
  const std::int64_t number = whole_number(value_);
  if (number < least || number > most)
    fail("the number is out of range (" + std::to_string(least) + " to " + std::to_string(most) + ")");
  return number;
}

double JsonField::real(double least, double most) const {
  if (!value_.is_number())
    fail("expected a number");
  const double number = value_.get<double>();
  if (!(number >= least && number <= most)) {
    char range[64];
    std::snprintf(range, sizeof range, "%g to %g", least, most);
    fail("the number is out of range (" + std::string(range) + ")");
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
  throw MalformedJson((path_.empty() ? "" : path_ + ": ") + message);
}

std::optional<JsonProblem> parse_json(const std::string &text, const std::function<void(const JsonField &)> &read) {
  try {
    const nlohmann::json document = nlohmann::json::parse(text);
    read(JsonField(document, ""));
    return std::nullopt;
  } catch (const nlohmann::json::parse_error &problem) {
    return JsonProblem{JsonProblem::Kind::syntax, problem.byte};
  } catch (const nlohmann::json::out_of_range &) {
    return JsonProblem{JsonProblem::Kind::number_out_of_range, 0};
  }
}

} // namespace osaca
