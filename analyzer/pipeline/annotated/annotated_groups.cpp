#include "pipeline/annotated/annotated_groups.h"

#include "analysis/findings/operations.h"
#include "base/format.h"
#include "base/index.h"
#include "base/readable_name.h"
#include "plugin-common/loop_fate.h"

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
  std::vector<int> bits_; ///< by loop
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

namespace {

std::string fate_in(const std::vector<const AnnotationRemains *> &remains,
                    const std::set<std::string> &with_unknown_jumps) {
  if (remains.empty())
    return "the program has no code from its lines: the preprocessor left it out, it is never used, or it was removed "
           "as dead code";
  for (const AnnotationRemains *left : remains)
    if (const std::string function = readable_name(left->function); with_unknown_jumps.contains(function))
      return format_text(
          "'{}' contains jumps through tables or pointers, and loops through these cannot be found in a program",
          function);
  vanish::Instance instance;
  instance.written = true;
  for (const AnnotationRemains *left : remains)
    instance.sightings.push_back({readable_name(left->function),
                                  false,
                                  {.located_instructions = left->located_instructions,
                                   .in_other_loops = left->in_other_loops,
                                   .callees = {left->callees.begin(), left->callees.end()}}});
  return vanish::reason({.function = {}, .instances = {std::move(instance)}, .elsewhere = {}});
}

bool has_code_in(const FunctionLines &function, const std::set<int> &lines) {
  const auto line = lines.lower_bound(function.first);
  return line != lines.end() && *line <= function.last;
}

AnnotationFate fate_of(const SourceAnnotation &annotation, const std::vector<const AnnotationRemains *> &remains,
                       const std::set<std::string> &with_unknown_jumps, const std::map<int, std::set<int>> &lines) {
  if (annotation.is_repeated)
    return {AnnotationStatus::not_a_loop, "the loop that follows it already has one"};
  if (!annotation.has_loop)
    return {AnnotationStatus::not_a_loop, "no for, while or do statement follows it"};
  const bool loops_have_pragmas =
      annotation.is_statement && std::ranges::any_of(remains, &AnnotationRemains::has_annotated_loops);
  if (loops_have_pragmas)
    return {AnnotationStatus::not_a_loop, vanish::loops_have_pragmas(), true};
  const auto lines_of_source = lines.find(annotation.source);
  if (remains.empty() && annotation.function &&
      (lines_of_source == lines.end() || !has_code_in(*annotation.function, lines_of_source->second)))
    return {AnnotationStatus::vanished,
            "the program has no code of its function: it is never used, or the linker removed it", true};
  return {AnnotationStatus::vanished, fate_in(remains, with_unknown_jumps)};
}

} // namespace

std::vector<AnnotationFate> fates_of(const std::vector<SourceAnnotation> &annotations,
                                     const std::vector<AnnotatedGroup> &groups,
                                     const std::set<std::string> &with_unknown_jumps,
                                     const std::map<int, std::set<int>> &lines) {
  std::vector<std::vector<const AnnotationRemains *>> remains(annotations.size());
  for (const AnnotatedGroup &group : groups)
    for (const auto &[annotation, left] : group.remains)
      remains[static_cast<std::size_t>(annotation)].push_back(&left);
  std::vector<AnnotationFate> fates;
  for (std::size_t a = 0; a < annotations.size(); ++a)
    fates.push_back(fate_of(annotations[a], remains[a], with_unknown_jumps, lines));
  return fates;
}

} // namespace osaca
