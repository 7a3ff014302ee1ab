// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit.h"

#include "report/capture_builder.h"
#include "report/unit_report.h"
#include "rerun/real_run.h"

#include "failed_report.h"
#include "messages.h"

namespace osaca::clang_plugin {

void Unit::watch_real_run() {
  if (observes(instance_, arguments_)) {
    const auto subject_or_none = [this] { return read_source() ? subject() : ObservedRun::Subject(); };
    observed_.watch(instance_, subject_or_none,
                    arguments_.embed ? std::function<std::string()>([this] { return report(); }) : nullptr);
  }
  real_.watch(instance_, [this] { return !pragmas_.places.empty() && !arguments_.all; });
}

void Unit::finish() {
  if (is_reported_)
    return;
  std::string content = report();
  if (content.empty())
    return;
  if (output_of(instance_) == Output::left_to_next_process)
    Diagnoser(instance_, arguments_.warn).say({}, "with '-save-temps', no report is embedded in the object");
  else
    embed_report(instance_, std::move(content));
}

std::string Unit::report() {
  is_reported_ = true;
  const Diagnoser diagnoser(instance_, arguments_.warn);
  for (const std::string &problem : problems_)
    diagnoser.say({}, problem);
  for (const PragmaComplaint &complaint : pragmas_.complaints)
    diagnoser.say(complaint.location, complaint.text);
  if (instance_.getDiagnostics().hasErrorOccurred())
    return {};
  const std::optional<BuiltCapture> built = analyse(diagnoser);
  if (built)
    return report_unit(instance_, built->capture, built->places, arguments_, diagnoser);
  drop_old_report(instance_, arguments_);
  return failure_.empty() || !arguments_.embed ? std::string() : record_of(failed_report(file_, failure_));
}

bool Unit::read_source() {
  if (source_)
    return true;
  add_attributes(instance_.getSourceManager(), pragmas_);
  if (pragmas_.places.empty() && !wants_everything())
    return false;
  clang::ASTContext &context = instance_.getASTContext();
  source_ = std::make_unique<Source>(
      Source{LoopExtents(context, pragmas_.places, pragmas_.are_attributes), ArrayPlaces(context), std::nullopt});
  events_.for_each_declaration([&](clang::Decl *declaration) { source_->extents.add(declaration); });
  source_->extents.settle();
  source_->requests.emplace(find_requests(source_->extents, pragmas_, arguments_));
  if (!source_->requests->loops.requests().empty())
    events_.for_each_declaration([&](clang::Decl *declaration) { source_->arrays.add(declaration); });
  return true;
}

ObservedRun::Subject Unit::subject() const {
  const LoopRequests &loops = source_->requests->loops;
  if (loops.requests().empty())
    return {};
  return {&source_->extents, &source_->arrays, [&loops](int extent) { return loops.wants(extent); }};
}

/// Builds the capture. Empty if there is nothing to analyse; the reason is reported to the user.
std::optional<BuiltCapture> Unit::analyse(const Diagnoser &diagnoser) {
  if (!read_source())
    return std::nullopt;
  const LoopExtents &extents = source_->extents;
  UserRequests &requests = *source_->requests;
  for (const std::string &remark : remarks_on_names(arguments_.functions, requests.names, arguments_.embed))
    diagnoser.say({}, remark);
  if (requests.loops.requests().empty())
    return std::nullopt;
  const clang::SourceLocation first = location_of(requests.loops.requests().front(), extents, pragmas_);
  if (!can_be_analysed(first, diagnoser))
    return std::nullopt;
  std::optional<SecondRun> run = observed_.take();
  if (!run && extents.has_coroutine() && clang_compat::coroutines_are_generated_once) {
    failure_ = "this version of Clang cannot generate a coroutine twice; units that contain one are not analysed";
    diagnoser.say(first, failure_);
    return std::nullopt;
  }
  const auto is_wanted = [&requests](int extent) { return requests.loops.wants(extent); };
  if (!run)
    run = run_again(instance_, events_, extents,
                    {file_, is_wanted, &source_->arrays, real_.was_seen() ? &real_ : nullptr, arguments_.whole_unit});
  if (!run->problem.empty()) {
    failure_ = messages::no_analysis(run->problem);
    diagnoser.say({}, failure_);
    return std::nullopt;
  }
  return build_capture(instance_, file_, extents, pragmas_, requests.loops, *run);
}

bool Unit::can_be_analysed(clang::SourceLocation first, const Diagnoser &diagnoser) const {
  const Output output = output_of(instance_);
  if (output == Output::left_to_linker && !arguments_.linked)
    diagnoser.say(first, messages::left_to_linker(
                             "run 'osaca annotated' on the linked program to analyse its loops (requires -g)"));
  if (output == Output::precompiled && !pragmas_.places.empty())
    diagnoser.say(pragmas_.places.front(), messages::precompiled("precompiled header or module"));
  if (output != Output::machine_code && output != Output::left_to_next_process)
    return false;
  if (!is_supported_target(instance_))
    diagnoser.say(first, messages::unsupported("the target '" + instance_.getTarget().getTriple().str() + "'"));
  return is_supported_target(instance_);
}

} // namespace osaca::clang_plugin
