// `osaca measure calls`: the costs of calls of library functions on this machine.
#include "base/format.h"
#include "base/printable.h"
#include "base/text.h"
#include "measure/calls/call_measurer.h"
#include "measure/commands/commands.h"
#include "measure/commands/repetition_options.h"
#include "measure/file/locked_file.h"
#include "measure/file/number_text.h"
#include "osaca/blocks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace osaca::measure {
namespace {

using calls::CallSubject;
using calls::MeasuredCalls;
using calls::MeasuredClass;
using calls::ValueRange;

struct CallsOptions {
  std::vector<std::string> functions;
  std::string library;
  std::string signature;
  std::vector<std::string> ranges;
  std::string core;
  std::string output;
  RepetitionPolicy repetition{3, 0.2, 120};
};

int fails(const Error &problem) {
  complain(problem);
  return unusable_input;
}

/// "-1.5:20"
Expected<ValueRange> range_of(const std::string &text) {
  const std::size_t colon = text.find(':');
  const auto low = parse_number<double>(std::string_view(text).substr(0, colon));
  const auto high = colon == std::string::npos ? low : parse_number<double>(std::string_view(text).substr(colon + 1));
  if (low && high && std::isfinite(*low) && std::isfinite(*high) && *low <= *high)
    return ValueRange{*low, *high};
  return Error{format_text("--range: '{}' is not a range of numbers such as 0.5:10", printable(text))};
}

std::string check_range(const std::string &text) {
  const auto range = range_of(text);
  return range ? "" : range.error().message;
}

Expected<std::vector<CallSubject>> users_subjects(const CallsOptions &options) {
  if (options.functions.empty())
    return Error{"--library needs the names of functions: --function NAME"};
  std::vector<ValueRange> ranges;
  for (const std::string &text : options.ranges) {
    OSACA_TRY(const ValueRange range, range_of(text));
    ranges.push_back(range);
  }
  std::vector<CallSubject> subjects;
  for (const std::string &name : options.functions) {
    CallSignature signature = calls::vector_name(name).signature;
    if (!options.signature.empty()) {
      OSACA_TRY(signature, parse_signature(options.signature));
    } else if (signature.arguments.empty()) {
      return Error{format_text("the signature of {} is unknown: add --signature 'double(double)'", printable(name))};
    }
    if (ranges.size() > signature.arguments.size())
      return Error{format_text("--range: {} has only {} arguments", printable(name), signature.arguments.size())};
    subjects.push_back(calls::users_subject(options.library, name, signature, ranges));
  }
  return subjects;
}

Expected<std::vector<CallSubject>> chosen_subjects(const CallsOptions &options) {
  if (!options.library.empty())
    return users_subjects(options);
  if (!options.signature.empty() || !options.ranges.empty())
    return Error{"--signature and --range describe functions of your own: add --library FILE"};
  std::vector<CallSubject> known = calls::known_subjects();
  if (options.functions.empty())
    return known;
  std::vector<CallSubject> subjects;
  for (const std::string &name : options.functions) {
    const auto found = std::ranges::find(known, name, &CallSubject::name);
    if (found == known.end())
      return Error{format_text("{} is not one of the functions that osaca knows: add --library FILE and --signature",
                               printable(name))};
    subjects.push_back(*found);
  }
  return subjects;
}

void print_calls(const MeasuredCalls &measured) {
  const std::string name = printable(measured.subject.name);
  if (measured.classes.empty()) {
    std::printf("%-22s not measured: %s\n", name.c_str(), printable(measured.problem).c_str());
    return;
  }
  for (const MeasuredClass &of_class : measured.classes) {
    std::printf("%-22s %-11s %10s %10s  %s%s\n", name.c_str(), of_class.name.c_str(),
                of_class.latency ? decimal(of_class.latency->cycles, 1).c_str() : "-",
                decimal(of_class.throughput.cycles, 1).c_str(), of_class.arguments.c_str(),
                of_class.is_unstable() ? "  (runs differ; use an idle machine)" : "");
  }
}

/// The model of this machine's core.
std::string host_core() {
  const auto analyzer = BlockAnalyzer::create("");
  return analyzer ? analyzer->arch() : "unknown";
}

constexpr double settling_seconds = 5;

int measure_subjects(const std::vector<CallSubject> &subjects, const CallsOptions &options,
                     std::optional<LockedFile> &output) {
  auto made = calls::CallMeasurer::create(options.repetition, known_additions_per_cycle());
  if (!made)
    return fails(made.error());
  calls::CallMeasurer measurer = *std::move(made);
  const calls::CallTableFacts facts{machine_facts(), options.core.empty() ? host_core() : options.core,
                                    calls::c_library_version()};
  measurer.settle(settling_seconds);
  std::vector<MeasuredCalls> all;
  std::printf("%-22s %-11s %10s %10s  %s\n", "function", "class", "latency", "throughput", "arguments");
  for (const CallSubject &subject : subjects) {
    all.push_back(measurer.measure(subject));
    for (const MeasuredCalls &one : calls::with_free({all.back()}))
      print_calls(one);
    std::fflush(stdout);
    if (output)
      if (const auto problem = output->rewrite(calls::table_yaml(facts, calls::with_free(all))))
        return fails(*problem);
  }
  for (MeasuredCalls &one : all) {
    if (one.classes.empty() || one.calm_epoch == measurer.calm_epoch())
      continue;
    one = measurer.measure(one.subject); // another thread was on the core, as later figures have shown
    std::printf("again: ");
    print_calls(one);
  }
  if (output)
    if (const auto problem = output->rewrite(calls::table_yaml(facts, calls::with_free(all))))
      return fails(*problem);
  const bool any = std::ranges::any_of(all, [](const MeasuredCalls &one) { return !one.classes.empty(); });
  if (!any)
    complain("no function could be measured");
  return any ? success : unusable_input;
}

constexpr const char *calls_description =
    "Measures the costs of calls of library functions on this machine, in cycles of the core: in a chain, in which "
    "each "
    "call waits for the result of the call before (latency), and for calls that do not depend on each other "
    "(throughput). Without options, these are the functions of libm, libmvec and libc that osaca knows "
    "(docs/measure/calls.md). 'osaca --calls FILE' uses the figures.";

constexpr const char *calls_footer =
    "\nExamples:\n"
    "  osaca measure calls --function sin --function pow         these functions\n"
    "  osaca measure calls -o calls.yml                          all, in some minutes, as a table\n"
    "  osaca measure calls --library ./libfast.so --function fast_exp --signature 'double(double)' --range -5:5 -o "
    "calls.yml\n"
    "  osaca --calls calls.yml kernel.s                          predictions with these figures\n";

void declare_calls(OptionSet &options, CallsOptions &chosen) {
  options.texts = {"osaca measure calls", calls_description, calls_footer};
  options.list("--function", chosen.functions, "measure only this function (can be repeated)").called("NAME");
  options.option("--library", chosen.library, "the shared library that contains the functions").called("FILE.so");
  options
      .option("--signature", chosen.signature,
              "the types of functions of your own: 'double(double,float)'; also integer, pointers and vector256")
      .called("TYPES");
  options
      .list("--range", chosen.ranges,
            "the values of an argument of such functions, once for each argument (default: 0.5:10)")
      .called("LOW:HIGH")
      .checked_by(check_range);
  options.option("--core", chosen.core, "the name of this core in the table (default: its model)").called("NAME");
  options.option("--output,-o", chosen.output, "also write the figures to this file, after each function")
      .called("FILE");
  add_repetition(options, chosen.repetition, "a figure");
}

int run_calls(CallsOptions options) {
  auto subjects = chosen_subjects(options);
  if (!subjects)
    return fails(subjects.error());
  auto opened = open_output(options.output);
  if (!opened)
    return fails(opened.error());
  std::optional<LockedFile> output = *std::move(opened);
  return measure_subjects(*subjects, options, output);
}

} // namespace

const driver::Command calls_command = driver::command<CallsOptions, declare_calls, run_calls>(
    "calls", "latency and throughput of calls of library functions");

} // namespace osaca::measure
