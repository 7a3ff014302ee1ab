#include "osaca/shards.h"

#include "base/format.h"
#include "pipeline/read/json_document.h"

#include <algorithm>

namespace osaca {

namespace {

constexpr std::string_view shard_schema = "osaca-shard-1";
constexpr std::string_view any_shard = "\"osaca-shard-";
constexpr std::string_view root_name = "%SRCROOT%";
constexpr std::size_t most_line_bytes = std::size_t{256} << 20U;
constexpr std::size_t bytes_of_first_line = 64;

/// Reads a file line by line.
class LineReader {
public:
  explicit LineReader(const ByteSource &file) : file_(file) {}

  /// Empty: the file ends before the end of the line, or the line is too long.
  std::optional<std::string> next() {
    std::size_t searched = 0;
    while (true) {
      const std::size_t end = buffer_.find('\n', start_ + searched);
      if (end != std::string::npos) {
        std::string line = buffer_.substr(start_, end - start_);
        start_ = end + 1;
        return line;
      }
      searched = buffer_.size() - start_;
      if (searched > most_line_bytes || !read_more())
        return std::nullopt;
    }
  }

  [[nodiscard]] bool is_at_end() { return start_ == buffer_.size() && !read_more(); }

private:
  bool read_more() {
    constexpr std::uint64_t chunk_bytes = 1U << 20U;
    buffer_.erase(0, start_);
    start_ = 0;
    const std::string more = file_.read(offset_, chunk_bytes);
    offset_ += more.size();
    buffer_ += more;
    return !more.empty();
  }

  const ByteSource &file_;
  std::uint64_t offset_ = 0;
  std::string buffer_;
  std::size_t start_ = 0;
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t found = text.find(from); found != std::string::npos; found = text.find(from, at)) {
    out.append(text, at, found - at).append(to);
    at = found + from.size();
  }
  return at == 0 ? std::move(text) : out.append(text, at);
}

/// How names below a root begin in JSON: "\"/home/me/project/".
std::string begin_of_names(std::string_view quoted_root) {
  std::string begin(quoted_root.substr(0, quoted_root.size() - std::min<std::size_t>(quoted_root.size(), 1)));
  return begin.ends_with('/') ? begin : begin + "/";
}

std::string begin_of_root_names() { return format_text("\"{}/", root_name); }

class ShardReader {
public:
  explicit ShardReader(const ByteSource &file) : lines_(file) {}

  void read(std::string_view quoted_root, const std::function<bool(std::size_t)> &wants,
            const std::function<void(std::size_t, ShardEntry)> &take) {
    read_first_line();
    const std::string root = begin_of_names(quoted_root);
    for (std::size_t number = 0;; ++number) {
      ShardEntry entry = next_entry(number);
      if (entry.objects.empty())
        return;
      if (wants && !wants(number))
        continue;
      entry.json = replaced(std::move(entry.json), begin_of_root_names(), root);
      take(number, std::move(entry));
    }
  }

private:
  [[noreturn]] static void fail(const std::string &why) { throw MalformedJson(why); }

  std::string next_line() {
    std::optional<std::string> line = lines_.next();
    if (!line)
      fail("the shard is truncated");
    return *std::move(line);
  }

  void parse(const std::string &line, const std::function<void(const JsonField &)> &read) const {
    if (parse_json(line, read))
      fail("the shard is damaged: a line is not JSON");
  }

  void read_first_line() {
    parse(next_line(), [](const JsonField &document) {
      const std::string schema = document.at("schema").text();
      if (schema != shard_schema)
        fail(format_text("the format '{}' is not supported: this osaca reads '{}'; write and merge shards with the "
                         "same version of osaca",
                         schema.substr(0, 40), shard_schema));
    });
  }

  /// Without objects: the end.
  ShardEntry next_entry(std::size_t number) {
    ShardEntry entry;
    parse(next_line(), [&](const JsonField &line) {
      if (line.has("reports"))
        return check_end(line, number);
      const JsonField objects = line.at("objects");
      for (std::size_t i = 0; i < objects.size(); ++i)
        entry.objects.push_back(objects.at(i).text());
      if (entry.objects.empty() || !std::ranges::is_sorted(entry.objects))
        fail("the shard is damaged: the names of the objects of a report are missing or not sorted");
    });
    if (!entry.objects.empty())
      entry.json = next_line();
    return entry;
  }

  void check_end(const JsonField &line, std::size_t number) {
    if (line.at("reports").bytes(0) != static_cast<std::int64_t>(number) || !lines_.is_at_end())
      fail("the shard is damaged: it does not contain as many reports as it says");
  }

  LineReader lines_;
};

} // namespace

bool is_shard(const ByteSource &file) {
  const std::string begin = file.read(0, bytes_of_first_line);
  return begin.starts_with("{\"schema\":") && begin.substr(0, begin.find('\n')).find(any_shard) != std::string::npos;
}

std::optional<Error> visit_shard(const ByteSource &file, const std::string &path, std::string_view quoted_root,
                                 const std::function<bool(std::size_t number)> &wants,
                                 const std::function<void(std::size_t number, ShardEntry entry)> &take) {
  if (!is_shard(file))
    return Error{"is not a shard", {path, 0, 0}};
  try {
    ShardReader(file).read(quoted_root, wants, take);
    return std::nullopt;
  } catch (const MalformedJson &problem) {
    return Error{problem.what(), {path, 0, 0}};
  }
}

std::string shard_begin() { return format_text("{{\"schema\": \"{}\"}}\n", shard_schema); }

std::string shard_entry(std::string_view quoted_objects, std::string json, std::string_view quoted_root) {
  // Line ends are only possible between the values of a document.
  std::ranges::replace(json, '\n', ' ');
  return format_text("{{\"objects\": {}}}\n{}\n", quoted_objects,
                     replaced(std::move(json), begin_of_names(quoted_root), begin_of_root_names()));
}

std::string shard_end(std::size_t reports) { return format_text("{{\"reports\": {}}}\n", reports); }

} // namespace osaca
