#include "driver/report_inputs.h"

#include "collection/ignore_comments.h"
#include "driver/command_line.h"
#include "driver/files.h"
#include "osaca/read_report.h"

namespace osaca::driver {
namespace {

bool looks_like_json(const ByteSource &file) {
  const std::string begin = file.read(0, 64);
  const std::size_t first = begin.find_first_not_of(" \t\r\n");
  return first != std::string::npos && begin[first] == '{';
}

std::vector<std::string> with_lists_read(const std::vector<std::string> &paths, std::vector<Error> &problems) {
  std::vector<std::string> all;
  for (const std::string &path : paths) {
    if (!path.starts_with('@')) {
      all.push_back(path);
      continue;
    }
    const Expected<std::string> list = read_input(path.substr(1));
    if (!list) {
      problems.push_back(list.error());
      continue;
    }
    for (std::string &line : lines_of(*list))
      if (!line.empty())
        all.push_back(std::move(line));
  }
  return all;
}

} // namespace

void ReportInputs::add(const std::vector<std::string> &paths) {
  std::vector<Error> problems;
  const std::vector<FoundFile> files = files_in(with_lists_read(paths, problems), problems);
  for (const Error &problem : problems)
    fail(problem);
  for (const FoundFile &file : files)
    add_file(file);
}

void ReportInputs::add_file(const FoundFile &found) {
  const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
  if (!file)
    return fail(file.error());
  if (found.named && looks_like_json(**file)) {
    const Expected<std::string> text = read_input(found.path);
    return text ? add_document(found.path, *text) : fail(text.error());
  }
  const EmbeddedReports embedded = embedded_reports(**file, found.path, open_file);
  if (embedded.container == EmbeddedReports::Container::neither && embedded.problems.empty() && found.named)
    return fail({"is neither an ELF object, an archive of objects nor a report in JSON", {found.path, 0, 0}});
  for (const Error &problem : embedded.problems)
    fail(problem);
  for (const EmbeddedReports::Document &document : embedded.documents)
    add_document(document.name, document.json);
}

void ReportInputs::add_document(const std::string &name, const std::string &json) {
  if (!known_.insert(json).second)
    return;
  Expected<Report> report = read_report(json, name);
  if (report)
    reports_.push_back({name, *std::move(report)});
  else
    fail(report.error());
}

void ReportInputs::fail(const Error &problem) {
  complain(problem);
  good_ = false;
}

} // namespace osaca::driver
