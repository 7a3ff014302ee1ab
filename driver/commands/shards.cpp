#include "driver/commands/shards.h"

#include "base/format.h"
#include "base/index.h"
#include "base/parallel.h"
#include "base/source_location.h"
#include "driver/command_line/messages.h"
#include "driver/files/output.h"
#include "osaca/shards.h"
#include "render/json/json_writer.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace osaca::driver {

namespace {

template <class Value> std::string shard_json(const Value &value) {
  JsonWriter writer(JsonWriter::Layout::compact);
  writer.value(value);
  return writer.take();
}

/// A report of a file, with all objects of the file that are known to contain it.
struct ListedReport {
  std::vector<std::string> objects;
  ContentKey content;
  std::size_t number = 0;
};

Expected<std::vector<ListedReport>> listed_reports(const FoundFile &file) {
  std::vector<ListedReport> out;
  const std::vector<Error> problems = visit_entries(file, nullptr, [&](std::size_t number, ShardEntry entry) {
    out.push_back({std::move(entry.objects), content_key_of(entry.json), number});
  });
  if (!problems.empty())
    return problems.front();
  return out;
}

// Merging: an object that is in several shards must have the same reports in each.

struct ObjectInShard {
  std::string shard;
  std::set<ContentKey> reports;
};

std::optional<Error> conflict(const FoundFile &shard, const std::vector<ListedReport> &reports,
                              std::map<std::string, ObjectInShard> &known) {
  std::map<std::string, std::set<ContentKey>> objects;
  for (const ListedReport &report : reports)
    for (const std::string &object : report.objects)
      objects[object].insert(report.content);
  for (auto &[object, contents] : objects) {
    const auto [found, is_new] = known.try_emplace(object, ObjectInShard{shard.path, contents});
    if (!is_new && found->second.reports != contents)
      return Error{
          format_text("the object {} has another report than in {}: the shards are of different builds, or two "
                      "builds use the same name (give each a build folder of its own)",
                      in_quotes(object), found->second.shard),
          {shard.path, 0, 0}};
  }
  return std::nullopt;
}

Expected<bool> file_is_shard(const FoundFile &found) {
  const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
  if (!file)
    return file.error();
  if (is_shard(**file))
    return true;
  if (found.named)
    return Error{
        "is not a shard; 'osaca report --shard FILE' writes one (a report in another form has lost what merging "
        "needs)",
        {found.path, 0, 0}};
  return false;
}

} // namespace

namespace {

/// A folder may hold other files as well, but one without any shard is a mistake.
std::optional<Error> folder_without_shard(const std::vector<std::string> &paths, const std::vector<FoundFile> &shards) {
  for (const std::string &path : paths) {
    std::error_code failed;
    const std::string folder = path.ends_with('/') ? path : path + "/";
    if (std::filesystem::is_directory(path, failed) &&
        std::ranges::none_of(shards, [&](const FoundFile &shard) { return shard.path.starts_with(folder); }))
      return Error{"contains no shard; 'osaca report --shard FILE' writes one", {path, 0, 0}};
  }
  return std::nullopt;
}

} // namespace

Expected<std::vector<FoundFile>> shards_in(const std::vector<std::string> &paths, const std::string &root) {
  std::vector<Error> problems;
  std::vector<FoundFile> shards;
  std::map<std::string, ObjectInShard> known;
  for (FoundFile &file : report_files_in(paths, problems)) {
    const Expected<bool> is_wanted = file_is_shard(file);
    if (!is_wanted)
      return is_wanted.error();
    if (!*is_wanted)
      continue;
    file.quoted_root = shard_json(root);
    const Expected<std::vector<ListedReport>> reports = listed_reports(file);
    if (!reports)
      return reports.error();
    if (const std::optional<Error> problem = conflict(file, *reports, known))
      return *problem;
    shards.push_back(std::move(file));
  }
  if (!problems.empty())
    return problems.front();
  if (shards.empty())
    return Error{"no shard was found; 'osaca report --shard FILE' writes one"};
  if (const std::optional<Error> problem = folder_without_shard(paths, shards))
    return *problem;
  return shards;
}

// Writing: the order depends only on the names of objects and on the reports.

namespace {

/// A report that will be written, and where it is read.
struct PlannedEntry {
  std::set<std::string> objects;
  std::string read_from; ///< the object whose file is read
  std::size_t file = 0;
  std::size_t number = 0;
};

class ShardPlan {
public:
  explicit ShardPlan(const std::vector<FoundFile> &files) : files_(files) {}

  [[nodiscard]] bool make(int jobs) {
    std::vector<Expected<std::vector<ListedReport>>> all(files_.size(), std::vector<ListedReport>());
    for_each_index(jobs, files_.size(),
                   [&](int /*worker*/, std::size_t file) { all[file] = listed_reports(files_[file]); });
    std::map<ContentKey, PlannedEntry> by_content;
    for (std::size_t file = 0; file < files_.size(); ++file) {
      if (!all[file]) {
        complain(all[file].error());
        return false;
      }
      for (const ListedReport &report : *all[file])
        add(report, file, by_content[report.content]);
    }
    for (auto &[content, entry] : by_content)
      entries_.push_back(std::move(entry));
    // Two reports of one object and its archive's member of the same name are ordered by their text.
    std::ranges::stable_sort(entries_, {}, [](const PlannedEntry &entry) { return *entry.objects.begin(); });
    return true;
  }

  /// Reads neighbours that are in the same file together.
  [[nodiscard]] bool read(std::string &out, const std::string &quoted_root) const {
    for (std::size_t begin = 0; begin < entries_.size();) {
      std::size_t end = begin + 1;
      while (end < entries_.size() && entries_[end].file == entries_[begin].file)
        ++end;
      if (!read_run(begin, end, out, quoted_root))
        return false;
      begin = end;
    }
    out += shard_end(entries_.size());
    return true;
  }

private:
  static void add(const ListedReport &report, std::size_t file, PlannedEntry &entry) {
    if (entry.objects.empty() || report.objects.front() < entry.read_from) {
      entry.read_from = report.objects.front();
      entry.file = file;
      entry.number = report.number;
    }
    entry.objects.insert(report.objects.begin(), report.objects.end());
  }

  bool read_run(std::size_t begin, std::size_t end, std::string &out, const std::string &quoted_root) const {
    std::map<std::size_t, std::string> texts;
    for (std::size_t i = begin; i < end; ++i)
      texts[entries_[i].number];
    const FoundFile &file = files_[entries_[begin].file];
    std::size_t found = 0;
    static_cast<void>(visit_entries(
        file, [&](std::size_t number) { return texts.contains(number); },
        [&](std::size_t number, ShardEntry entry) {
          texts[number] = std::move(entry.json);
          ++found;
        }));
    if (found != texts.size()) {
      complain(Error{"was changed while the shard was being written: run 'osaca report' again", {file.path, 0, 0}});
      return false;
    }
    for (std::size_t i = begin; i < end; ++i)
      out += shard_entry(shard_json(entries_[i].objects), std::move(texts[entries_[i].number]), quoted_root);
    return true;
  }

  const std::vector<FoundFile> &files_;
  std::vector<PlannedEntry> entries_;
};

} // namespace

bool write_shard(const std::string &file, const std::vector<FoundFile> &inputs, const std::string &root, int jobs) {
  ShardPlan plan(inputs);
  std::string text = shard_begin();
  return plan.make(jobs) && plan.read(text, shard_json(root)) && bytes_written(file, text);
}

} // namespace osaca::driver
