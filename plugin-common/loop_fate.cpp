// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loop_fate.h"

#include "messages.h"

#include <algorithm>
#include <iterator>

namespace osaca::vanish {
namespace {

constexpr int most_listed_instances = 3;

/// Library functions by which optimisers replace loops.
bool replaces_loops(const std::string &callee) {
  static const char *const names[] = {"memset",           "memcpy", "memmove", "strlen", "rawmemchr",
                                      "memset_pattern16", "wcslen", "bcmp",    "memcmp"};
  return std::find(std::begin(names), std::end(names), callee) != std::end(names);
}

/// Functions of the language's runtime. They contain none of the user's loops, and many statements call them in
/// passing.
bool is_of_runtime(const std::string &callee) {
  static const char *const prefixes[] = {"operator new", "operator delete", "__cxa_",       "_Unwind_",
                                         "__assert",     "__stack_chk_",    "std::__throw_"};
  static const char *const names[] = {"malloc", "free", "aligned_alloc", "posix_memalign", "abort", "std::terminate"};
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&callee](const char *prefix) { return callee.rfind(prefix, 0) == 0; }) ||
         std::find(std::begin(names), std::end(names), callee) != std::end(names);
}

std::string quoted(const std::string &name) { return "'" + name + "'"; }

std::string with_words_of_compiler(const std::string &text, const std::string &words) {
  return words.empty() ? text : text + "; the compiler reports: " + words;
}

std::string left_as_call(const Sighting &sighting) {
  for (const std::string &callee : sighting.remains.callees)
    if (replaces_loops(callee))
      return "it was replaced by a call to " + callee + " in " + quoted(sighting.function);
  return {};
}

std::string left_without_loop(const Sighting &sighting) {
  const Remains &remains = sighting.remains;
  const std::string survivors =
      "the compiler kept " + std::to_string(remains.located_instructions) + " of its instructions ";
  if (remains.in_other_loops * 2 > remains.located_instructions)
    return survivors + "inside another loop of " + quoted(sighting.function) +
           (remains.other_line > 0 ? ", at line " + std::to_string(remains.other_line) : "") +
           " (the loop was fully unrolled, or merged with that loop)";
  if (remains.in_odd_cycles > 0)
    return survivors + "in a loop of " + quoted(sighting.function) +
           " that cannot be analysed, because it has several entries";
  return survivors + "as straight-line code in " + quoted(sighting.function) +
         " (the loop was fully unrolled, merged, replaced by an instruction or a formula, or runs at most once)";
}

/// For a statement: the functions that are still called contain its loops, if there are any.
std::string left_as_calls(const Sighting &sighting) {
  std::vector<std::string> names;
  for (const std::string &callee : sighting.remains.callees)
    if (!is_of_runtime(callee) && std::find(names.begin(), names.end(), callee) == names.end())
      names.push_back(callee);
  if (names.empty())
    return {};
  const bool one = names.size() == 1;
  return "no loop was inlined into it in " + quoted(sighting.function) + "; it calls " + messages::all_of(names) +
         ", and " + (one ? "this function has" : "these functions have") + " no loop in this unit, or " +
         (one ? "its" : "their") + " loops need a pragma of their own";
}

std::string left_of(const std::vector<Sighting> &sightings, const std::string &compiler_remark, bool is_statement) {
  for (const Sighting &sighting : sightings) {
    const std::string call = left_as_call(sighting);
    // If the code still loops, it may contain such a call without having been replaced by it.
    if (!call.empty() && sighting.remains.in_odd_cycles == 0)
      return call;
    if (const std::string calls = is_statement ? left_as_calls(sighting) : ""; !calls.empty())
      return calls;
  }
  return with_words_of_compiler(left_without_loop(sightings.front()), compiler_remark);
}

std::string nothing_left(const Instance &instance) {
  if (!instance.twin.empty())
    return "the code of " + quoted(instance.twin) + " is used for " + quoted(instance.name) +
           ", which is identical (-fno-ipa-icf prevents this)"; // only GCC merges functions
  if (!instance.written)
    return "function not emitted: this object has no code for " + quoted(instance.name) +
           " (it is unused, or was inlined where the loop was removed)";
  return "none of its instructions is left in " + quoted(instance.name) +
         ": it was removed as dead code, replaced by an instruction or a formula, or computed at compile time";
}

std::string fate_of(const Instance &instance, bool is_statement) {
  return instance.sightings.empty() ? with_words_of_compiler(nothing_left(instance), instance.compiler_remark)
                                    : left_of(instance.sightings, instance.compiler_remark, is_statement);
}

bool has_loop(const std::vector<Sighting> &sightings) {
  return std::any_of(sightings.begin(), sightings.end(), [](const Sighting &sighting) { return sighting.has_loop; });
}

/// The most informative instance: one that left instructions, else one whose twin is known, else one that was written.
const Instance &most_telling(const std::vector<Instance> &instances) {
  const auto weight = [](const Instance &instance) {
    return !instance.sightings.empty() ? 3 : !instance.twin.empty() ? 2 : instance.written ? 1 : 0;
  };
  return *std::max_element(instances.begin(), instances.end(),
                           [&](const Instance &a, const Instance &b) { return weight(a) < weight(b); });
}

} // namespace

std::string loops_have_pragmas() { return "the loops of this statement have pragmas of their own"; }

std::string reason(const Fate &fate) {
  if (fate.is_statement && fate.function.empty())
    return "it is in no function of this unit, and defines none";
  if (fate.instances.empty() && !fate.is_of_template)
    return "no code was generated for it, because it is unreachable or the code that contains it is not used in this "
           "unit";
  if (fate.instances.empty())
    return "not instantiated: " + quoted(fate.function) +
           " is a template that this unit never instantiates with this loop";
  const Instance &instance = most_telling(fate.instances);
  if (instance.sightings.empty() && !fate.elsewhere.empty())
    return left_of(fate.elsewhere, instance.compiler_remark, fate.is_statement);
  return fate_of(instance, fate.is_statement);
}

std::string missing_instances(const Fate &fate) {
  // Outlined code belongs to an instance whose name is unknown.
  if (has_loop(fate.elsewhere))
    return {};
  std::string told;
  int count = 0;
  for (const Instance &instance : fate.instances) {
    if (has_loop(instance.sightings))
      continue;
    if (++count <= most_listed_instances)
      told += (told.empty() ? "in " : "; in ") + quoted(instance.name) + ", " + fate_of(instance, fate.is_statement);
  }
  return count <= most_listed_instances ? told
                                        : told + "; and " + std::to_string(count - most_listed_instances) + " more";
}

} // namespace osaca::vanish
