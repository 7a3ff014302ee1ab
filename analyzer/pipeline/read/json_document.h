// A JSON document from a stranger: its bytes, and typed access to its fields.
#pragma once

#include "base/cycles.h"
#include "base/expected.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace osaca {

// Typed access to a JSON document from a stranger. Every miss throws MalformedJson with the path to the offending
// value; the caller catches it at the border of the module.

struct MalformedJson : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether brackets outside of strings are nested deeper than any of our formats needs: a parser never sees "[[[[...".
[[nodiscard]] bool nested_too_deeply(std::string_view text);

/// A value and how one gets to it: "functions[2].loops[0]".
class JsonField {
public:
  JsonField(const nlohmann::json &value, std::string path) : value_(value), path_(std::move(path)) {}

  [[nodiscard]] const std::string &path() const { return path_; }
  [[nodiscard]] bool has(const char *key) const;

  [[nodiscard]] JsonField at(const char *key) const;

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] JsonField at(std::size_t index) const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool boolean() const;
  /// A whole number from `least` to `most`.
  [[nodiscard]] int number(int least, int most = std::numeric_limits<int>::max()) const;
  /// The same for numbers of bytes: at most 2^53 in size, which every reader of JSON can hold.
  [[nodiscard]] std::int64_t bytes(std::int64_t least) const;
  [[nodiscard]] double real(double least, double most) const;
  /// A number of cycles: finite and not negative.
  [[nodiscard]] Cycles cycles() const;

  /// With a default for a field that may be left out.
  [[nodiscard]] std::string text_or(const char *key, std::string otherwise) const;
  [[nodiscard]] bool boolean_or(const char *key, bool otherwise) const;
  [[nodiscard]] int number_or(const char *key, int otherwise, int least, int most) const;

  [[noreturn]] void fail(const std::string &message) const;

private:
  [[nodiscard]] std::int64_t within(std::int64_t least, std::int64_t most) const;

  const nlohmann::json &value_;
  std::string path_;
};

/// Why a text is no JSON that we take.
struct JsonProblem {
  enum class Kind { syntax, number_out_of_range } kind = Kind::syntax;
  std::size_t byte = 0; ///< where the syntax ends
};

/// Parses `text` and hands its outermost value to `read`, whose exceptions pass through.
[[nodiscard]] std::optional<JsonProblem> parse_json(const std::string &text,
                                                    const std::function<void(const JsonField &)> &read);

// From bytes to a value by way of JSON: what can be wrong with the bytes is said in the same words for every document.

/// `noun` is what it should be: "report". `read` gets the document's outermost value, and throws MalformedJson. Empty:
/// read.
[[nodiscard]] std::optional<Error> read_json(const std::string &json, const std::string &name, const std::string &noun,
                                             const std::function<void(const JsonField &)> &read);

/// The same for a `read` that returns the value.
template <class Value, class Read>
Expected<Value> read_json_document(const std::string &json, const std::string &name, const std::string &noun,
                                   Read &&read) {
  Value value;
  const std::optional<Error> problem =
      read_json(json, name, noun, [&](const JsonField &document) { value = read(document); });
  return problem ? Expected<Value>(*problem) : Expected<Value>(std::move(value));
}

} // namespace osaca
