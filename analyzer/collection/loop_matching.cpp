#include "collection/loop_matching.h"

#include "base/index.h"
#include "collection/loop_identity.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace osaca {
namespace {

/// "sweep" for "sweep.constprop.0": what the compiler makes of a function varies with the code around it.
std::string function_of(const LoopRecord &record) { return record.function.substr(0, record.function.find('.', 1)); }

std::string role_of(const LoopRecord &record) { return name_of(without_copies(record.role)); }

/// An empty key pairs with nothing.
using KeyOf = std::string (*)(const LoopRecord &);

std::string joined_if_known(const std::string &known, std::initializer_list<std::string> parts) {
  if (known.empty())
    return "";
  std::string key = known;
  for (const std::string &part : parts)
    key += key_separator + part;
  return key;
}

constexpr KeyOf steps[] = {
    [](const LoopRecord &record) { return record.id; },
    [](const LoopRecord &record) {
      return joined_if_known(record.source_text_hash, {record.file, function_of(record), record.arch});
    },
    [](const LoopRecord &record) {
      return joined_if_known(record.source_text_hash, {function_of(record), record.arch});
    },
    [](const LoopRecord &record) {
      return joined_if_known(function_of(record), {record.file, role_of(record), record.arch});
    },
    [](const LoopRecord &record) { return joined_if_known(function_of(record), {record.file, record.arch}); },
    [](const LoopRecord &record) { return joined_if_known(record.source_text_hash, {record.file, record.arch}); },
    [](const LoopRecord &record) { return joined_if_known(record.code_hash, {record.arch}); },
    [](const LoopRecord &record) { return joined_if_known(record.opcodes_hash, {record.arch}); },
};

/// Indices in the order of the source; of one statement's machine loops, the one with the widest vectors first: it is
/// the one that matters, should the other build have only one of them.
std::vector<int> in_source_order(const std::vector<LoopRecord> &records) {
  std::vector<int> order(records.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&records](int index) {
    const LoopRecord &record = records[at(index)];
    return std::tuple(record.file, record.line, -record.figures.vector_bits, record.function, name_of(record.role),
                      record.path_number, record.arch, record.id);
  };
  std::ranges::stable_sort(order, [&](int a, int b) { return rank(a) < rank(b); });
  return order;
}

class Matching {
public:
  Matching(const std::vector<LoopRecord> &before, const std::vector<LoopRecord> &after)
      : before_(before), after_(after), before_order_(in_source_order(before)), after_order_(in_source_order(after)),
        used_(before.size(), false), match_(after.size(), -1) {}

  std::vector<int> run() {
    for (const KeyOf key_of : steps)
      pair(key_of);
    return std::move(match_);
  }

private:
  void pair(KeyOf key_of) {
    std::map<std::string, std::vector<int>> free; ///< in the order of the source
    for (const int index : before_order_)
      if (!used_[at(index)])
        if (std::string key = key_of(before_[at(index)]); !key.empty())
          free[std::move(key)].push_back(index);
    std::map<std::string, std::size_t> next;
    for (const int index : after_order_) {
      int &match = match_[at(index)];
      if (match >= 0)
        continue;
      const std::string key = key_of(after_[at(index)]);
      const auto candidates = free.find(key);
      if (key.empty() || candidates == free.end())
        continue;
      std::size_t &position = next[key];
      if (position >= candidates->second.size())
        continue;
      match = candidates->second[position++];
      used_[at(match)] = true;
    }
  }

  const std::vector<LoopRecord> &before_;
  const std::vector<LoopRecord> &after_;
  std::vector<int> before_order_;
  std::vector<int> after_order_;
  std::vector<bool> used_;
  std::vector<int> match_;
};

} // namespace

std::vector<int> matched_loops(const std::vector<LoopRecord> &before, const std::vector<LoopRecord> &after) {
  return Matching(before, after).run();
}

} // namespace osaca
