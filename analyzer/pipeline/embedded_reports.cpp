// From a file to the reports in it: the section of each object, the records of each section.
#include "osaca/embedded_reports.h"

#include "container/archive.h"
#include "container/elf.h"
#include "container/file_kind.h"
#include "pipeline/input/embedded_records.h"

#include <exception>

namespace osaca {
namespace {

constexpr std::string_view section_name = ".osaca";
constexpr std::size_t most_bytes_of_a_file = 512U << 20U;
constexpr std::size_t most_problems_of_a_file = 20;

class Finder {
public:
  Finder(const ByteSource &file, const std::string &path, const FileOpener &open)
      : file_(file), path_(path), open_(open) {}

  EmbeddedReports find() {
    if (is_elf(file_)) {
      out_.container = EmbeddedReports::Container::object;
      read_object(path_, file_);
    } else if (identity_of(file_).kind == FileKind::bitcode) {
      out_.container = EmbeddedReports::Container::object; // nothing has been put into it
    } else if (is_archive(file_)) {
      out_.container = EmbeddedReports::Container::archive;
      for_each_member(
          file_, path_, open_,
          [this](const std::string &member, const ByteSource &content) {
            if (is_elf(content))
              read_object(path_ + "(" + member + ")", content);
          },
          [this](const std::string &problem) { fail(path_, problem); });
    }
    return std::move(out_);
  }

private:
  void read_object(const std::string &name, const ByteSource &object) {
    const Expected<std::vector<std::string>> sections = contents_of_sections(object, section_name);
    if (!sections)
      return fail(name, sections.error().message);
    for (const std::string &section : *sections) {
      RecordsRead records = read_records(section, most_bytes_of_a_file - used_bytes_);
      for (std::string &report : records.reports) {
        used_bytes_ += report.size();
        out_.documents.push_back({name, std::move(report)});
      }
      if (!records.problem.empty())
        fail(name, "in the section '" + std::string(section_name) + "': " + records.problem);
    }
  }

  void fail(const std::string &name, const std::string &what) {
    if (out_.problems.size() < most_problems_of_a_file)
      out_.problems.push_back({what, {name, 0, 0}});
    else if (out_.problems.size() == most_problems_of_a_file)
      out_.problems.push_back({"and more such problems", {path_, 0, 0}});
  }

  const ByteSource &file_;
  const std::string &path_;
  const FileOpener &open_;
  std::size_t used_bytes_ = 0;
  EmbeddedReports out_;
};

} // namespace

EmbeddedReports embedded_reports(const ByteSource &file, const std::string &path, const FileOpener &open) {
  try {
    return Finder(file, path, open).find();
  } catch (const std::exception &problem) {
    return {
        EmbeddedReports::Container::neither, {}, {{std::string("internal error: ") + problem.what(), {path, 0, 0}}}};
  }
}

} // namespace osaca
