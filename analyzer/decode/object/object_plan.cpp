// Selects the functions of a file that are decoded, and writes the remarks on the others.
#include "base/format.h"
#include "base/readable_name.h"
#include "decode/object/object_state.h"
#include "loops/regions.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>

namespace osaca {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

using Functions = std::vector<ScannedFunction>;

/// Marks the selected functions, and returns for each pattern whether it matches any. `written` are the user's names
/// for the patterns.
std::vector<char> mark_wanted(ObjectPlan::State &plan, const std::vector<std::string> &written) {
  std::vector<char> has_meaning(written.size(), 0);
  plan.named.clear();
  for (std::size_t f = 0; f < plan.functions.size(); ++f) {
    const CodeRange &range = plan.functions[f].range;
    std::set<std::size_t> matching;
    const auto ask = [&](const std::string &name) {
      for (const std::size_t pattern : plan.patterns.matching(name))
        matching.insert(pattern);
    };
    ask(range.name);
    std::ranges::for_each(range.aliases, ask);
    plan.is_wanted[f] = matching.empty() ? 0 : 1;
    for (const std::size_t pattern : matching) {
      has_meaning[pattern] = 1;
      if (!has_wildcards(written[pattern]))
        plan.named.push_back({written[pattern], range.name});
    }
  }
  return has_meaning;
}

/// Marks the selected functions, and finds the patterns that match none.
void choose(ObjectPlan::State &plan) {
  plan.is_wanted.assign(plan.functions.size(), plan.patterns.empty() ? 1 : 0);
  if (plan.patterns.empty())
    return;
  const std::vector<std::string> written = plan.patterns.all();
  std::vector<char> has_meaning = mark_wanted(plan, written);
  if (std::ranges::find(has_meaning, 0) == has_meaning.end())
    return;
  std::vector<std::string> names;
  for (const ScannedFunction &function : plan.functions)
    if (function.range.is_function)
      names.push_back(function.range.name);
  std::vector<std::string> scoped = written;
  for (std::size_t p = 0; p < written.size(); ++p)
    if (has_meaning[p] == 0)
      scoped[p] = with_scopes({written[p]}, names).front();
  if (scoped != written) {
    plan.patterns = FunctionPatterns(scoped);
    if (!plan.regions.functions.empty())
      plan.regions.functions = scoped;
    has_meaning = mark_wanted(plan, written);
  }
  std::vector<std::string> meaningless;
  for (std::size_t p = 0; p < written.size(); ++p)
    if (has_meaning[p] == 0)
      meaningless.push_back(written[p]);
  if (!meaningless.empty())
    plan.unmatched = unmatched_names(names, meaningless);
}

void find_stubs(ObjectPlan::State &plan) {
  std::unordered_map<std::string_view, std::vector<std::uint64_t>> stubs_of;
  for (const auto &[address, name] : plan.file->stubs)
    stubs_of[name].push_back(address);
  if (stubs_of.empty() || plan.file->is_relocatable)
    return;
  const auto add = [&](std::string_view name, std::size_t function) {
    if (const auto stubs = stubs_of.find(name); stubs != stubs_of.end())
      for (const std::uint64_t address : stubs->second)
        plan.function_of_stub.emplace(address, static_cast<int>(function));
  };
  for (std::size_t f = 0; f < plan.functions.size(); ++f) {
    add(plan.functions[f].range.name, f);
    for (const std::string &alias : plan.functions[f].range.aliases)
      add(alias, f);
  }
}

bool has_loops(const ObjectPlan::State &plan, const std::vector<int> &group) {
  return group.size() > 1 || plan.functions[at(group.front())].jumps_back;
}

void select_groups(ObjectPlan::State &plan) {
  if (plan.regions.mode == RegionSelection::Mode::lines) { // line ranges may span several functions
    std::vector<int> &all = plan.groups.emplace_back();
    for (int f = 0; f < static_cast<int>(plan.functions.size()); ++f)
      all.push_back(f);
    return;
  }
  plan.groups = related_functions(plan.functions, plan.file->sections, plan.file->is_relocatable);
  std::erase_if(plan.groups, [&](const std::vector<int> &group) {
    return std::ranges::none_of(group, [&](int f) { return plan.is_wanted[at(f)] != 0; });
  });
  if (plan.regions.mode == RegionSelection::Mode::statements || plan.regions.mode == RegionSelection::Mode::whole)
    return;
  const auto is_marked = [&](const std::vector<int> &group) {
    return std::ranges::any_of(group, [&](int f) { return plan.functions[at(f)].has_marker; });
  };
  const bool by_markers =
      plan.regions.mode == RegionSelection::Mode::automatic && std::ranges::any_of(plan.groups, is_marked);
  std::erase_if(plan.groups, [&](const std::vector<int> &group) {
    return by_markers ? !is_marked(group) : !has_loops(plan, group);
  });
}

/// "f, g, h and 12 more"
std::string some_of(const std::set<std::string> &names) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t count = 0;
  for (auto name = names.begin(); name != names.end() && count < most; ++name, ++count)
    text += (text.empty() ? "" : ", ") + *name;
  return names.size() > most ? format_text("{} and {} more", text, names.size() - most) : text;
}

std::string which_of(int count, int all) {
  if (all == 1)
    return {};
  return count == all ? format_text(" in any of {} objects", all) : format_text(" in {} of {} objects", count, all);
}

ObjectRemarks remarks_on(const ObjectPlan::State &plan) {
  ObjectRemarks remarks;
  remarks.objects = plan.functions.empty() ? 0 : 1;
  remarks.refused_lines = plan.file->lines->is_refused() ? remarks.objects : 0;
  remarks.without_lines = plan.file->lines->is_empty() ? remarks.objects - remarks.refused_lines : 0;
  remarks.lines_in_database =
      plan.file->lines_elsewhere == LinesElsewhere::program_database ? remarks.without_lines : 0;
  remarks.lines_in_objects = plan.file->lines_elsewhere == LinesElsewhere::symbol_bundle ? remarks.without_lines : 0;
  for (std::size_t f = 0; f < plan.functions.size(); ++f) {
    const ScannedFunction &function = plan.functions[f];
    if (plan.is_wanted[f] == 0)
      continue;
    if (function.has_unknown_jump && !function.range.name.empty())
      remarks.with_unknown_jumps.insert(readable_name(function.range.name));
    if (function.skipped_bytes > 0 && function.range.is_function)
      remarks.with_data.insert(readable_name(function.range.name));
    remarks.skipped_bytes += function.skipped_bytes;
  }
  return remarks;
}

} // namespace

ObjectPlan::ObjectPlan(const ObjectFile &file, std::vector<ScannedRange> scanned, const RegionSelection &selection) {
  auto plan = std::make_unique<State>();
  plan->file = &file.state();
  plan->regions = selection;
  if (selection.mode != RegionSelection::Mode::whole)
    plan->regions.functions.clear();
  plan->patterns = FunctionPatterns(selection.functions);
  std::uint64_t count = 0;
  for (ScannedRange &range : scanned)
    for (ScannedFunction &function : range.functions->list) {
      plan->instructions_before.push_back(count);
      count += function.instruction_count;
      plan->functions.push_back(std::move(function));
    }
  find_stubs(*plan);
  choose(*plan);
  select_groups(*plan);
  plan->remarks = remarks_on(*plan);
  state_ = std::move(plan);
}

ObjectPlan::ObjectPlan(ObjectPlan &&) noexcept = default;
ObjectPlan &ObjectPlan::operator=(ObjectPlan &&) noexcept = default;
ObjectPlan::~ObjectPlan() = default;

std::size_t ObjectPlan::group_count() const { return state_->groups.size(); }

std::size_t ObjectPlan::group_bytes(std::size_t group) const {
  std::uint64_t bytes = 0;
  for (const int f : state_->groups[group])
    bytes += state_->functions[at(f)].range.end - state_->functions[at(f)].range.begin;
  return static_cast<std::size_t>(bytes);
}

const ObjectRemarks &ObjectPlan::remarks() const { return state_->remarks; }

void ObjectRemarks::add(const ObjectRemarks &more) {
  with_unknown_jumps.insert(more.with_unknown_jumps.begin(), more.with_unknown_jumps.end());
  with_data.insert(more.with_data.begin(), more.with_data.end());
  skipped_bytes += more.skipped_bytes;
  objects += more.objects;
  without_lines += more.without_lines;
  lines_in_database += more.lines_in_database;
  lines_in_objects += more.lines_in_objects;
  refused_lines += more.refused_lines;
}

/// Assembly text contains the tables of a switch, but in an object they are data. Jumps through tables cannot be
/// distinguished from calls through pointers at the end of a function.
std::vector<std::string> ObjectRemarks::notes() const {
  std::vector<std::string> notes;
  if (!with_unknown_jumps.empty())
    notes.push_back(
        format_text("the object does not show the targets of jumps (jump tables of a switch, pointers) in {}: paths "
                    "and loops through them are missing; pass the compiler's assembly (-S) to see them",
                    some_of(with_unknown_jumps)));
  if (skipped_bytes > 0)
    notes.push_back(format_text(
        "{} bytes in the code are not instructions and were skipped (constants of assembly code, padding){}",
        skipped_bytes, with_data.empty() ? std::string() : ", some of them in " + some_of(with_data)));
  if (const int others = without_lines - lines_in_database - lines_in_objects; others > 0)
    notes.push_back(format_text("no source lines{}: compiled without -g, or stripped without installed debug "
                                "information; loops are named by their addresses",
                                which_of(others, objects)));
  if (lines_in_database > 0)
    notes.push_back(format_text("no source lines{}: the directory has no program database (.pdb) of the same build; "
                                "link with /DEBUG, and keep the two together",
                                which_of(lines_in_database, objects)));
  if (lines_in_objects > 0)
    notes.push_back(format_text("no source lines{}: they are in the object files; 'dsymutil PROGRAM' collects them in "
                                "a .dSYM next to the program",
                                which_of(lines_in_objects, objects)));
  if (refused_lines > 0)
    notes.push_back(
        format_text("no source lines{}: the compressed debug information would be too large after decompression",
                    which_of(refused_lines, objects)));
  return notes;
}

std::vector<UnmatchedName> ObjectPlan::unmatched() const { return state_->unmatched; }
const std::vector<NamedFunction> &ObjectPlan::named() const { return state_->named; }

Error ObjectPlan::nothing() const {
  if (!state_->file->why_empty.empty())
    return {state_->file->why_empty, {state_->file->name, 0, 0}};
  if (!state_->patterns.empty())
    return no_loop_in(state_->patterns.all(), state_->file->name);
  return {"nothing to analyse: there is no loop in the code", {state_->file->name, 0, 0}};
}

} // namespace osaca
