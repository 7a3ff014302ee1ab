#include "base/readable_name.h"

#include <cxxabi.h>
#include <llvm/Demangle/ItaniumDemangle.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace osaca {
namespace {

using llvm::itanium_demangle::Node;
using llvm::itanium_demangle::NodeArray;

// Both demanglers are recursive. Real names of templates are much shorter.
constexpr std::size_t longest_symbol = 4096;
constexpr std::size_t longest_signature = 16384;

/// Allocates the nodes of LLVM's parser. They need no destructor.
class Nodes {
public:
  void reset() { blocks_.clear(); }

  template <class Made, class... Arguments> Made *makeNode(Arguments &&...arguments) {
    return new (memory_for(sizeof(Made))) Made(std::forward<Arguments>(arguments)...);
  }
  void *allocateNodeArray(std::size_t count) { return memory_for(count * sizeof(Node *)); }

private:
  void *memory_for(std::size_t bytes) {
    constexpr std::size_t word = sizeof(std::max_align_t);
    return blocks_.emplace_back(std::make_unique<std::max_align_t[]>((bytes + word - 1) / word)).get();
  }

  std::deque<std::unique_ptr<std::max_align_t[]>> blocks_;
};

/// Visits the parts of a signature as printing would, and stops when it becomes too long.
class Length {
public:
  [[nodiscard]] bool is_within_bounds(const Node *signature) {
    count(signature);
    return left_ > 0;
  }

private:
  void count(const Node *node) {
    if (node == nullptr || !take(1))
      return;
    node->visit([this](const auto *made) { count_parts(made); });
  }

  template <class Made> void count_parts(const Made *made) {
    if constexpr (std::is_same_v<Made, llvm::itanium_demangle::ForwardTemplateReference>) {
      count(made->Ref); // may recurse into the same part until the remaining length is used up
    } else if constexpr (std::is_same_v<Made, llvm::itanium_demangle::ParameterPackExpansion>) {
      for (std::size_t element = 0; element < largest_pack_ && left_ > 0; ++element)
        count(made->getChild());
    } else {
      made->match([this](auto... parts) { (count_part(parts), ...); });
    }
  }

  /// Numbers and other short parts.
  template <class Part> void count_part(const Part &part) {
    if constexpr (std::is_convertible_v<Part, const Node *>) {
      count(part);
    } else if constexpr (std::is_same_v<Part, NodeArray>) {
      largest_pack_ = std::max(largest_pack_, part.size());
      for (const Node *node : part)
        count(node);
    } else if constexpr (std::is_convertible_v<Part, std::string_view>) {
      (void)take(part.size());
    }
  }

  bool take(std::size_t characters) {
    left_ -= std::min(left_, characters);
    return left_ > 0;
  }

  std::size_t left_ = longest_signature;
  std::size_t largest_pack_ = 1;
};

bool has_readable_length(std::string_view symbol) {
  llvm::itanium_demangle::ManglingParser<Nodes> parser(symbol.data(), symbol.data() + symbol.size());
  const Node *signature = parser.parse();
  return signature != nullptr && Length().is_within_bounds(signature);
}

} // namespace

std::optional<std::string> demangled(std::string_view symbol) {
  if (!symbol.starts_with("_Z") || symbol.size() > longest_symbol || !has_readable_length(symbol))
    return std::nullopt;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> signature(
      abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && signature ? std::optional<std::string>(signature.get()) : std::nullopt;
}

} // namespace osaca
