// Reads untrusted JSON documents: parses their bytes and provides typed access to their fields.
#pragma once

#include "base/cycles.h"
#include "base/expected.h"
#include "pipeline/read/json_tree.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace osaca {

// Typed access to an untrusted JSON document. Every missing or wrong value throws MalformedJson with the path of that
// value. The functions that read whole documents catch it.

struct MalformedJson : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether brackets outside strings are nested deeper than any of our formats needs. This check protects the parser
/// from "[[[[...".
[[nodiscard]] bool nested_too_deeply(std::string_view text);

/// A value in a document.
class JsonField {
public:
  JsonField(const JsonTree &tree, JsonTree::Node node) : tree_(&tree), node_(node) {}

  /// "functions[2].loops[0]"; the outermost value has an empty path. Searches the whole document.
  [[nodiscard]] std::string path() const;
  [[nodiscard]] bool has(const char *key) const;

  [[nodiscard]] JsonField at(const char *key) const;

  [[nodiscard]] std::size_t size() const;
  /// Takes time for the elements that are skipped, unless the indices of a field's calls ascend.
  [[nodiscard]] JsonField at(std::size_t index) const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool boolean() const;
  /// An integer from `least` to `most`.
  [[nodiscard]] int number(int least, int most = std::numeric_limits<int>::max()) const;
  /// A number of bytes, at least `least`. Its absolute value is at most 2^53, which every JSON reader can represent.
  [[nodiscard]] std::int64_t bytes(std::int64_t least) const;
  [[nodiscard]] double real(double least, double most) const;
  /// A number of cycles: finite and not negative.
  [[nodiscard]] Cycles cycles() const;

  /// The value of an optional field; `otherwise` if the field is missing.
  [[nodiscard]] std::string text_or(const char *key, std::string otherwise) const;
  [[nodiscard]] bool boolean_or(const char *key, bool otherwise) const;
  [[nodiscard]] int number_or(const char *key, int otherwise, int least, int most) const;

  [[noreturn]] void fail(const std::string &message) const;

private:
  [[nodiscard]] std::int64_t within(std::int64_t least, std::int64_t most) const;

  const JsonTree *tree_;
  JsonTree::Node node_;
  mutable std::size_t last_index_ = 0;                   ///< the element that at() returned last
  mutable JsonTree::Node last_element_ = JsonTree::root; ///< its node; the root is an element of nothing: none
};

/// Why a text is not acceptable JSON.
struct JsonProblem {
  enum class Kind { syntax, number_out_of_range, nested_too_deeply } kind = Kind::syntax;
  std::size_t byte = 0; ///< where the syntax error is
};

/// Parses `text` and passes its outermost value to `read`. Exceptions of `read` are not caught.
[[nodiscard]] std::optional<JsonProblem> parse_json(const std::string &text,
                                                    const std::function<void(const JsonField &)> &read);

// Reads a document of any kind. The messages about syntax errors are the same for all kinds of documents.

/// `noun` is the kind of document, for messages: "report". `read` gets the document's outermost value and may throw
/// MalformedJson. Empty: no error.
[[nodiscard]] std::optional<Error> read_json(const std::string &json, const std::string &name, const std::string &noun,
                                             const std::function<void(const JsonField &)> &read);

/// Like read_json(), for a `read` that returns the value.
template <class Value, class Read>
Expected<Value> read_json_document(const std::string &json, const std::string &name, const std::string &noun,
                                   Read &&read) {
  Value value;
  const std::optional<Error> problem =
      read_json(json, name, noun, [&](const JsonField &document) { value = read(document); });
  return problem ? Expected<Value>(*problem) : Expected<Value>(std::move(value));
}

} // namespace osaca
