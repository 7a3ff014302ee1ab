#include "pipeline/annotated/machine_roles.h"

#include "analysis/findings/vector_width.h"
#include "base/index.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace osaca {
namespace {

class RolesOfGroup {
public:
  explicit RolesOfGroup(AnnotatedGroup &group) : group_(group) {
    for (const AnnotatedLoop &loop : group.loops) {
      int bits = 0;
      for (int k = loop.first_kernel; k < loop.first_kernel + loop.kernel_count; ++k)
        if (!kernel(k).encloses_loops)
          bits = std::max(bits, vector_bits(kernel(k)));
      bits_.push_back(bits);
    }
  }

  void give() {
    std::map<std::pair<StatementCopy, std::string>, std::vector<int>> alike;
    for (int i = 0; i < static_cast<int>(group_.loops.size()); ++i)
      alike[{group_.loops[at(i)].copy, kernel(group_.loops[at(i)].first_kernel).function}].push_back(i);
    for (const auto &[copy, loops] : alike)
      give(loops);
  }

private:
  Kernel &kernel(int number) { return group_.input.kernels[at(number)]; }

  void give(const std::vector<int> &loops) {
    int widest = 0;
    int narrowest = bits_[at(loops.front())];
    for (const int loop : loops) {
      widest = std::max(widest, bits_[at(loop)]);
      narrowest = std::min(narrowest, bits_[at(loop)]);
    }
    const bool is_known =
        std::ranges::all_of(loops, [&](int loop) { return group_.loops[at(loop)].leads_to.has_value(); });
    if (widest == narrowest || !is_known)
      return;
    for (const int loop : loops) {
      LoopRole::Kind kind = LoopRole::Kind::plain;
      const bool follows = std::ranges::any_of(loops, [&](int other) {
        return bits_[at(other)] == widest && group_.loops[at(other)].leads_to->contains(loop);
      });
      if (bits_[at(loop)] == widest)
        kind = LoopRole::Kind::vector_body;
      else if (follows)
        kind = LoopRole::Kind::remainder;
      else if (bits_[at(loop)] == 0)
        kind = LoopRole::Kind::scalar_version;
      const AnnotatedLoop &found = group_.loops[at(loop)];
      for (int k = found.first_kernel; k < found.first_kernel + found.kernel_count; ++k)
        if (!kernel(k).encloses_loops)
          kernel(k).role.kind = kind;
    }
  }

  AnnotatedGroup &group_;
  std::vector<int> bits_; ///< per loop
};

void number_copies(std::vector<AnnotatedGroup> &groups) {
  using Key = std::tuple<int, std::string, LoopRole::Kind>;
  const auto key_of = [](const AnnotatedGroup &group, const AnnotatedLoop &loop) {
    const Kernel &kernel = group.input.kernels[at(loop.first_kernel)];
    return Key{loop.annotation, kernel.source.text(), kernel.role.kind};
  };
  std::map<Key, int> count;
  for (const AnnotatedGroup &group : groups)
    for (const AnnotatedLoop &loop : group.loops)
      ++count[key_of(group, loop)];
  std::map<Key, int> number;
  for (AnnotatedGroup &group : groups)
    for (const AnnotatedLoop &loop : group.loops) {
      const Key key = key_of(group, loop);
      const int of_copy = ++number[key];
      for (int k = loop.first_kernel; count[key] > 1 && k < loop.first_kernel + loop.kernel_count; ++k) {
        group.input.kernels[at(k)].role.copy = of_copy;
        group.input.kernels[at(k)].role.copies = count[key];
      }
    }
}

} // namespace

void give_machine_roles(std::vector<AnnotatedGroup> &groups) {
  for (AnnotatedGroup &group : groups)
    RolesOfGroup(group).give();
  number_copies(groups);
}

} // namespace osaca
