#include "driver/commands/report_build.h"

#include "base/fingerprint.h"
#include "driver/commands/analyze_options.h"
#include "driver/commands/report_inputs.h"
#include "osaca/read_report.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace osaca::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_json_bytes_at_hand = std::size_t{16}
                                                << 20U; // a parsed document needs many times as much memory

} // namespace

LiveReports::Stamps LiveReports::stamps(std::vector<FoundFile> &files, std::vector<Error> &problems) const {
  files = report_files_in(paths_, problems);
  Stamps out;
  for (const FoundFile &file : files) {
    std::error_code failed;
    const Stamp stamp{fs::last_write_time(file.path, failed), fs::file_size(file.path, failed)};
    out.emplace(file.path, stamp);
  }
  return out;
}

lsp::BuildSource::State LiveReports::state() {
  std::vector<FoundFile> files;
  std::vector<Error> problems;
  Stamps now = stamps(files, problems);
  const bool is_at_rest = now == looked_at_;
  looked_at_ = std::move(now);
  using State = lsp::BuildSource::State;
  return looked_at_ == read_ ? State::as_read : is_at_rest ? State::has_news : State::at_work;
}

void LiveReports::read(const std::function<void(std::size_t, std::size_t)> &progress) {
  std::vector<FoundFile> files;
  problems_of_folders_.clear();
  Stamps now = stamps(files, problems_of_folders_);
  forget(now);
  std::erase_if(files, [this](const FoundFile &file) { return read_.contains(file.path); });
  read_ = std::move(now);
  looked_at_ = read_;
  read_files(files, progress);
  put_in_order();
}

/// Forgets files that were removed or rewritten. Another file with the same report may now be the only one that
/// contains it.
void LiveReports::forget(const Stamps &now) {
  std::set<std::string> gone;
  for (const auto &[path, stamp] : read_)
    if (const auto found = now.find(path); found == now.end() || !(found->second == stamp))
      gone.insert(path);
  if (!gone.empty())
    gone.insert(with_repeated_reports_.begin(), with_repeated_reports_.end());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < stored_.size(); ++i) {
    if (gone.contains(stored_[i].path))
      continue;
    if (kept != i) {
      reports_[kept] = std::move(reports_[i]);
      stored_[kept] = std::move(stored_[i]);
    }
    ++kept;
  }
  reports_.erase(reports_.begin() + static_cast<std::ptrdiff_t>(kept), reports_.end());
  stored_.erase(stored_.begin() + static_cast<std::ptrdiff_t>(kept), stored_.end());
  for (const std::string &path : gone) {
    read_.erase(path);
    problems_.erase(path);
  }
  std::erase_if(with_repeated_reports_, [&](const std::string &path) { return gone.contains(path); });
}

void LiveReports::read_files(const std::vector<FoundFile> &files,
                             const std::function<void(std::size_t, std::size_t)> &progress) {
  std::set<Fingerprint> known;
  for (const StoredReport &stored : stored_)
    known.insert(stored.fingerprint);
  std::vector<NamedJson> documents;
  std::vector<StoredReport> from;
  std::size_t bytes = 0;
  const auto parse = [&] {
    std::vector<Expected<Report>> read = osaca::read_reports(documents, default_jobs());
    for (std::size_t i = 0; i < read.size(); ++i)
      if (read[i]) {
        reports_.push_back({std::move(documents[i].name), keep_(std::move(read[i]).value())});
        stored_.push_back(std::move(from[i]));
      } else {
        problems_[from[i].path].push_back(read[i].error());
      }
    documents.clear();
    from.clear();
    bytes = 0;
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    FoundDocuments found = documents_in(files[i]);
    if (!found.problems.empty())
      problems_[files[i].path] = std::move(found.problems);
    for (NamedJson &document : found.documents) {
      const Fingerprint fingerprint = fingerprint_of(document.json);
      if (!known.insert(fingerprint).second) {
        with_repeated_reports_.push_back(files[i].path);
        continue;
      }
      bytes += document.json.size();
      documents.push_back(std::move(document));
      from.push_back({files[i].path, fingerprint});
    }
    if (bytes > most_json_bytes_at_hand)
      parse();
    progress(i + 1, files.size());
  }
  parse();
}

/// Restores the order of reading all files at once, because the collection must depend only on the files.
void LiveReports::put_in_order() {
  std::vector<std::size_t> order(stored_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [this](std::size_t i) -> const std::string & { return stored_[i].path; });
  std::vector<NamedReport> reports;
  std::vector<StoredReport> stored;
  written_.clear();
  for (const std::size_t i : order) {
    written_[reports_[i].object] = read_.at(stored_[i].path).time;
    reports.push_back(std::move(reports_[i]));
    stored.push_back(std::move(stored_[i]));
  }
  reports_ = std::move(reports);
  stored_ = std::move(stored);
}

std::vector<Error> LiveReports::problems() const {
  std::vector<Error> out = problems_of_folders_;
  for (const auto &[path, problems] : problems_)
    out.insert(out.end(), problems.begin(), problems.end());
  return out;
}

} // namespace osaca::driver
