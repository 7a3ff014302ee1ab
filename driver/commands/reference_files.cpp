#include "driver/commands/reference_files.h"

#include "base/format.h"
#include "base/text.h"
#include "driver/command_line/messages.h"
#include "driver/files/files.h"
#include "driver/programs/processes.h"
#include "osaca/baseline.h"
#include "osaca/program_samples.h"
#include "render/words/words.h"

#include <chrono>
#include <filesystem>

namespace osaca::driver {

bool is_baseline(const std::string &json) {
  // The field is the first one in documents that osaca writes.
  return json.substr(0, 200).find("\"osaca-baseline-") != std::string::npos;
}

Expected<Baseline> read_baseline_file(const std::string &path, int jobs) {
  const Expected<std::string> text = read_input(path);
  return text ? read_baseline(*text, path, jobs) : Expected<Baseline>(text.error());
}

Expected<Baseline> read_baseline_file(const std::string &path, const std::string &root, int jobs) {
  Expected<Baseline> read = read_baseline_file(path, jobs);
  if (!read || !read.value().name.starts_with(root + "/"))
    return read;
  Baseline baseline = *std::move(read);
  baseline.name.erase(0, root.size() + 1);
  return baseline;
}

namespace {

/// The nearest folder above `root` in which there is a file of this name; empty: there is none.
std::string folder_above_with(const std::string &file, const std::string &root) {
  if (file.empty() || is_absolute_path(file) || !can_name_a_file(file))
    return "";
  for (std::filesystem::path folder(root); folder.has_relative_path(); folder = folder.parent_path()) {
    std::error_code failed;
    if (std::filesystem::exists(folder / file, failed))
      return folder.string();
  }
  return "";
}

} // namespace

bool compared_all(const Comparison &comparison, const std::string &root) {
  if (comparison.no_common_core) {
    complain(message_of(*comparison.no_common_core));
    return false;
  }
  const FileDifferences &files = comparison.files;
  const auto found_root = [&](const RenamedFile &file) { return folder_above_with(file.before, root); };
  if (!files.unmatched.empty()) {
    complain(text_of_unmatched(comparison, root, found_root(files.unmatched.front())));
    return false;
  }
  if (files.other_root)
    complain("note: " + text_of_other_root(comparison, root, found_root(*files.other_root)));
  return true;
}

bool may_set_tolerance(const std::string &tolerance, const std::string &baseline) {
  if (!tolerance.empty() && baseline.empty())
    complain("--tolerance requires --baseline FILE, or a baseline in .osaca.yml");
  return tolerance.empty() || !baseline.empty();
}

std::optional<double> tolerance_percent_of(const std::string &text) {
  if (const std::optional<double> value = parse_percentage(text))
    return value;
  complain(format_text("--tolerance: {} is not a percentage from 0 to 1000 such as 5% or 2.5", in_quotes(text)));
  return std::nullopt;
}

namespace {

constexpr std::string_view magic_of_perf_data = "PERFILE2";

Expected<std::string> printed_by_perf(const std::string &file) {
  ProgramRequest request;
  request.path = "/usr/bin/env";
  request.arguments = {
      "perf", "script", "-f", "--no-demangle", "-i", file, "-G", "-F", "event,period,ip,sym,symoff,dso"};
  request.timeout = std::chrono::minutes(10);
  request.output_limit_bytes = std::size_t{2} << 30U;
  ProgramResult result = run_program(request);
  if (result.succeeded())
    return std::move(result.output);
  constexpr int not_found = 127; // the exit status of env
  if (result.exit_status == not_found)
    return Error{"reading this file requires perf, which is not installed (Debian: linux-perf); pass the output of "
                 "'perf script' instead",
                 {file, 0, 0}};
  const std::string last = result.output.substr(0, result.output.find('\n'));
  return Error{"'perf script' " + (result.problem.empty() ? "failed: " + last : result.problem), {file, 0, 0}};
}

} // namespace

void add_profile_options(OptionSet &options, ProfileOptions &chosen) {
  options
      .option("--profile", chosen.file,
              "order loops by sampled time: a file of 'perf record' (perf.data) or the output of 'perf script'; the "
              "sampled programs must still be at the same paths")
      .called("FILE")
      .checked_by(names_a_file);
  options
      .flag("--same-run", chosen.same_run,
            "the compiler's profile (-fprofile-use) is from the sampled run; show measured cycles per iteration "
            "next to the predicted ones")
      .needs("--profile FILE");
  options
      .option("--clock", chosen.clock_ghz,
              "with --same-run: clock frequency of the core during sampling, in GHz; converts events that count time "
              "(cpu-clock) to cycles")
      .called("GHZ")
      .within(0.01, 20)
      .needs("--same-run"); // which needs the profile; without it, no cycles are shown
}

Expected<SampledPrograms> read_profile(const ProfileOptions &options) {
  Expected<std::string> text = read_input(options.file);
  if (text && text->starts_with(magic_of_perf_data))
    text = printed_by_perf(options.file);
  if (!text)
    return text.error();
  SampleOptions how;
  how.same_run_as_profile = options.same_run;
  if (options.clock_ghz > 0)
    how.clock_ghz = options.clock_ghz;
  return sampled_programs(
      read_perf_script(*text), display_name(options.file),
      [](const std::string &program) { return read_input(program); }, how);
}

} // namespace osaca::driver
