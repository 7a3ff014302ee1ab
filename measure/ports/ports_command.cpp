// `osaca measure ports`: which pipes instructions use, from the throughputs of mixes.
#include "measure/commands/commands.h"
#include "measure/commands/repetition_options.h"
#include "measure/counters/counter_source.h"
#include "measure/file/locked_file.h"
#include "measure/file/measurement.h"
#include "measure/harness/stopwatch.h"
#include "measure/ports/counter_check.h"
#include "measure/ports/mixes_file.h"
#include "measure/ports/port_inference.h"
#include "measure/ports/port_map.h"
#include "measure/ports/port_timer.h"
#include "measure/ports/ports_file.h"
#include "measure/ports/prepared_form.h"
#include "measure/tables/subject.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/printable.h"
#include "model/library/library.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>

namespace osaca::measure {
namespace {

constexpr std::size_t most_forms = 2000;  // the number of mixes grows with it
constexpr double part_for_checking = 0.1; // of the time; added to it

struct PortsOptions {
  std::vector<std::string> only;
  std::string output;
  std::string mixes;
  std::string known; ///< file with the mixes of an earlier run
  std::string against;
  bool list = false;
  int random_mixes = 100;
  double limit_seconds = 165;
  RepetitionPolicy repetition = {2, 0.05, 120};
};

/// The chosen forms, prepared, in the order of the default list or of LLVM.
std::vector<PreparedForm> chosen_ports_forms(const PortsOptions &options, FormPreparer &preparer) {
  std::map<std::string, InstructionForm, std::less<>> by_name;
  std::vector<PreparedForm> chosen;
  for (InstructionForm &form : instruction_forms(Isa::x86_64)) {
    const bool is_wanted = form.group == InstructionForm::Group::ordinary &&
                           std::ranges::any_of(options.only, [&](const std::string &pattern) {
                             return glob_matches(pattern, form.opcode);
                           });
    if (is_wanted && chosen.size() <= most_forms)
      chosen.push_back(preparer.prepare(form));
    by_name.emplace(form.opcode, std::move(form));
  }
  if (!options.only.empty())
    return chosen;
  for (const std::string_view name : default_port_forms())
    if (const auto form = by_name.find(name); form != by_name.end())
      chosen.push_back(preparer.prepare(form->second));
  for (const PortFormVariant &one : default_port_variants())
    if (const auto form = by_name.find(one.opcode); form != by_name.end())
      chosen.push_back(preparer.prepare(form->second, one.variant));
  return chosen;
}

int list_ports_forms(const PortsOptions &options) {
  FormPreparer preparer(Isa::x86_64, VectorEncoding::avx512);
  for (const PreparedForm &made : chosen_ports_forms(options, preparer)) {
    std::cout << made.facts.name << "\t" << printable(made.reason.empty() ? made.text : made.reason) << "\t"
              << (made.reason.empty() ? made.facts.group : "left out") << "\n";
  }
  return success;
}

/// Removes the forms that cannot be in a mix, and returns the reasons.
std::vector<std::pair<std::string, std::string>> leave_out(std::vector<PreparedForm> &forms) {
  std::vector<std::pair<std::string, std::string>> made;
  for (const PreparedForm &form : forms)
    if (!form.reason.empty())
      made.emplace_back(form.facts.name, form.reason);
  std::erase_if(forms, [](const PreparedForm &form) { return !form.reason.empty(); });
  return made;
}

double median_spread(const MixLog &log) {
  std::vector<double> spreads;
  for (const auto &[mix, figure] : log.all())
    if (figure.is_reliable)
      spreads.push_back(figure.spread);
  return median(std::move(spreads));
}

PortsReport report_about(const std::vector<PreparedForm> &forms) {
  PortsReport report;
  report.machine = machine_facts();
  for (const PreparedForm &form : forms) {
    report.forms.push_back(form.facts);
    report.texts.push_back(form.text);
    report.with.push_back(form.breakers);
    report.opcodes.push_back(form.opcode);
    report.variants.emplace_back(name_of(form.variant));
  }
  return report;
}

void infer_into(PortsReport &report, const PortTimer &timer, MixLog &log) {
  const ProgressLine progress;
  InferenceOptions inference;
  inference.random_mixes = 0; // later, so that there is time for them
  inference.progress = [&](std::size_t done, std::size_t of, std::string_view step) {
    progress.show(done, format_text("of {}: {}, {} mixes so far", of, step, log.all().size()));
  };
  report.map = infer_ports(report.forms, log, inference);
  report.mixes = log.all().size();
  report.unreliable_mixes = static_cast<std::size_t>(timer.unreliable_count());
  report.median_spread = median_spread(log);
}

/// The outputs, locked before minutes of measuring.
struct PortsOutputs {
  std::optional<LockedFile> report; ///< none: standard output
  std::optional<LockedFile> mixes;
};

std::optional<Error> write_report(PortsOutputs &outputs, const std::string &text) {
  if (outputs.report)
    return outputs.report->rewrite(text);
  std::cout << printable(text) << std::flush;
  return std::cout ? std::nullopt : std::optional(Error{"cannot be written", {"<stdout>", 0, 0}});
}

/// The model to compare with, if there is one.
Expected<std::optional<MachineModel>> model_to_compare(const PortsOptions &options) {
  if (options.against.empty())
    return std::optional<MachineModel>{};
  OSACA_TRY(auto opened, open_model(options.against, Isa::x86_64));
  return std::optional<MachineModel>(std::move(opened));
}

/// The dispatch width in our model of this processor or of its relative; 0: there is none.
double known_width() {
  const std::string cpu = machine_facts().llvm_cpu;
  auto model = open_model(cpu, Isa::x86_64);
  if (!model)
    model = ModelLibrary::shipped().load_relative_of(cpu);
  return model ? model->core().dispatch_width.value.to_double() : 0;
}

int cannot_go_on_with(const Error &problem) {
  complain(problem);
  return unusable_input;
}

int write_reports(PortsOutputs &outputs, const PortsReport &report, const MixLog &log) {
  auto problem = write_report(outputs, ports_text(report));
  if (!problem && outputs.mixes)
    problem = outputs.mixes->replace(mixes_text(report.forms, log, &report.map));
  return problem ? cannot_go_on_with(*problem) : success;
}

/// Writes mixes as they are measured, so that a run that is killed loses none.
class MixJournal {
public:
  /// Writes the mixes that are already known. `file`: null if no file is wanted.
  std::optional<Error> begin(std::optional<LockedFile> &file, const std::vector<FormUnderTest> &forms,
                             const MixLog &log) {
    if (!file)
      return std::nullopt;
    file_ = &*file;
    forms_ = &forms;
    return file_->replace(mixes_text(forms, log)); // the earlier file may be the only one with these mixes
  }
  void add(const Mix &mix, const MixFigure &figure) {
    if (file_ != nullptr && !problem_)
      problem_ = file_->append(mix_line(*forms_, mix, figure));
  }
  void end() { file_ = nullptr; }

private:
  LockedFile *file_ = nullptr;
  const std::vector<FormUnderTest> *forms_ = nullptr;
  std::optional<Error> problem_; ///< an error is not final, since everything is written again at the end
};

/// If the machine has port counters, the inferred pipes are compared with their counts.
CounterCheck checked_with_counters(PortTimer &timer, const PortMap &map) {
  const auto known = port_counters_of(this_processor(), shipped_port_counters(), "ports.yml");
  if (!known) {
    CounterCheck none;
    none.unavailable = known.error().text();
    return none;
  }
  const ProgressLine progress;
  PerfEvents source;
  return count_and_check(source, *known, timer, map, [&](std::size_t done) {
    progress.show(done, format_text("of {} forms counted", map.forms.size()));
  });
}

/// Adds the mixes of an earlier run. Its file may be the one that this run continues.
std::optional<Error> take_known(const PortsOptions &options, const PortsOutputs &outputs,
                                const std::vector<FormUnderTest> &forms, MixLog &log) {
  if (options.known.empty())
    return std::nullopt;
  const bool goes_on = outputs.mixes && outputs.mixes->is(options.known);
  OSACA_TRY(const auto text, goes_on ? outputs.mixes->read() : read_table(options.known));
  OSACA_TRY(const auto taken, read_mixes(text, options.known, forms, log));
  std::fprintf(stderr, "osaca: reused %zu mixes from %s\n", taken, printable(options.known).c_str());
  return std::nullopt;
}

int measure_prepared(const PortsOptions &options, PortsOutputs &outputs, FormPreparer &preparer,
                     std::vector<PreparedForm> &forms, const std::optional<MachineModel> &model) {
  auto timer = PortTimer::create(preparer, forms, options.repetition);
  if (!timer) {
    complain(timer.error());
    return unusable_input;
  }
  PortTimer ready = *std::move(timer);
  const Stopwatch time;
  ready.settle(known_width());
  if (const std::string warning = ready.sharing_warning(known_no_ops_per_cycle()); !warning.empty())
    complain(warning);
  ready.probe();
  const auto left_out = leave_out(forms);
  find_parts(forms);
  ready.measure_updates();
  if (forms.empty()) {
    complain(format_text("none of these forms can be timed on this machine: {}: {}", left_out.front().first,
                         left_out.front().second));
    return unusable_input;
  }
  double limit_seconds = options.limit_seconds;
  MixJournal journal;
  const auto measured = [&](const Mix &mix) {
    const MixFigure figure = ready.measure(mix);
    journal.add(mix, figure);
    return figure;
  };
  MixLog log(
      measured, [&ready] { return ready.calm_epoch(); },
      [&] { return time.seconds() - ready.waited_seconds() >= limit_seconds; });
  PortsReport report = report_about(forms);
  auto problem = take_known(options, outputs, report.forms, log);
  if (!problem)
    problem = journal.begin(outputs.mixes, report.forms, log);
  if (problem) {
    complain(*problem);
    return unusable_input;
  }
  infer_into(report, ready, log);
  limit_seconds += options.limit_seconds * part_for_checking;
  check_with_random_mixes(log, options.random_mixes, report.map);
  journal.end();
  report.mixes = log.all().size();
  report.left_out = left_out;
  if (model) {
    std::vector<const Instruction *> examples;
    for (const PreparedForm &form : forms)
      examples.push_back(form.literal.empty() ? &form.shape.example.instruction : nullptr);
    report.check = check_against_model(report.map, log, examples, *model);
  }
  report.counter_check = checked_with_counters(ready, report.map);
  std::fprintf(stderr, "osaca: %s\n", counter_summary(*report.counter_check).c_str());
  std::fprintf(stderr, "osaca: measured %zu forms with %zu mixes in %.1f s\n", forms.size(), report.mixes,
               time.seconds());
  if (log.is_over())
    complain("the time limit was reached before all forms were measured; use a larger --limit");
  return write_reports(outputs, report, log);
}

int measure_ports(const PortsOptions &options) {
  const auto model = model_to_compare(options);
  if (!model)
    return cannot_go_on_with(model.error());
  FormPreparer preparer(Isa::x86_64, widest_encoding());
  std::vector<PreparedForm> forms = chosen_ports_forms(options, preparer);
  if (forms.empty() || forms.size() > most_forms) {
    complain(forms.empty() ? "no form has this name; names are LLVM opcodes such as ADD64rr, and --list shows them"
                           : format_text("{} forms match; select at most {} with --only", forms.size(), most_forms));
    return unusable_input;
  }
  auto opened = open_outputs({"--output", options.output}, {"--mixes", options.mixes});
  if (!opened)
    return cannot_go_on_with(opened.error());
  auto [report, mixes] = *std::move(opened);
  PortsOutputs outputs = {std::move(report), std::move(mixes)};
  return measure_prepared(options, outputs, preparer, forms, *model);
}

constexpr const char *ports_description =
    "Finds out which pipes (execution ports) each instruction uses, from the time that mixes of instructions take. It "
    "needs no hardware counters (docs/measure/ports.md). The pipes have no names. --against gives them the port names "
    "of a model, and lists the differences.";

constexpr const char *ports_footer =
    "\n"
    "Examples:\n"
    "  osaca measure ports --against zen4 --output ports.yml   measure the default forms\n"
    "  osaca measure ports --list                              list the default forms\n"
    "  osaca measure ports --only 'MOV64rr,ADD64rr,IMUL64rri32,SHLX64rr,VPADD?rr'";

void declare_ports(OptionSet &options, PortsOptions &chosen) {
  options.texts = {"osaca measure ports", ports_description, ports_footer};
  options
      .list("--only", chosen.only,
            "measure forms with these LLVM opcode names instead of the default ones; * and ? are allowed")
      .called("GLOB,...");
  options.flag("--list", chosen.list, "list the forms and their kinds, without measuring");
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
  options.option("--mixes", chosen.mixes, "also write each mix to this CSV file, as soon as it is measured")
      .called("FILE");
  options.option("--known", chosen.known, "reuse the mixes that an earlier run on this machine wrote with --mixes")
      .called("FILE");
  options.option("--against", chosen.against, "compare with the ports of this model or model file").called("MODEL");
  options.option("--check", chosen.random_mixes, "number of random mixes that check the result (default: 100)")
      .called("N")
      .within(0, 100000, true);
  options.option("--limit", chosen.limit_seconds, "start no further measurement after this many seconds (default: 165)")
      .called("SECONDS")
      .within(1, 100000, true);
  add_repetition(options, chosen.repetition, "the time of a mix");
}

int run_ports(PortsOptions options) { return options.list ? list_ports_forms(options) : measure_ports(options); }

} // namespace

const driver::Command ports_command =
    driver::command<PortsOptions, declare_ports, run_ports>("ports", "which execution ports instructions use");

} // namespace osaca::measure
