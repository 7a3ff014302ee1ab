// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit.h"

#include "capture_builder.h"
#include "embed_report.h"
#include "target_of_unit.h"
#include "unit_report.h"

namespace osaca::clang_plugin {

void Unit::finish() {
  const Diagnoser diagnoser(instance_, arguments_.warn);
  for (const std::string &problem : problems_)
    diagnoser.say({}, problem);
  for (const PragmaComplaint &complaint : pragmas_.complaints)
    diagnoser.say(complaint.location, complaint.text);
  if (instance_.getDiagnostics().hasErrorOccurred())
    return;
  if (pragmas_.places.empty() && !wants_everything()) {
    drop_old_report(instance_, arguments_);
    return;
  }
  analyse(diagnoser);
}

void Unit::analyse(const Diagnoser &diagnoser) {
  LoopExtents extents(instance_.getASTContext(), pragmas_.places);
  events_.for_each_declaration([&](clang::Decl *declaration) { extents.add(declaration); });
  extents.settle();
  RequestedLoops requested(extents, pragmas_, arguments_);
  for (const std::string &name : requested.unknown_functions())
    diagnoser.say({}, "this unit has no function '" + name + "' to analyse");
  const Output output = output_of(instance_);
  const bool has_code = output == Output::machine_code || output == Output::left_to_next_process;
  if (requested.all().empty() || !has_code || !is_supported_target(instance_))
    drop_old_report(instance_, arguments_);
  if (requested.all().empty())
    return;
  const clang::SourceLocation first = requested.all().front().location;
  if (output == Output::left_to_linker)
    diagnoser.say(first,
                  "with '-flto' the code of this unit is written when the program is linked, so there is nothing "
                  "to analyse yet; compile without it to see the code of this unit by itself");
  if (output == Output::precompiled && !pragmas_.places.empty())
    diagnoser.say(pragmas_.places.front(), "the loops of a precompiled header or module are not analysed; where it is "
                                           "included as text, they are");
  if (!has_code)
    return;
  if (!is_supported_target(instance_)) {
    diagnoser.say(first, "code for the target '" + instance_.getTarget().getTriple().str() +
                             "' is not supported; nothing is analysed");
    return;
  }
  if (extents.has_coroutine() && clang_compat::coroutines_are_generated_once) {
    diagnoser.say(first,
                  "this version of Clang cannot generate a coroutine twice; nothing is analysed in a unit with one");
    drop_old_report(instance_, arguments_);
    return;
  }
  const auto is_wanted = [&requested](int extent) { return requested.wants(extent); };
  const SecondRun run = run_again(instance_, events_, extents, {file_, is_wanted, arguments_.whole_unit});
  if (!run.problem.empty()) {
    diagnoser.say({}, "no analysis of this unit: " + run.problem);
    drop_old_report(instance_, arguments_);
    return;
  }
  const BuiltCapture built = build_capture(instance_, file_, extents, requested, run);
  std::string content = report_unit(instance_, built.capture, built.places, arguments_, diagnoser);
  if (!content.empty() && output == Output::left_to_next_process)
    diagnoser.say(first, "with '-save-temps' the report cannot travel in the object");
  else if (!content.empty())
    embed_report(instance_, std::move(content));
}

} // namespace osaca::clang_plugin
