#include "driver/commands/report_inputs.h"

#include "base/fingerprint.h"
#include "base/text.h"
#include "driver/command_line/messages.h"
#include "driver/commands/analyze_options.h"
#include "driver/files/files.h"

namespace osaca::driver {
namespace {

bool looks_like_json(const ByteSource &file) {
  const std::string begin = file.read(0, 64);
  const std::size_t first = begin.find_first_not_of(" \t\r\n");
  return first != std::string::npos && begin[first] == '{';
}

/// Decides by the name and the first words, because a build folder contains many JSON files.
bool is_report_in_json(const std::string &path) {
  if (!path.ends_with(".json"))
    return false;
  const Expected<std::unique_ptr<ByteSource>> file = open_file(path);
  return file && looks_like_json(**file) && (*file)->read(0, 64).find("\"osaca-report-") != std::string::npos;
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

std::vector<FoundFile> report_files_in(const std::vector<std::string> &paths, std::vector<Error> &problems) {
  return files_in(with_lists_read(paths, problems), problems);
}

FoundDocuments documents_in(const FoundFile &found) {
  FoundDocuments out;
  const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
  if (!file) {
    out.problems.push_back(file.error());
  } else if (found.named && looks_like_json(**file)) {
    if (Expected<std::string> text = read_input(found.path))
      out.documents.push_back({found.path, std::move(text).value()});
    else
      out.problems.push_back(text.error());
  } else {
    EmbeddedReports embedded = embedded_reports(**file, found.path, open_file);
    out.problems = std::move(embedded.problems);
    if (embedded.container == EmbeddedReports::Container::neither && out.problems.empty() && found.named)
      out.problems.push_back({"is neither an ELF object, an archive of objects nor a report in JSON (only ELF objects "
                              "contain reports; 'osaca analyze' reads the code of other formats)",
                              {found.path, 0, 0}});
    for (EmbeddedReports::Document &document : embedded.documents)
      out.documents.push_back({std::move(document.name), std::move(document.json)});
  }
  return out;
}

void ReportInputs::add(const std::vector<std::string> &paths) {
  std::vector<Error> problems;
  const std::vector<FoundFile> files = report_files_in(paths, problems);
  for (const Error &problem : problems)
    fail(problem);
  add_files(files);
  if (!reports_.empty())
    return;
  // A folder of reports, as written by report=FOLDER/. If there are objects as well, the reports may be older and are
  // ignored.
  std::vector<FoundFile> reports;
  for (const FoundFile &file : files)
    if (!file.named && is_report_in_json(file.path))
      reports.push_back({file.path, true});
  add_files(reports);
}

void ReportInputs::add_files(const std::vector<FoundFile> &files) {
  for (const FoundFile &file : files) {
    FoundDocuments found = documents_in(file);
    for (const Error &problem : found.problems)
      fail(problem);
    for (NamedJson &document : found.documents)
      add_document(std::move(document));
  }
  read_documents();
}

void ReportInputs::read_documents() {
  std::vector<Expected<Report>> read = read_reports(documents_, default_jobs());
  for (std::size_t i = 0; i < read.size(); ++i)
    if (read[i])
      reports_.push_back({documents_[i].name, std::move(read[i]).value()});
    else
      fail(read[i].error());
  documents_.clear();
  documents_bytes_ = 0;
}

void ReportInputs::add_document(NamedJson document) {
  constexpr std::size_t most_bytes_at_hand = 256U << 20U; // packed reports may expand a thousandfold
  if (!known_.insert(fingerprint_of(document.json)).second)
    return;
  documents_bytes_ += document.json.size();
  documents_.push_back(std::move(document));
  if (documents_bytes_ > most_bytes_at_hand)
    read_documents();
}

void ReportInputs::fail(const Error &problem) {
  complain(problem);
  good_ = false;
}

} // namespace osaca::driver
