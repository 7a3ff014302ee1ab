// `osaca measure instructions`: throughput and latencies of all instructions that LLVM knows and this processor has.
#include "base/text.h"
#include "measure/commands/commands.h"
#include "measure/commands/repetition_options.h"
#include "measure/file/locked_file.h"
#include "measure/file/measurement.h"
#include "measure/file/measurement_file.h"
#include "measure/forms/doubtful_figures.h"
#include "measure/forms/form_measurer.h"
#include "measure/harness/stopwatch.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/printable.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace osaca::measure {
namespace {

struct InstructionsOptions {
  std::vector<std::string> only;
  std::string isa = "x86-64";
  std::string output;
  std::string emit;
  std::vector<std::string> assume;
  int sample = 0;
  bool list = false;
  bool resume = false;
  bool retry_unstable = false;
  double limit_seconds = 0; ///< 0: none
  RepetitionPolicy repetition = {2, 0.05, 300};
};

/// "vmovq.back=2"
std::string check_assumption(const std::string &word) {
  const std::size_t equals = word.find('=');
  const std::string_view figure = equals == std::string::npos ? "" : std::string_view(word).substr(equals + 1);
  const auto cycles = parse_number<double>(figure);
  if (equals > 0 && cycles && *cycles >= 0 && *cycles < 1000)
    return "";
  return "expected HELPER=CYCLES, for example vmovq.back=2";
}

std::map<std::string, double> known_helpers(const std::vector<std::string> &words) {
  std::map<std::string, double> known;
  for (const std::string &word : words) {
    const std::size_t equals = word.find('=');
    known[word.substr(0, equals)] = parse_number<double>(word.substr(equals + 1)).value_or(0); // checked before
  }
  return known;
}

Isa isa_named(const std::string &name) {
  for (const Isa isa : {Isa::aarch64, Isa::riscv64})
    if (name == name_of(isa))
      return isa;
  return Isa::x86_64;
}

bool is_wanted(const std::string &opcode, const std::vector<std::string> &patterns) {
  return patterns.empty() ||
         std::ranges::any_of(patterns, [&](const std::string &pattern) { return glob_matches(pattern, opcode); });
}

std::vector<InstructionForm> chosen_instructions_forms(const InstructionsOptions &options) {
  std::vector<InstructionForm> forms = instruction_forms(isa_named(options.isa));
  std::erase_if(forms, [&](const InstructionForm &form) { return !is_wanted(form.opcode, options.only); });
  if (options.sample <= 0)
    return forms;
  std::erase_if(forms, [](const InstructionForm &form) { return form.group != InstructionForm::Group::ordinary; });
  std::vector<InstructionForm> sample;
  std::mt19937 same_every_time(1); // NOLINT: the same sample in every run
  std::sample(forms.begin(), forms.end(), std::back_inserter(sample), options.sample, same_every_time);
  return sample;
}

int list_instructions_forms(const InstructionsOptions &options) {
  FormGenerator generator(isa_named(options.isa), VectorEncoding::avx512);
  for (const InstructionForm &form : chosen_instructions_forms(options)) {
    const GeneratedForm made = generator.generate(form);
    std::cout << form.opcode << "\t" << printable(made.record.text.empty() ? made.record.reason : made.record.text)
              << "\t"
              << (made.record.status == FormStatus::ok ? format_text("{} latencies", made.chains.size())
                                                       : std::string(name_of(made.record.status)))
              << "\n";
  }
  return success;
}

/// The destination of the records: a file or standard output.
class Output {
public:
  /// Returns the opcodes that need not be measured again. Error: the file cannot be read or written.
  Expected<std::set<std::string>> open(const InstructionsOptions &options) {
    OSACA_TRY(file_, open_output(options.output));
    if (!options.resume && !options.retry_unstable)
      return std::set<std::string>();
    OSACA_TRY(const auto text, file_->read());
    if (!text.empty() && !text.starts_with("schema: osaca-measurements-1\n"))
      return Error{"this is not a measurement file; it was left unchanged", {options.output, 1, 0}};
    OSACA_TRY(const auto found, resumable(text, options.output, options.retry_unstable));
    kept_ = found.text;
    return std::set<std::string>(found.opcodes.begin(), found.opcodes.end());
  }

  /// Replaces the contents of the file by what is kept of an earlier run, or else by the head.
  void begin(const std::string &head) {
    begun_with_ = kept_.empty() ? head : "";
    const std::string &text = kept_.empty() ? head : kept_;
    if (file_)
      note(file_->replace(text));
    else
      write(text);
  }

  /// Written immediately: a run takes long, and a forked process must not inherit unwritten text.
  void write(const std::string &text) {
    if (file_)
      note(file_->append(text));
    else if (!(std::cout << text << std::flush))
      note(Error{"cannot be written", {"<stdout>", 0, 0}});
  }

  /// Replaces the head if this run wrote another one; the file is replaced as a whole.
  void replace_head(const std::string &head) {
    if (!file_ || begun_with_.empty() || begun_with_ == head)
      return;
    const auto text = file_->read();
    if (text && text->starts_with(begun_with_))
      note(file_->replace(head + text->substr(begun_with_.size())));
  }

  [[nodiscard]] const std::optional<Error> &problem() const { return problem_; }

private:
  void note(std::optional<Error> problem) {
    if (problem && !problem_)
      problem_ = std::move(problem);
  }

  std::optional<LockedFile> file_;
  std::string kept_;
  std::string begun_with_; ///< the head, if this run wrote it
  std::optional<Error> problem_;
};

std::string remaining_text(double seconds_so_far, std::size_t done, std::size_t all) {
  const auto minutes = static_cast<int>(seconds_so_far / static_cast<double>(std::max<std::size_t>(done, 1)) *
                                        static_cast<double>(all - done) / 60);
  return format_text("of {} forms, about {} min left", all, minutes);
}

/// Measures forms into a file: all of them once, and doubtful ones again at the end.
class FormsRun {
public:
  /// `limit_seconds`: no further form is started after this time; 0: no limit.
  FormsRun(FormMeasurer measurer, Output &output, std::vector<InstructionForm> forms, double limit_seconds)
      : measurer_(std::move(measurer)), output_(output), forms_(std::move(forms)), chosen_(forms_.size()),
        limit_seconds_(limit_seconds) {}

  [[nodiscard]] std::optional<Error> run() {
    const ProgressLine progress;
    std::size_t done = 0;
    for (std::size_t i = 0; i < forms_.size() && !is_over(); done = ++i) {
      progress.show(i, remaining_text(time_.seconds(), i, forms_.size()));
      if (auto error = measure(forms_[i], i >= chosen_))
        return error;
      if (output_.problem())
        return output_.problem();
      if (i + 1 == chosen_)
        add_second_looks();
    }
    output_.replace_head(head_text(machine_facts(), measurer_.helpers()));
    if (chosen_ > 0)
      std::fprintf(stderr, "osaca: measured %zu forms in %.1f s, %zu of them twice\n", std::min(done, chosen_),
                   time_.seconds(), done - std::min(done, chosen_));
    show_remaining(done);
    return output_.problem();
  }

private:
  [[nodiscard]] bool is_over() const { return limit_seconds_ > 0 && time_.seconds() >= limit_seconds_; }

  void show_remaining(std::size_t done) const {
    if (done < chosen_)
      complain(format_text("the time limit was reached before {} forms were measured; continue with --resume",
                           chosen_ - done));
    else if (done < forms_.size())
      complain(
          format_text("the time limit was reached before {} doubtful forms were measured again", forms_.size() - done));
  }

  [[nodiscard]] std::optional<Error> measure(const InstructionForm &form, bool is_second_look) {
    MeasuredForm record = measurer_.measure(form);
    if (measurer_.was_disturbed() && !is_second_look) {
      complain("another thread used the core until now; all forms measured so far will be measured again at the end");
      second_look_.forget_all();
      if (auto error = measurer_.calibrate())
        return error;
      record = measurer_.measure(form);
    }
    if (is_second_look)
      record = second_look_.better(records_[form.opcode], record);
    second_look_.remember(form, record);
    output_.write(form_text(record));
    records_[form.opcode] = std::move(record);
    return std::nullopt;
  }

  /// Adds forms whose figures contradict other figures or differ from those of similar forms. The later record in the
  /// file counts.
  void add_second_looks() {
    std::set<std::string> again = second_look_.wanted();
    again.insert(measurer_.doubtful().begin(), measurer_.doubtful().end());
    for (std::size_t i = 0; i < chosen_; ++i)
      if (again.contains(forms_[i].opcode))
        forms_.push_back(InstructionForm(forms_[i]));
  }

  FormMeasurer measurer_;
  Output &output_;
  std::vector<InstructionForm> forms_;
  std::size_t chosen_; ///< of `forms_`; forms after these are measured again
  SecondLook second_look_;
  std::map<std::string, MeasuredForm> records_;
  double limit_seconds_;
  Stopwatch time_;
};

/// Shuffles the forms so that some of each kind come early, in case the time limit ends the run.
void mix_kinds(std::vector<InstructionForm> &forms) {
  std::mt19937 same_every_time(1); // NOLINT: the same order in every run, so that runs can be compared
  for (std::size_t left = forms.size(); left > 1; --left)
    std::swap(forms[left - 1], forms[same_every_time() % left]);
}

int cannot_measure(const Error &problem) {
  complain(problem);
  return unusable_input;
}

int measure_forms(const InstructionsOptions &options) {
  std::vector<InstructionForm> forms = chosen_instructions_forms(options);
  if (forms.empty())
    return cannot_measure(
        Error{"no form has this name; names are LLVM opcodes such as ADD64rr, and --list shows them"});
  Output output; // locked before minutes of measuring
  const auto done = output.open(options);
  if (!done)
    return cannot_measure(done.error());
  auto measurer = FormMeasurer::create(widest_encoding(), options.repetition, known_helpers(options.assume),
                                       known_no_ops_per_cycle());
  if (!measurer)
    return cannot_measure(measurer.error());
  FormMeasurer ready = std::move(measurer).value();
  if (ready.helpers().empty())
    return cannot_measure(Error{"cannot measure on this machine; measuring requires Linux on x86-64"});
  if (!ready.warning().empty())
    complain(ready.warning());
  output.begin(head_text(machine_facts(), ready.helpers()));
  std::erase_if(forms, [&](const InstructionForm &form) { return done->contains(form.opcode); });
  if (options.limit_seconds > 0)
    mix_kinds(forms);
  FormsRun run(std::move(ready), output, std::move(forms), options.limit_seconds);
  const auto problem = run.run();
  return problem ? cannot_measure(*problem) : success;
}

constexpr const char *instructions_description =
    "Measures every instruction form that LLVM knows and this processor supports: the reciprocal throughput, and the "
    "latency from every operand to every result, including memory and flags. Writes the figures as YAML "
    "(docs/measure/files.md). Forms that cannot be measured are listed with the reason.";

constexpr const char *instructions_footer =
    "\nExamples:\n"
    "  osaca measure instructions --output cpu.yml                 all forms\n"
    "  osaca measure instructions --output cpu.yml --resume        continue an interrupted run\n"
    "  osaca measure instructions -o cpu.yml --retry-unstable      repeat unstable figures on an idle machine\n"
    "  osaca measure instructions --only 'VADDPD*rr,IMUL64*'       a few forms, in seconds\n"
    "  osaca measure instructions --isa aarch64 --emit DIR         write the code, to run it elsewhere";

void declare_instructions(OptionSet &options, InstructionsOptions &chosen) {
  options.texts = {"osaca measure instructions", instructions_description, instructions_footer};
  options.list("--only", chosen.only, "measure only forms with these LLVM opcode names; * and ? are allowed")
      .called("GLOB,...");
  options.option("--sample", chosen.sample, "measure only N forms: a random choice that is the same in every run")
      .called("N")
      .within(1, 100000, true);
  options.flag("--list", chosen.list, "list the forms and their numbers of latencies, without measuring");
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
  options.flag("--resume", chosen.resume, "continue the output file: skip the forms that it already contains");
  options.flag("--retry-unstable", chosen.retry_unstable,
               "like --resume, but also measure forms with unstable figures again; they move to the end of the file");
  options.option("--isa", chosen.isa, "the instruction set for --list and --emit")
      .one_of({"x86-64", "aarch64", "riscv64"});
  options.option("--emit", chosen.emit, "write the benchmarks as assembly files to this folder instead of running them")
      .called("DIR");
  options
      .list("--assume", chosen.assume,
            "latency of a helper that cannot be measured alone, from the vendor's manual; the opposite direction "
            "follows from it")
      .called("HELPER=CYCLES,...")
      .checked_by(check_assumption);
  options
      .option("--limit", chosen.limit_seconds,
              "start no further form after this many seconds; the forms are then measured in mixed order")
      .called("SECONDS")
      .within(1, 1000000, true);
  add_repetition(options, chosen.repetition, "a figure");
}

int run_instructions(InstructionsOptions options) {
  if ((options.resume || options.retry_unstable) && options.output.empty()) {
    complain("--resume and --retry-unstable require --output FILE, the file to continue");
    return unusable_input;
  }
  if (options.list)
    return list_instructions_forms(options);
  const Isa isa = isa_named(options.isa);
  if (!options.emit.empty()) {
    const Expected<EmittedCount> count = emit_benchmarks(isa, chosen_instructions_forms(options), options.emit);
    if (!count) {
      complain(count.error());
      return unusable_input;
    }
    std::printf("%d forms: %d files, %d not generated\n", count->forms, count->files, count->not_generated);
    return success;
  }
  if (isa != Isa::x86_64) {
    complain(
        format_text("cannot measure code for {} on this machine; use --emit DIR to write it to files", options.isa));
    return unusable_input;
  }
  return measure_forms(options);
}

} // namespace

const driver::Command instructions_command =
    driver::command<InstructionsOptions, declare_instructions, run_instructions>(
        "instructions", "throughput and latencies of all instructions of this processor");

} // namespace osaca::measure
