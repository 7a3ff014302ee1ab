// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver_client.h"

#include "failed_report.h"
#include "messages.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace osaca {

namespace {

/// The deepest layout is lib/<multiarch>/osaca/<compiler>/osaca.so, where the prefix is five levels up.
constexpr int steps_up = 6;

bool is_program(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::string folder_of(const std::string &path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string own_path() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void *>(&find_driver), &info) == 0 || info.dli_fname == nullptr)
    return {};
  char resolved[PATH_MAX];
  if (::realpath(info.dli_fname, resolved) == nullptr)
    return {};
  return resolved;
}

std::string driver_next_to_plugin() {
  std::string folder = folder_of(own_path());
  for (int step = 0; step < steps_up && !folder.empty(); ++step, folder = folder_of(folder))
    for (const char *place : {"/osaca", "/bin/osaca", "/driver/osaca"})
      if (is_program(folder + place))
        return folder + place;
  return {};
}

std::string on_path(const std::string &name) {
  const char *path = std::getenv("PATH");
  const std::string list = path != nullptr ? path : "";
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t colon = std::min(list.find(':', start), list.size());
    const std::string candidate = list.substr(start, colon - start) + "/" + name;
    if (candidate.front() == '/' && candidate.size() > name.size() + 1 && is_program(candidate))
      return candidate;
    start = colon + 1;
  }
  return {};
}

} // namespace

std::string find_driver(const std::string &told) {
  if (!told.empty())
    return told.find('/') != std::string::npos || is_program(told) ? told : on_path(told);
  const std::string beside = driver_next_to_plugin();
  return beside.empty() ? on_path("osaca") : beside;
}

namespace {

constexpr std::size_t longest_message = 4096;
constexpr int most_complaints = 5;
constexpr long embedded_limit_bytes = 64L << 20; // the driver packs reports of up to 32 MiB

std::vector<std::string> command_line(const Arguments &arguments) {
  std::vector<std::string> line = {"capture"};
  const auto option = [&line](const char *name, const std::string &value) {
    if (!value.empty())
      line.push_back(std::string(name) + "=" + value); // one word, even if the value begins with a dash
  };
  option("--arch", arguments.arch);
  option("--data", arguments.data);
  option("--mispredict", arguments.mispredict);
  option("--calls", arguments.calls);
  option("--report", arguments.report);
  option("--marked", arguments.marked);
  if (arguments.fixed)
    line.emplace_back("--fixed");
  if (arguments.embed)
    line.emplace_back("--embed");
  if (arguments.object_is_deleted)
    line.emplace_back("--object-is-deleted");
  if (arguments.strict)
    line.emplace_back("--strict");
  option("--verbosity", std::to_string(arguments.verbosity));
  option("--memory", std::to_string(arguments.memory_mib));
  option("--parent", std::to_string(::getpid()));
  line.emplace_back("-");
  return line;
}

/// Length in bytes of the UTF-8 control character at this position, or 0: C1 controls, line and paragraph separators,
/// and changes of the text direction.
std::size_t length_of_control(const std::string &text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  const auto is_between = [&byte](std::size_t i, unsigned first, unsigned last) {
    return byte(i) >= first && byte(i) <= last;
  };
  if (byte(0) < 0x20U || byte(0) == 0x7FU)
    return 1;
  if (byte(0) == 0xC2U && is_between(1, 0x80U, 0x9FU))
    return 2;
  const bool is_wide = byte(0) == 0xE2U && ((byte(1) == 0x80U && is_between(2, 0xA8U, 0xAEU)) ||
                                            (byte(1) == 0x81U && is_between(2, 0xA6U, 0xA9U)));
  return is_wide ? 3 : 0;
}

/// Replaces control characters by blanks, so that the output of another program cannot control the terminal.
std::string printable(std::string text) {
  if (text.size() > longest_message)
    text = text.substr(0, longest_message) + " ...";
  for (std::size_t i = 0; i < text.size(); ++i)
    if (const std::size_t length = length_of_control(text, i); length > 0)
      text.replace(i, length, length, ' ');
  return text;
}

std::string plain_ascii(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < 0x20U || static_cast<unsigned char>(c) >= 0x7F)
      c = '?';
  return text;
}

std::string first_line(const std::string &text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos)
    return {};
  return printable(text.substr(start, text.find('\n', start) - start)).substr(0, 300);
}

/// What the driver could not do although it answered, for example writing the report: one note per line.
void add_complaints(const ChildResult &result, std::vector<Record> &records) {
  const std::string prefix = "osaca: ";
  std::size_t start = 0;
  for (int count = 0; start < result.errors.size() && count < most_complaints; ++count) {
    const std::size_t end = std::min(result.errors.find('\n', start), result.errors.size());
    Record record;
    record.message = first_line(result.errors.substr(start, end - start));
    if (record.message.compare(0, prefix.size(), prefix) == 0)
      record.message.erase(0, prefix.size());
    if (!record.message.empty())
      records.push_back(std::move(record));
    start = end + 1;
  }
}

std::vector<std::string> fields_of(const std::string &line) {
  std::vector<std::string> fields;
  std::size_t start = 0;
  for (int i = 0; i < 3; ++i) {
    const std::size_t tab = line.find('\t', start);
    if (tab == std::string::npos)
      break;
    fields.push_back(line.substr(start, tab - start));
    start = tab + 1;
  }
  fields.push_back(line.substr(start));
  return fields;
}

/// -2 if the text is not an index.
int location_index(const std::string &text, int location_count) {
  if (text == "-1" || text == "-")
    return -1;
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
    return -2;
  const int index = std::stoi(text);
  return index < location_count ? index : -2;
}

bool parse_kind(const std::string &word, Record &record) {
  record.continues = word == "more";
  if (word == "note" || record.continues)
    record.severity = RecordSeverity::note;
  else if (word == "warning")
    record.severity = RecordSeverity::warning;
  else if (word == "error")
    record.severity = RecordSeverity::error;
  else
    return false;
  return true;
}

bool parse_record(const std::string &line, int location_count, Record &record) {
  const std::vector<std::string> fields = fields_of(line);
  if (fields.size() != 4 || !parse_kind(fields[0], record))
    return false;
  record.location = location_index(fields[1], location_count);
  record.rule = fields[2] == "-" ? std::string() : printable(fields[2]);
  record.message = printable(fields[3]);
  return record.location >= -1 && !record.message.empty();
}

std::string describe(const ChildResult &result) {
  std::string text = result.problem;
  if (text.empty() && result.exit_status > 0)
    text = "failed with exit status " + std::to_string(result.exit_status);
  const std::string said = first_line(result.errors);
  if (!said.empty())
    text += (text.empty() ? "reported: " : ": ") + said;
  return text;
}

/// Parses the report for the object: "embed 1234" on a line, then exactly that many bytes. "" if the format differs.
std::string embedded_in(const std::string &rest) {
  const std::string word = "embed ";
  const std::size_t newline = rest.find('\n');
  if (newline == std::string::npos || rest.compare(0, word.size(), word) != 0)
    return {};
  const bool has_all = rest.substr(word.size(), newline - word.size()) == std::to_string(rest.size() - newline - 1);
  return has_all ? rest.substr(newline + 1) : std::string();
}

/// `after` receives the offset of the text that follows the records.
DriverAnswer parse_records(const std::string &text, int location_count, std::size_t &after) {
  DriverAnswer answer;
  bool started = false;
  bool ended = false;
  std::size_t start = 0;
  while (start < text.size() && !ended) {
    const std::size_t newline = text.find('\n', start);
    if (newline == std::string::npos)
      break; // the line is incomplete
    const std::string line = text.substr(start, newline - start);
    start = newline + 1;
    Record record;
    if (!started && line == "osaca-diagnostics 1")
      started = true;
    else if (started && line == "end")
      ended = true;
    else if (started && parse_record(line, location_count, record))
      answer.records.push_back(std::move(record));
    else {
      answer.error = "sent an invalid record: '" + plain_ascii(line.substr(0, 60)) + "'";
      return answer;
    }
  }
  after = start;
  if (!ended)
    answer.error = started ? "sent an incomplete answer" : "sent no answer";
  return answer;
}

/// Where the size of files is limited, a report in the object may exceed the limit.
bool has_limited_files() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

} // namespace

DriverAnswer parse_records(const std::string &text, int location_count) {
  std::size_t after = 0;
  return parse_records(text, location_count, after);
}

DriverAnswer parse_records_and_report(const std::string &text, int location_count) {
  std::size_t after = 0;
  DriverAnswer answer = parse_records(text, location_count, after);
  if (answer.error.empty())
    answer.embedded = embedded_in(text.substr(after));
  return answer;
}

namespace {

DriverAnswer answer_of_driver(const capture::Capture &capture, const Arguments &arguments) {
  DriverAnswer answer;
  ChildRequest request;
  request.program = find_driver(arguments.driver);
  if (request.program.empty()) {
    answer.error = arguments.driver.empty()
                       ? "cannot find the program 'osaca' next to the plugin or in PATH; specify it with 'driver='"
                       : "cannot find the program '" + arguments.driver + "' specified by 'driver='";
    return answer;
  }
  request.arguments = command_line(arguments);
  request.input = capture::to_json(capture);
  request.timeout_seconds = arguments.timeout_seconds;
  if (arguments.embed)
    request.output_limit_bytes = embedded_limit_bytes;
  const ChildResult result = run_child(request);
  const int location_count = static_cast<int>(capture.locations.size());
  answer = arguments.embed ? parse_records_and_report(result.output, location_count)
                           : osaca::parse_records(result.output, location_count);
  if (result.problem.empty() && answer.error.empty()) {
    if (result.exit_status != 0)
      add_complaints(result, answer.records);
    else if (arguments.embed && answer.embedded.empty())
      answer.records.push_back({RecordSeverity::note, -1, "", request.program + " sent no report to embed"});
    return answer;
  }
  answer.embedded.clear();
  const std::string said = first_line(result.errors);
  const std::string prefix = "osaca: ";
  // The driver rejects the request, for example because it does not know the core, and prints the reason.
  if (result.problem.empty() && result.exit_status > 0 && said.compare(0, prefix.size(), prefix) == 0) {
    answer.error = said.substr(prefix.size());
    return answer;
  }
  const std::string what = describe(result);
  answer.error = request.program + " " + (what.empty() ? answer.error : what);
  return answer;
}

} // namespace

DriverAnswer ask_driver(const capture::Capture &capture, const Arguments &arguments) {
  if (arguments.embed && has_limited_files()) {
    Arguments without = arguments;
    without.embed = false;
    DriverAnswer answer = ask_driver(capture, without);
    answer.records.push_back({RecordSeverity::note, -1, "",
                              "no report is embedded in the object, because the size of files is limited (ulimit -f)"});
    return answer;
  }
  DriverAnswer answer = answer_of_driver(capture, arguments);
  if (arguments.embed && answer.embedded.empty()) {
    const std::string reason = !answer.error.empty()
                                   ? messages::no_analysis(answer.error)
                                   : messages::no_report(answer.records.empty() ? "" : answer.records.back().message);
    answer.embedded = record_of(failed_report(capture.unit, reason));
  }
  return answer;
}

} // namespace osaca
