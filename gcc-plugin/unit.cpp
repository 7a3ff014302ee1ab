// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit.h"

#include "called_texts.h"
#include "link/linked_program.h"
#include "machine/frequencies.h"
#include "messages.h"
#include "report/functions.h"
#include "report/say.h"
#include "report/unit_report.h"

namespace osaca::gcc {
namespace {

std::string assembler_name(tree function) {
  const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function));
  return name[0] == '*' ? name + 1 : name;
}

/// Fortran's front end keeps all names in lower case.
Arguments as_compared(Arguments arguments, FrontEndKind front_end) {
  if (front_end == FrontEndKind::fortran)
    for (std::string &name : arguments.functions)
      std::transform(name.begin(), name.end(), name.begin(), [](char c) { return TOLOWER(c); });
  return arguments;
}

} // namespace

Unit::Unit(Arguments arguments, FrontEndKind front_end)
    : arguments_(as_compared(std::move(arguments), front_end)), requested_(arguments_, front_end),
      locations_(contexts_) {}

void Unit::add_lowered_body() {
  if (requested_.add_lowered_body())
    numbers_.note_written(gimple_body(current_function_decl));
}

/// Everything in one use of a macro has the same place in the capture. The loops' own places are added first, so that
/// the driver's messages refer to the loops.
void Unit::settle() {
  if (!requested_.settle())
    return;
  for (size_t r = 0; r < requested_.list().size(); ++r)
    (void)requested_.shown_at(static_cast<int>(r), InlineContexts::none, locations_);
}

bool Unit::wants_loops() {
  settle();
  return requested_.may_be_in_function();
}

/// The annotated loop around an innermost one that is not annotated itself: in the source, or (through inlined calls)
/// in the machine code.
int Unit::requested_around(const MachineLoop &loop) const {
  if (!loop.innermost)
    return -1;
  if (const int index = requested_.requests().by_pragma_around(loop.source.extent); index >= 0)
    return index;
  for (int outer = loop.parent; outer >= 0; outer = current_.loops[outer].parent)
    if (const int index = requested_.requests().by_pragma(current_.loops[outer].source.extent); index >= 0)
      return index;
  return -1;
}

void Unit::add_loop(const MachineLoop &loop) {
  const LoopCopy &source = loop.source;
  const int asked = requested_.requests().for_machine_loop(source.extent, loop.works_itself);
  const int index = asked >= 0 ? asked : requested_around(loop);
  bool is_of_statement = false;
  if (loop.innermost || loop.works_itself)
    for (const StatementSite &site : loop.statements)
      if (const int request = request_by_statement(loop, site, index); request >= 0) {
        add_loop_of_statement(request, loop, site);
        is_of_statement = true;
      }
  if (index < 0 || is_of_statement)
    return;
  int location = -1;
  if (asked >= 0)
    location = requested_.shown_at(asked, source.context, locations_);
  else if (source.extent >= 0)
    location = requested_.loop_shown_at(source.extent, source.context, locations_);
  else // functions before the first pragma were not inspected, so their loops are unknown
    location = locations_.index_of(loop.place, contexts_.of(loop.place));
  if (location < 0)
    location = requested_.shown_at(index, source.context, locations_);
  current_annotated_.push_back({index, location, &loop});
  outcomes_[index].found = true;
}

void Unit::after_merging() {
  if (wants_loops())
    requested_.statements().note_calls(contexts_);
  note_twins();
}

void Unit::before_loop_passes() {
  add_current_function();
  if (!wants_loops())
    return;
  std::vector<bool> wanted;
  const bool has_statements = requested_.requests().has_statements();
  bool follows_origins = has_statements; // their loops may be in functions that were read before the pragma
  for (size_t extent = 0; extent < requested_.extents().all().size(); ++extent) {
    wanted.push_back(has_statements || requested_.requests().wants(static_cast<int>(extent)));
    follows_origins |= wanted.back() && requested_.extents()[static_cast<int>(extent)].may_be_several;
  }
  numbers_.note_iterations(requested_.extents(), contexts_, wanted, follows_origins);
}

void Unit::before_if_conversion() {
  if (wants_loops())
    numbers_.start(requested_.extents(), contexts_);
}

void Unit::before_vectoriser() {
  if (wants_loops())
    numbers_.note_new_loops(requested_.extents(), contexts_);
}

void Unit::after_vectoriser() {
  if (wants_loops())
    numbers_.note_vectorised(contexts_);
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
  add_current_function();
  if (!wants_loops())
    return;
  current_ = find_machine_loops(requested_.extents(), requested_.statements(), contexts_, numbers_);
  current_annotated_.clear();
  requested_.assign_loops(current_, contexts_);
  assign_loops_of_twins();
  for (const MachineLoop &loop : current_.loops) {
    add_loop(loop);
    add_loop_for_twins(loop);
  }
  for (const int request : twins_found_)
    outcomes_[request].found = true;
  twins_found_.clear();
  note_remains();
  note_remains_of_statements();
  if (current_.loops.empty())
    add_whole_function();
  if (current_annotated_.empty() && !may_be_callee())
    return;
  note_instructions();
  begin_asm_capture();
}

/// A function without annotated loops is kept if an annotated loop may call it and its code can be followed.
bool Unit::may_be_callee() const {
  constexpr int most_instructions = 5000;
  constexpr size_t most_bytes = 32U << 20U;
  return get_max_uid() <= most_instructions && callee_bytes_ <= most_bytes;
}

void Unit::note_instructions() {
  std::unordered_set<int> uids;
  for (const AnnotatedLoop &annotated : current_annotated_)
    if (annotated.loop != nullptr)
      for (const std::vector<int> &block : annotated.loop->blocks)
        uids.insert(block.begin(), block.end());
  basic_block block = nullptr;
  if (uids.empty()) { // the function itself is annotated, or is called
    FOR_EACH_BB_FN(block, cfun) {
      rtx_insn *insn = nullptr;
      FOR_BB_INSNS(block, insn)
      uids.insert(INSN_UID(insn));
    }
    current_known_ = {{}, branches_taken(uids)};
    return;
  }
  current_known_ = {{}, branches_taken(uids)};
  FOR_EACH_BB_FN(block, cfun) {
    rtx_insn *insn = nullptr;
    FOR_BB_INSNS(block, insn) {
      std::string array = uids.count(INSN_UID(insn)) != 0 ? arrays_.of(insn) : std::string();
      if (!array.empty())
        current_known_.arrays[INSN_UID(insn)] = std::move(array);
    }
  }
}

unsigned Unit::instance_of(int context) const {
  tree function = context == InlineContexts::none ? current_function_decl : contexts_.inlined_function(context);
  return function != NULL_TREE ? DECL_UID(DECL_ORIGIN(function)) : 0;
}

void Unit::note_remains() {
  for (const auto &entry : current_.remains) {
    const LoopCopy &copy = entry.first;
    const int request = requested_.requests().index_of(copy.extent);
    if (request < 0)
      continue;
    const unsigned instance = instance_of(copy.context);
    const bool has_loop =
        std::any_of(current_annotated_.begin(), current_annotated_.end(), [&](const AnnotatedLoop &loop) {
          return loop.annotation == request && instance_of(loop.loop->source.context) == instance;
        });
    outcomes_[request].sightings.push_back({readable_name(current_function_decl), instance, has_loop, entry.second});
  }
}

void Unit::after_text() {
  if (!is_capturing())
    return;
  if (current_annotated_.empty()) {
    keep_callee(end_asm_capture());
    return;
  }
  functions_.push_back(describe_function(assembler_name(current_function_decl), end_asm_capture(), current_annotated_,
                                         current_known_, contexts_, locations_));
  functions_.back().options = options_of_function();
  if (requested_.is_linked()) // each function has its own target
    targets_.push_back(target_of_unit());
  current_annotated_.clear();
}

/// The locations of its instructions are left out, so that the table of locations contains those of annotated loops
/// only.
void Unit::keep_callee(CapturedText text) {
  for (EmittedInstruction &instruction : text.instructions)
    instruction.location = UNKNOWN_LOCATION;
  callees_.push_back(
      describe_function(assembler_name(current_function_decl), text, {}, current_known_, contexts_, locations_));
  callee_bytes_ += callees_.back().assembly.size();
}

capture::Capture Unit::take_capture() {
  capture::Capture capture;
  capture.unit = requested_.is_linked() ? name_of_part() : gcc_compat::or_empty(main_input_filename);
  capture.compiler = std::string("gcc ") + gcc_compat::version();
  capture.target = targets_.empty() ? target_of_unit() : targets_.front();
  for (int index = 0; index < static_cast<int>(requested_.list().size()); ++index) {
    const LoopRequest &request = requested_.list()[index];
    const Outcome &outcome = outcomes_[index];
    capture::Annotation annotation = annotation_of(request, outcome.found, fate_of_request(request, outcome));
    const bool is_at_pragma = request.has_statement() && annotation.status == capture::AnnotationStatus::not_a_loop;
    annotation.location = is_at_pragma ? requested_.pragma_shown_at(index, locations_)
                                       : requested_.shown_at(index, InlineContexts::none, locations_);
    capture.annotations.push_back(std::move(annotation));
  }
  capture::prefer_loops(functions_);
  add_called(functions_, std::move(callees_));
  capture.functions = std::move(functions_);
  return capture;
}

void Unit::drop_report() const { drop_old_report(arguments_); }

void Unit::finish() {
  // A static object, so that collected messages are written even if the process ends here, as after an error with
  // -Wfatal-errors: exit() destroys static objects.
  static const SaidAtOnce at_once(requested_.is_linked() && is_part_process());
  settle();
  const bool wants_nothing = requested_.list().empty();
  NamesInUnit names = requested_.names();
  names.has_loops = !wants_nothing;
  const bool is_left_to_linker = !requested_.is_linked() && code_is_left_to_the_linker();
  if (!requested_.is_linked()) // a link process has only a part of the program, without unused functions
    for (const std::string &remark :
         remarks_on_names(arguments_.functions, names, arguments_.embed || is_left_to_linker))
      note(UNKNOWN_LOCATION, remark);
  if (wants_nothing || is_left_to_linker)
    drop_report();
  if (wants_nothing)
    return;
  if (is_left_to_linker) {
    report_lto(requested_.location_of(0), arguments_);
    return;
  }
  capture::Capture capture = take_capture();
  locations_.make_places();
  remark_on_targets(targets_, arguments_);
  capture.locations = locations_.entries();
  report_unit(capture, locations_.places(), arguments_);
}

} // namespace osaca::gcc
