// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit.h"

#include "fate_of_loop.h"
#include "frequencies.h"
#include "function_names.h"
#include "function_options.h"
#include "linked_program.h"
#include "messages.h"
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
  if (extent.place != UNKNOWN_LOCATION)
    return extent.place;
  const location_t keyword = keyword_location(extent.first, extent.keyword);
  return keyword == UNKNOWN_LOCATION ? extent.first : keyword;
}

bool is_analysable(const LoopExtent &extent) { return extent.can_become_code() && !in_system_header_at(extent.first); }

} // namespace

Unit::Unit(Arguments arguments, FrontEnd front_end)
    : arguments_(std::move(arguments)), front_end_(front_end), locations_(contexts_),
      requested_({}, {}, arguments_.all), linked_(extents_, requested_, pragmas_) {
  if (is_linked())
    linked_.answer_extents();
  if (!is_fortran())
    return;
  for (std::string &name : arguments_.functions) // the compiler keeps all names in lower case
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return TOLOWER(c); });
}

void Unit::add_body(tree function, bool is_pattern) {
  extents_.add_function(function, PragmaRecorder::pragmas(), is_pattern);
  if (is_named(function))
    named_functions_.insert(DECL_UID(function));
}

void Unit::read_fortran() {
  if (!std::exchange(has_read_fortran_, true))
    fortran_.start(asks_by_argument());
}

void Unit::add_lowered_body() {
  if (!has_read_fortran_) {
    read_fortran();
    fortran_.complain();
  }
  if (!has_wishes_in_fortran())
    return;
  fortran_.add_function(current_function_decl, extents_);
  numbers_.note_written(gimple_body(current_function_decl));
  if (is_named(current_function_decl))
    named_functions_.insert(DECL_UID(current_function_decl));
}

bool Unit::has_wishes_in_fortran() {
  read_fortran();
  return asks_by_argument() || fortran_.has_directives();
}

bool Unit::is_named(tree function) {
  if (arguments_.functions.empty() || DECL_NAME(function) == NULL_TREE)
    return false;
  const std::string plain_name = IDENTIFIER_POINTER(DECL_NAME(function));
  const std::string readable = readable_name(function);
  bool is_named = false;
  if (!in_system_header_at(DECL_SOURCE_LOCATION(function)))
    names_.functions.insert(plain_name);
  for (const std::string &name : arguments_.functions) {
    if (name != plain_name && name != readable)
      continue;
    names_.met.insert(name);
    is_named = true;
  }
  return is_named;
}

void Unit::settle() {
  if (settled_)
    return;
  settled_ = true;
  if (is_linked())
    return;
  if (is_fortran())
    fortran_.add_statements(extents_);
  extents_.settle();
  pragmas_ = is_fortran() ? fortran_.pragmas() : PragmaRecorder::pragmas();
  requested_ = ask_for_loops();
  // All of one use of a macro has one place for the driver: the loops' own come first, so that it answers with these.
  for (size_t r = 0; r < requested_.requests().size(); ++r)
    (void)shown_at(static_cast<int>(r), InlineContexts::none);
}

void Unit::meet_function() {
  if (is_linked())
    linked_.meet_function(asks_by_argument(), [this](tree function) { return is_named(function); });
}

LoopRequests Unit::ask_for_loops() const {
  std::vector<BoundPragma> asked;
  if (is_fortran()) {
    asked = fortran_.bind(extents_);
  } else {
    const std::vector<int> bound = extents_.bind(pragmas_);
    for (size_t p = 0; p < pragmas_.size(); ++p)
      asked.push_back({bound[p], pragmas_[p].expectations});
  }
  std::vector<SourceLoop> loops;
  for (const LoopExtent &extent : extents_.all()) {
    const bool is_named =
        std::any_of(extent.instances.begin(), extent.instances.end(),
                    [this](const SourceFunction &instance) { return named_functions_.count(instance.uid) != 0; });
    loops.push_back({extent.parent, extent.has_inner, is_analysable(extent), is_named});
  }
  return {asked, std::move(loops), arguments_.all};
}

location_t Unit::location_of(int request) {
  location_t &location = outcomes_[request].location;
  const LoopRequest &asked = requested_.requests()[request];
  if (location == UNKNOWN_LOCATION)
    location = asked.has_loop() ? place_of(extents_[asked.loop]) : pragmas_[asked.pragma].location;
  return location;
}

int Unit::shown_at(int request, int context) {
  const LoopRequest &asked = requested_.requests()[request];
  if (!is_linked())
    return locations_.index_of(location_of(request), context);
  return asked.has_loop() ? shown_at(extents_[asked.loop], context)
                          : locations_.index_of(pragmas_[asked.pragma].in_text, context);
}

int Unit::shown_at(const LoopExtent &extent, int context) {
  return is_linked() ? locations_.index_of(extent.in_text, context) : locations_.index_of(place_of(extent), context);
}

/// The annotated loop around an innermost one that is not annotated itself: in the source, or (through inlined calls)
/// in the machine code.
int Unit::requested_around(const MachineLoop &loop) const {
  if (!loop.innermost)
    return -1;
  if (const int index = requested_.by_pragma_around(loop.source.extent); index >= 0)
    return index;
  for (int outer = loop.parent; outer >= 0; outer = current_.loops[outer].parent)
    if (const int index = requested_.by_pragma(current_.loops[outer].source.extent); index >= 0)
      return index;
  return -1;
}

void Unit::add_loop(const MachineLoop &loop) {
  const LoopCopy &source = loop.source;
  const int asked = requested_.for_machine_loop(source.extent, loop.works_itself);
  const int index = asked >= 0 ? asked : requested_around(loop);
  if (index < 0)
    return;
  int location = -1;
  if (asked >= 0)
    location = shown_at(asked, source.context);
  else if (source.extent >= 0)
    location = shown_at(extents_[source.extent], source.context);
  else // functions before the first pragma were not watched, so their loops are not known as such
    location = locations_.index_of(loop.place, contexts_.of(loop.place));
  if (location < 0)
    location = shown_at(index, source.context);
  current_annotated_.push_back({index, location, &loop});
  outcomes_[index].found = true;
}

bool Unit::wants_loops() {
  settle();
  return !requested_.requests().empty() || arguments_.all ||
         (is_linked() && (linked_.has_pragmas() || asks_by_argument()));
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
      fates_.merged[DECL_UID(DECL_ORIGIN(node->decl))] = readable_name(twin->decl);
  }
}

void Unit::before_loop_passes() {
  meet_function();
  if (!wants_loops())
    return;
  std::vector<bool> wanted;
  for (size_t extent = 0; extent < extents_.all().size(); ++extent)
    wanted.push_back(requested_.wants(static_cast<int>(extent)));
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
  if (!wants_loops())
    return;
  numbers_.note_iterations_at_end(contexts_);
  arrays_.note();
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
  meet_function();
  if (!wants_loops())
    return;
  current_ = find_machine_loops(extents_, contexts_, numbers_);
  current_annotated_.clear();
  meet_loops();
  for (const MachineLoop &loop : current_.loops)
    add_loop(loop);
  note_remains();
  if (current_annotated_.empty())
    return;
  note_instructions();
  begin_asm_capture();
}

void Unit::note_instructions() {
  std::unordered_set<int> uids;
  for (const AnnotatedLoop &annotated : current_annotated_)
    for (const std::vector<int> &block : annotated.loop->blocks)
      uids.insert(block.begin(), block.end());
  current_known_ = {{}, branches_taken(uids)};
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    rtx_insn *insn = nullptr;
    FOR_BB_INSNS(block, insn) {
      std::string array = uids.count(INSN_UID(insn)) != 0 ? arrays_.of(insn) : std::string();
      if (!array.empty())
        current_known_.arrays[INSN_UID(insn)] = std::move(array);
    }
  }
}

unsigned Unit::instance_of(const LoopCopy &copy) const {
  tree function =
      copy.context == InlineContexts::none ? current_function_decl : contexts_.inlined_function(copy.context);
  return function != NULL_TREE ? DECL_UID(DECL_ORIGIN(function)) : 0;
}

void Unit::meet_loops() {
  if (!is_linked())
    return;
  for (const auto &[copy, remains] : current_.remains)
    linked_.meet_loop(copy.extent, copy.context == InlineContexts::none ? current_function_decl
                                                                        : contexts_.inlined_function(copy.context));
  for (const MachineLoop &loop : current_.loops)
    linked_.meet_loop(loop.source.extent, NULL_TREE);
}

void Unit::note_remains() {
  for (const auto &entry : current_.remains) {
    const LoopCopy &copy = entry.first;
    const int request = requested_.index_of(copy.extent);
    if (request < 0)
      continue;
    const unsigned instance = instance_of(copy);
    const bool has_loop =
        std::any_of(current_annotated_.begin(), current_annotated_.end(), [&](const AnnotatedLoop &loop) {
          return loop.annotation == request && instance_of(loop.loop->source) == instance;
        });
    outcomes_[request].sightings.push_back({readable_name(current_function_decl), instance, has_loop, entry.second});
  }
}

void Unit::after_text() {
  if (!is_capturing())
    return;
  functions_.push_back(describe_function(assembler_name(current_function_decl), end_asm_capture(), current_annotated_,
                                         current_known_, contexts_, locations_));
  functions_.back().options = options_of_function();
  if (is_linked()) // each function has its own
    targets_.push_back(target_of_unit());
  current_annotated_.clear();
}

capture::Capture Unit::take_capture() {
  capture::Capture capture;
  capture.unit = is_linked() ? name_of_part() : gcc_compat::or_empty(main_input_filename);
  capture.compiler = std::string("gcc ") + gcc_compat::version();
  capture.target = targets_.empty() ? target_of_unit() : targets_.front();
  for (int index = 0; index < static_cast<int>(requested_.requests().size()); ++index) {
    const LoopRequest &request = requested_.requests()[index];
    const Outcome &outcome = outcomes_[index];
    const vanish::Fate fate =
        request.has_loop() ? fate_of(extents_[request.loop], outcome.sightings, fates_) : vanish::Fate();
    capture.annotations.push_back(annotation_of(request, outcome.found, fate));
    capture.annotations.back().location = shown_at(index, InlineContexts::none);
  }
  capture.functions = std::move(functions_);
  return capture;
}

void Unit::drop_report() const { drop_old_report(arguments_); }

void Unit::finish() {
  // It is said even if the process ends in here, as at an error with -Wfatal-errors: exit() destroys what is static.
  static const SaidAtOnce at_once(is_linked() && is_part_process());
  settle();
  const bool wants_nothing = requested_.requests().empty();
  names_.has_loops = !wants_nothing;
  const bool is_left_to_linker = !is_linked() && code_is_left_to_the_linker();
  if (!is_linked()) // it has a part of a program, without what is not used of it
    for (const std::string &remark : remarks_on_names(arguments_.functions, names_, arguments_.embed || is_left_to_linker))
      note(UNKNOWN_LOCATION, remark);
  if (wants_nothing || is_left_to_linker)
    drop_report();
  if (wants_nothing)
    return;
  if (is_left_to_linker) {
    report_lto(location_of(0), arguments_);
    return;
  }
  capture::Capture capture = take_capture();
  locations_.make_places();
  remark_on_targets(targets_, arguments_);
  capture.locations = locations_.entries();
  report_unit(capture, locations_.places(), arguments_);
}

} // namespace osaca::gcc
