#include "driver/commands/report_inputs.h"

#include "base/index.h"
#include "base/parallel.h"
#include "base/text.h"
#include "driver/command_line/messages.h"
#include "driver/files/files.h"
#include "osaca/shards.h"
#include "report/written_facts.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace osaca::driver {
namespace {

namespace fs = std::filesystem;

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

bool is_index(const std::string &path) {
  return std::string_view(path).substr(path.rfind('/') + 1).starts_with(index_name);
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
  std::vector<FoundFile> files = files_in(with_lists_read(paths, problems), problems);
  std::erase_if(files, [](const FoundFile &file) { return !file.named && is_index(file.path); });
  return files;
}

std::vector<Error> visit_entries(const FoundFile &found, const std::function<bool(std::size_t)> &wants,
                                 const TakeEntry &take) {
  if (found.quoted_root.empty())
    return visit_documents(found, {.wants = wants, .take = [&](std::size_t number, EmbeddedReports::Document document) {
                                     take(number, {{std::move(document.name)}, std::move(document.json)});
                                   }});
  const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
  if (!file)
    return {file.error()};
  const std::optional<Error> problem = visit_shard(**file, found.path, found.quoted_root, wants, take);
  return problem ? std::vector<Error>{*problem} : std::vector<Error>();
}

std::vector<Error> visit_documents(const FoundFile &found, const ReportVisitor &visitor) {
  if (!found.quoted_root.empty())
    return visit_entries(found, visitor.wants, [&](std::size_t number, ShardEntry entry) {
      visitor.take(number, {std::move(entry.objects.front()), std::move(entry.json)});
    });
  const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
  if (!file)
    return {file.error()};
  if (found.named && is_shard(**file))
    return {{"is a shard; 'osaca report --merge' reads shards", {found.path, 0, 0}}};
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

namespace {

struct HashOfContent {
  std::size_t operator()(const ContentKey &content) const noexcept { return content.hash; }
};

/// A report in a file. The same content may be in several files, such as an object and an archive that contains it. It
/// is then read once, by the thread that finds it first.
struct ReadDocument {
  std::string name;
  std::size_t number = 0;
  ContentKey content;
  std::optional<Expected<Report>> report = {}; ///< set only in the document that was read
};

struct ReadFile {
  std::vector<ReadDocument> documents;
  std::vector<Error> problems;
};

class ParallelReader {
public:
  ParallelReader(const std::vector<FoundFile> &files, const ReportInputOptions &options, const ReportIndexes &indexes)
      : files_(files), options_(options), indexes_(indexes), read_(files.size()),
        workers_(static_cast<std::size_t>(std::max(options.jobs, 1)), Worker(options)) {}

  void read() {
    for_each_index(options_.jobs, files_.size(),
                   [&](int worker, std::size_t file) { read_[file] = read_file(file, workers_[at(worker)]); });
  }

  [[nodiscard]] const std::vector<ReadFile> &files() const { return read_; }
  /// The report with this content. May be called once for each content.
  Expected<Report> take(const ContentKey &content) {
    const Place &place = places_.at(content);
    return *std::move(read_[place.file].documents[place.position].report);
  }

private:
  struct Worker {
    explicit Worker(const ReportInputOptions &options)
        : index{SummaryDecoder(options.keeps_steps ? SummaryDecoder::Steps::kept : SummaryDecoder::Steps::left_out),
                {}} {}
    IndexReader index;
    WrittenFacts facts = {}; ///< of reports that were read from their files
  };
  struct Place { ///< of a document that is or will be read
    std::size_t file = 0;
    std::size_t position = 0;
  };

  ReadFile read_file(std::size_t number, Worker &worker) {
    const FoundFile &file = files_[number];
    const ReportIndexes::Place place = indexes_.place_of(file);
    const std::optional<FileStamp> stamp = place.index == nullptr ? std::nullopt : stamp_of(file.path);
    if (!stamp)
      return read_documents(number, nullptr, worker);
    if (const std::vector<IndexedDocument> *known = place.index->documents_of(place.name, *stamp))
      if (std::optional<ReadFile> read = read_from_index(number, *known, *place.index, worker))
        return *std::move(read);
    ReadFile read = read_documents(number, place.index, worker);
    if (read.problems.empty()) {
      std::vector<IndexedDocument> documents;
      for (const ReadDocument &document : read.documents)
        documents.push_back({document.name.substr(file.path.size()), document.number, document.content});
      place.index->add(place.name, *stamp, std::move(documents));
    }
    return read;
  }

  /// Empty: the index is damaged.
  std::optional<ReadFile> read_from_index(std::size_t file, const std::vector<IndexedDocument> &documents,
                                          const ReportIndex &index, Worker &worker) {
    ReadFile out;
    for (const IndexedDocument &known : documents) {
      ReadDocument &document =
          out.documents.emplace_back(ReadDocument{files_[file].path + known.suffix, known.number, known.content});
      if (!claim(document.content, {file, out.documents.size() - 1}))
        continue;
      std::optional<Report> report = index.report(document.content, worker.index);
      if (!report) {
        unclaim(document.content);
        unclaim(out);
        return std::nullopt;
      }
      document.report = *std::move(report);
    }
    return out;
  }

  ReadFile read_documents(std::size_t file, ReportIndex *index, Worker &worker) {
    ReadFile out;
    const auto take = [&](std::size_t number, const EmbeddedReports::Document &read) {
      ReadDocument &document = out.documents.emplace_back(ReadDocument{read.name, number, content_key_of(read.json)});
      if (claim(document.content, {file, out.documents.size() - 1}))
        document.report = report_of(read, document.content, index, worker.facts);
    };
    out.problems = visit_documents(files_[file], {.take = take});
    return out;
  }

  Expected<Report> report_of(const EmbeddedReports::Document &document, const ContentKey &content, ReportIndex *index,
                             WrittenFacts &facts) {
    Expected<Report> report = read_report(document.json, document.name, options_.detail);
    if (index != nullptr && report)
      index->add(content, *report);
    return report ? slimmed(*std::move(report), facts) : std::move(report);
  }

  /// Whether the calling thread has to read the report with this content.
  bool claim(const ContentKey &content, const Place &place) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return places_.try_emplace(content, place).second;
  }
  void unclaim(const ContentKey &content) {
    const std::lock_guard<std::mutex> lock(mutex_);
    places_.erase(content);
  }
  void unclaim(const ReadFile &file) {
    for (const ReadDocument &document : file.documents)
      if (document.report)
        unclaim(document.content);
  }

  Report slimmed(Report report, WrittenFacts &facts) const {
    const auto slim = [&](Findings &findings) {
      for (Shared<Finding> &shared : findings) {
        Finding &finding = shared.edit();
        if (!options_.keeps_steps)
          finding.steps = {};
        facts.share(finding.facts);
      }
    };
    for (KernelReport &kernel : report.kernels) {
      slim(kernel.findings);
      slim(kernel.findings_if_hot);
    }
    for (AnnotationReport &annotation : report.annotated)
      slim(annotation.findings);
    return report;
  }

  const std::vector<FoundFile> &files_;
  const ReportInputOptions &options_;
  const ReportIndexes &indexes_;
  std::vector<ReadFile> read_; ///< parallel to files_
  std::vector<Worker> workers_;
  std::mutex mutex_;
  std::unordered_map<ContentKey, Place, HashOfContent> places_;
};

using ChosenDocuments = std::unordered_map<ContentKey, const ReadDocument *, HashOfContent>;

/// The order of the files does not matter, so that merged shards have the names of the whole build.
ChosenDocuments first_by_name(const std::vector<ReadFile> &files) {
  ChosenDocuments first;
  first.reserve(files.size());
  for (const ReadFile &file : files)
    for (const ReadDocument &document : file.documents) {
      const ReadDocument *&chosen = first[document.content];
      if (chosen == nullptr || document.name < chosen->name)
        chosen = &document;
    }
  return first;
}

} // namespace

void ReportIndexes::open(const std::vector<std::string> &paths) {
  for (const std::string &path : paths)
    if (std::error_code failed; fs::is_directory(path, failed))
      folders_.push_back({(fs::path(path) / "").string(), std::make_unique<ReportIndex>(path)});
}

ReportIndexes::Place ReportIndexes::place_of(const FoundFile &file) const {
  if (!file.named)
    for (const Folder &folder : folders_)
      if (file.path.starts_with(folder.prefix))
        return {folder.index.get(), file.path.substr(folder.prefix.size())};
  return {};
}

void ReportIndexes::write() {
  for (const Folder &folder : folders_)
    static_cast<void>(folder.index->write());
}

void ReportIndexes::remove() {
  for (const Folder &folder : folders_)
    folder.index->remove();
}

void ReportInputs::add(const std::vector<std::string> &paths) {
  std::vector<Error> problems;
  const std::vector<FoundFile> files = report_files_in(paths, problems);
  for (const Error &problem : problems)
    fail(problem);
  if (options_.uses_index)
    indexes_.open(paths);
  add_files(files);
  indexes_.write();
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
  ParallelReader reader(files, options_, indexes_);
  reader.read();
  for (const ReadFile &file : reader.files())
    for (const Error &problem : file.problems)
      fail(problem);
  files_.insert(files_.end(), files.begin(), files.end());
  const ChosenDocuments chosen = first_by_name(reader.files());
  std::unordered_set<ContentKey, HashOfContent> known;
  for (const ReportPlace &place : places_)
    known.insert(place.content);
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const ReadDocument &document : reader.files()[i].documents) {
      if (chosen.at(document.content) != &document || !known.insert(document.content).second)
        continue;
      Expected<Report> report = reader.take(document.content);
      if (report) {
        if (report->kernels.empty() && report->annotated.empty())
          failures_.insert(failures_.end(), report->problems.begin(), report->problems.end());
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
