#include "driver/commands/report_inputs.h"

#include "base/fingerprint.h"
#include "base/text_lines.h"
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
    find_documents(file);
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

void ReportInputs::find_documents(const FoundFile &found) {
  const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
  if (!file)
    return fail(file.error());
  if (found.named && looks_like_json(**file)) {
    Expected<std::string> text = read_input(found.path);
    return text ? add_document(found.path, std::move(text).value()) : fail(text.error());
  }
  EmbeddedReports embedded = embedded_reports(**file, found.path, open_file);
  if (embedded.container == EmbeddedReports::Container::neither && embedded.problems.empty() && found.named)
    return fail({"is neither an ELF object, an archive of objects nor a report in JSON (reports are in ELF objects only; 'osaca analyze' reads "
                 "the code of others)", {found.path, 0, 0}});
  for (const Error &problem : embedded.problems)
    fail(problem);
  for (EmbeddedReports::Document &document : embedded.documents)
    add_document(std::move(document.name), std::move(document.json));
}

void ReportInputs::add_document(std::string name, std::string json) {
  constexpr std::size_t most_bytes_at_hand = 256U << 20U; // packed reports may become a thousand times larger
  if (!known_.insert(fingerprint_of(json)).second)
    return;
  documents_bytes_ += json.size();
  documents_.push_back({std::move(name), std::move(json)});
  if (documents_bytes_ > most_bytes_at_hand)
    read_documents();
}

void ReportInputs::fail(const Error &problem) {
  complain(problem);
  good_ = false;
}

} // namespace osaca::driver
