#include "driver/commands/report_inputs.h"

#include "base/parallel.h"
#include "base/text.h"
#include "driver/command_line/messages.h"
#include "driver/files/files.h"
#include "osaca/shards.h"

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>

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

std::vector<Error> visit_documents(const FoundFile &found, const ReportVisitor &visitor) {
  const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
  if (!file)
    return {file.error()};
  if (found.named && is_shard(**file) && found.quoted_root.empty())
    return {{"is a shard; 'osaca report --merge' reads shards", {found.path, 0, 0}}};
  if (!found.quoted_root.empty()) {
    const std::optional<Error> problem =
        visit_shard(**file, found.path, found.quoted_root, visitor.wants, [&](std::size_t number, ShardEntry entry) {
          visitor.take(number, {std::move(entry.objects.front()), std::move(entry.json)});
        });
    return problem ? std::vector<Error>{*problem} : std::vector<Error>();
  }
  if (found.named && looks_like_json(**file)) {
    Expected<std::string> text = read_input(found.path);
    if (!text)
      return {text.error()};
    visitor.take(0, {found.path, *std::move(text)});
    return {};
  }
  EmbeddedReports embedded = visit_embedded_reports(**file, found.path, open_file, visitor);
  if (embedded.container == EmbeddedReports::Container::neither && embedded.problems.empty() && found.named)
    return {{"is neither an ELF object, an archive of objects nor a report in JSON (only ELF objects contain reports; "
             "'osaca analyze' reads the code of other formats)",
             {found.path, 0, 0}}};
  return std::move(embedded.problems);
}

FoundDocuments documents_in(const FoundFile &found) {
  FoundDocuments out;
  out.problems = visit_documents(found, {.take = [&](std::size_t /*number*/, EmbeddedReports::Document document) {
                                   out.documents.push_back({std::move(document.name), std::move(document.json)});
                                 }});
  return out;
}

ContentKey content_key_of(const std::string &json) { return {std::hash<std::string>()(json), json.size()}; }

namespace {

/// A report in a file. The same content may be in several files, such as an object and an archive that contains it. It
/// is then read once, by the thread that finds it first.
struct ReadDocument {
  std::string name;
  std::size_t number = 0;
  ContentKey content;
};

struct ReadFile {
  std::vector<ReadDocument> documents;
  std::vector<Error> problems;
};

class ParallelReader {
public:
  ParallelReader(const std::vector<FoundFile> &files, ReportDetail detail) : files_(files), detail_(detail) {}

  std::vector<ReadFile> read(int jobs) {
    std::vector<ReadFile> out(files_.size());
    for_each_index(jobs, files_.size(), [&](int /*worker*/, std::size_t index) { out[index] = read_file(index); });
    return out;
  }

  /// The report with this content. May be called once for each content.
  Expected<Report> take(const ContentKey &content) { return std::move(reports_.at(content)); }

private:
  ReadFile read_file(std::size_t index) {
    ReadFile out;
    out.problems = visit_documents(files_[index], {.take = [&](std::size_t number, EmbeddedReports::Document document) {
                                     out.documents.push_back({document.name, number, content_key_of(document.json)});
                                     read_document(document, out.documents.back().content);
                                   }});
    return out;
  }

  void read_document(const EmbeddedReports::Document &document, const ContentKey &content) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!known_.insert(content).second)
        return;
    }
    Expected<Report> report = read_report(document.json, document.name, detail_);
    const std::lock_guard<std::mutex> lock(mutex_);
    reports_.emplace(content, std::move(report));
  }

  const std::vector<FoundFile> &files_;
  ReportDetail detail_;
  std::mutex mutex_;
  std::set<ContentKey> known_;
  std::map<ContentKey, Expected<Report>> reports_;
};

/// The order of the files does not matter, so that merged shards have the names of the whole build.
std::map<ContentKey, const ReadDocument *> first_by_name(const std::vector<ReadFile> &files) {
  std::map<ContentKey, const ReadDocument *> first;
  for (const ReadFile &file : files)
    for (const ReadDocument &document : file.documents) {
      const ReadDocument *&chosen = first[document.content];
      if (chosen == nullptr || document.name < chosen->name)
        chosen = &document;
    }
  return first;
}

} // namespace

void ReportInputs::add(const std::vector<std::string> &paths) {
  std::vector<Error> problems;
  const std::vector<FoundFile> files = report_files_in(paths, problems);
  for (const Error &problem : problems)
    fail(problem);
  add_files(files);
  if (!empty())
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
  ParallelReader reader(files, detail_);
  const std::vector<ReadFile> read = reader.read(jobs_);
  for (const ReadFile &file : read)
    for (const Error &problem : file.problems)
      fail(problem);
  files_.insert(files_.end(), files.begin(), files.end());
  const std::map<ContentKey, const ReadDocument *> chosen = first_by_name(read);
  std::set<ContentKey> known;
  for (const ReportPlace &place : places_)
    known.insert(place.content);
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const ReadDocument &document : read[i].documents) {
      if (chosen.at(document.content) != &document || !known.insert(document.content).second)
        continue;
      Expected<Report> report = reader.take(document.content);
      if (report) {
        reports_.push_back({document.name, *std::move(report)});
        places_.push_back({files[i], document.number, document.content});
      } else {
        Error problem = report.error();
        problem.where.file = document.name; // another file with the same content may have been read first
        fail(problem);
      }
    }
}

void ReportInputs::fail(const Error &problem) {
  complain(problem);
  good_ = false;
}

} // namespace osaca::driver
