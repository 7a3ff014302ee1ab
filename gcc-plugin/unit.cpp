// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit.h"

#include "fate_of_loop.h"
#include "pragma_recorder.h"
#include "say.h"
#include "source_text.h"
#include "unit_report.h"

namespace osaca::gcc {
namespace {

std::string assembler_name(tree function) {
  const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
  return name[0] == '*' ? name + 1 : name;
}

location_t place_of(const LoopExtent &extent) {
  const location_t keyword = keyword_location(extent.first, extent.keyword);
  return keyword == UNKNOWN_LOCATION ? extent.first : keyword;
}

bool is_analysable(const LoopExtent &extent) { return extent.can_become_code() && !in_system_header_at(extent.first); }

} // namespace

void Unit::add_body(tree function, bool is_pattern) {
  extents_.add_function(function, PragmaRecorder::pragmas(), is_pattern);
  if (is_named(function))
    named_functions_.insert(DECL_UID(function));
}

bool Unit::is_named(tree function) {
  if (arguments_.functions.empty() || DECL_NAME(function) == NULL_TREE)
    return false;
  const std::string plain_name = IDENTIFIER_POINTER(DECL_NAME(function));
  const std::string readable = lang_hooks.decl_printable_name(function, 1);
  bool is_named = false;
  for (const std::string &name : arguments_.functions) {
    if (name != plain_name && name != readable)
      continue;
    names_met_.insert(name);
    is_named = true;
  }
  return is_named;
}

void Unit::settle() {
  if (settled_)
    return;
  settled_ = true;
  extents_.settle();
  const std::vector<RecordedPragma> &pragmas = PragmaRecorder::pragmas();
  const std::vector<int> bound = extents_.bind(pragmas);
  for (size_t p = 0; p < pragmas.size(); ++p) {
    RequestedLoop loop;
    loop.extent = bound[p];
    loop.expectations = pragmas[p].expectations;
    loop.location = bound[p] < 0 ? pragmas[p].location : place_of(extents_[bound[p]]);
    const auto known = by_extent_.find(bound[p]);
    if (bound[p] >= 0 && known != by_extent_.end()) {
      loop.location = pragmas[p].location;
      loop.repeats = known->second;
    } else if (bound[p] >= 0) {
      by_extent_[bound[p]] = static_cast<int>(requested_.size());
    }
    requested_.push_back(std::move(loop));
  }
  request_all();
  // All of one use of a macro has one place for the driver: the loops' own come first, so that it answers with these.
  for (const RequestedLoop &loop : requested_)
    locations_.index_of(loop.location, InlineContexts::none);
}

void Unit::request_all() {
  for (size_t id = 0; id < extents_.all().size(); ++id) {
    const LoopExtent &extent = extents_.all()[id];
    if (extent.has_inner || !is_analysable(extent))
      continue;
    const bool is_named =
        std::any_of(extent.instances.begin(), extent.instances.end(),
                    [this](const SourceFunction &instance) { return named_functions_.count(instance.uid) != 0; });
    if (is_named)
      request(static_cast<int>(id), capture::AnnotationKind::function);
    else if (arguments_.all)
      request(static_cast<int>(id), capture::AnnotationKind::all);
  }
}

int Unit::request(int extent, capture::AnnotationKind kind) {
  const auto inserted = by_extent_.emplace(extent, static_cast<int>(requested_.size()));
  if (inserted.second) {
    RequestedLoop loop;
    loop.extent = extent;
    loop.location = place_of(extents_[extent]);
    loop.kind = kind;
    requested_.push_back(std::move(loop));
  }
  return inserted.first->second;
}

int Unit::requested_for(const MachineLoop &loop) {
  const int extent = loop.source.extent;
  if (extent < 0)
    return -1;
  const auto known = by_extent_.find(extent);
  if (known != by_extent_.end())
    return requested_[known->second].kind == capture::AnnotationKind::pragma || loop.innermost ? known->second : -1;
  // An outer loop of the source whose inner loop is gone is an innermost loop of the machine.
  if (arguments_.all && loop.innermost && is_analysable(extents_[extent]))
    return request(extent, capture::AnnotationKind::all);
  return -1;
}

/// The annotated loop around an innermost one that is not annotated itself: in the source, or (through inlined calls)
/// in the machine code.
int Unit::requested_around(const MachineLoop &loop) const {
  const auto pragma_of = [this](int extent) {
    const auto known = by_extent_.find(extent);
    return known != by_extent_.end() && requested_[known->second].kind == capture::AnnotationKind::pragma
               ? known->second
               : -1;
  };
  if (!loop.innermost)
    return -1;
  for (int extent = loop.source.extent; extent >= 0; extent = extents_[extent].parent)
    if (const int index = pragma_of(extent); index >= 0)
      return index;
  for (int outer = loop.parent; outer >= 0; outer = current_.loops[outer].parent)
    if (const int index = pragma_of(current_.loops[outer].source.extent); index >= 0)
      return index;
  return -1;
}

void Unit::add_loop(const MachineLoop &loop) {
  int index = requested_for(loop);
  location_t location = index < 0 ? UNKNOWN_LOCATION : requested_[index].location;
  if (index < 0) {
    index = requested_around(loop);
    if (index < 0)
      return;
    // Functions before the first pragma were not watched, so their loops are not known as such.
    location = loop.source.extent >= 0 ? place_of(extents_[loop.source.extent]) : loop.place;
    if (location == UNKNOWN_LOCATION)
      location = requested_[index].location;
  }
  current_annotated_.push_back({index, location, &loop});
  requested_[index].found = true;
}

bool Unit::wants_loops() {
  settle();
  return !requested_.empty() || arguments_.all;
}

void Unit::after_merging() {
  cgraph_node *node = nullptr;
  FOR_EACH_FUNCTION(node) {
    if (!node->icf_merged)
      continue;
    // The merged function is an alias of its twin, or calls it.
    cgraph_node *twin = node->alias ? node->ultimate_alias_target() : nullptr;
    if (twin == nullptr && node->callees != nullptr && node->callees->next_callee == nullptr)
      twin = node->callees->callee->ultimate_alias_target();
    if (twin != nullptr && twin != node && twin->icf_merged)
      fates_.merged[DECL_UID(DECL_ORIGIN(node->decl))] = lang_hooks.decl_printable_name(twin->decl, 1);
  }
}

void Unit::before_loop_passes() {
  if (!wants_loops())
    return;
  std::vector<bool> wanted(extents_.all().size(), arguments_.all);
  for (const auto &entry : by_extent_)
    if (entry.first >= 0)
      wanted[entry.first] = true;
  numbers_.note_iterations(extents_, contexts_, wanted);
}

void Unit::before_if_conversion() {
  if (wants_loops())
    numbers_.start(extents_, contexts_);
}

void Unit::before_vectoriser() {
  if (wants_loops())
    numbers_.note_new_loops(extents_, contexts_);
}

void Unit::after_vectoriser() {
  if (wants_loops())
    numbers_.note_vectorised();
}

void Unit::after_gimple() {
  if (wants_loops())
    numbers_.note_iterations_at_end(contexts_);
}

void Unit::before_loops_are_forgotten() {
  if (wants_loops())
    numbers_.note_instructions();
}

void Unit::before_text() {
  const tree function = current_function_decl;
  fates_.written.insert(DECL_UID(function));
  for (tree origin = DECL_ABSTRACT_ORIGIN(function); origin != NULL_TREE && DECL_P(origin);
       origin = DECL_ABSTRACT_ORIGIN(origin)) {
    fates_.written.insert(DECL_UID(origin));
    if (origin == DECL_ABSTRACT_ORIGIN(origin))
      break;
  }
  if (!wants_loops())
    return;
  current_ = find_machine_loops(extents_, contexts_, numbers_);
  current_annotated_.clear();
  for (const MachineLoop &loop : current_.loops)
    add_loop(loop);
  note_remains();
  if (!current_annotated_.empty())
    begin_asm_capture();
}

unsigned Unit::instance_of(const LoopCopy &copy) const {
  tree function =
      copy.context == InlineContexts::none ? current_function_decl : contexts_.inlined_function(copy.context);
  return function != NULL_TREE ? DECL_UID(DECL_ORIGIN(function)) : 0;
}

void Unit::note_remains() {
  for (const auto &entry : current_.remains) {
    const LoopCopy &copy = entry.first;
    const auto known = by_extent_.find(copy.extent);
    if (known == by_extent_.end())
      continue;
    const unsigned instance = instance_of(copy);
    const bool has_loop =
        std::any_of(current_annotated_.begin(), current_annotated_.end(), [&](const AnnotatedLoop &loop) {
          return loop.annotation == known->second && instance_of(loop.loop->source) == instance;
        });
    const char *function = lang_hooks.decl_printable_name(current_function_decl, 1);
    requested_[known->second].sightings.push_back({function, instance, has_loop, entry.second});
  }
}

void Unit::after_text() {
  if (!is_capturing())
    return;
  functions_.push_back(describe_function(assembler_name(current_function_decl), end_asm_capture(), current_annotated_,
                                         contexts_, locations_));
  current_annotated_.clear();
}

capture::Capture Unit::take_capture() {
  capture::Capture capture;
  capture.unit = main_input_filename != nullptr ? main_input_filename : "";
  capture.compiler = std::string("gcc ") + gcc_compat::version();
  capture.target = target_of_unit();
  for (const RequestedLoop &loop : requested_) {
    capture::Annotation annotation;
    annotation.location = locations_.index_of(loop.location, InlineContexts::none);
    annotation.kind = loop.kind;
    annotation.expectations = loop.expectations;
    if (loop.extent < 0 || loop.repeats >= 0) {
      annotation.status = capture::AnnotationStatus::not_a_loop;
      annotation.reason =
          loop.repeats < 0 ? "no for, while or do statement follows it" : "the loop that follows it already has one";
    } else if (!loop.found) {
      annotation.status = capture::AnnotationStatus::vanished;
      annotation.reason = vanish::reason(fate_of(extents_[loop.extent], loop.sightings, fates_));
    } else {
      annotation.reason = vanish::missing_instances(fate_of(extents_[loop.extent], loop.sightings, fates_));
    }
    capture.annotations.push_back(std::move(annotation));
  }
  capture.functions = std::move(functions_);
  return capture;
}

void Unit::drop_report() const { drop_old_report(arguments_); }

void Unit::finish() {
  settle();
  for (const std::string &name : arguments_.functions)
    if (names_met_.count(name) == 0)
      note(UNKNOWN_LOCATION, "this unit has no function '" + name + "' to analyse");
  if (requested_.empty() || code_is_left_to_the_linker())
    drop_report();
  if (requested_.empty())
    return;
  if (code_is_left_to_the_linker()) {
    report_lto(requested_.front().location);
    return;
  }
  capture::Capture capture = take_capture();
  capture.locations = locations_.entries();
  report_unit(capture, locations_.places(), arguments_);
}

} // namespace osaca::gcc
