// `osaca report OBJECT|ARCHIVE|FOLDER...`: the reports that compiler plugins embedded into objects, as one.
#include "driver/exit_status.h"
#include "driver/file_source.h"
#include "driver/output.h"
#include "osaca/embedded_reports.h"
#include "osaca/read_report.h"

#include <unordered_set>

namespace osaca::driver {
namespace {

constexpr const char *about = "Shows the reports that compiler plugins embedded into objects "
                              "(-fplugin-arg-osaca-embed). They stay in the object "
                              "wherever it goes, through compiler caches and archives; linking drops them.";

constexpr const char *footer = R"(
Reports come in the order of the command line, those of an archive in its order,
those of a folder sorted by name. In folders, all objects and static archives below
are read and other files passed over. The same report found twice (an object and
the archive that holds it) is shown once.

Exit status: 0 shown; 2 something could not be read, or no report was found.

Examples:
  osaca report build                            all that a build has made
  osaca report libsolver.a main.o               one library and one object
  osaca report --format json -o all.json build  for programs
  osaca report --format diagnostics build       as a compiler writes them)";

class Collection {
public:
  void add(const FoundFile &found) {
    const Expected<std::unique_ptr<ByteSource>> file = open_file(found.path);
    if (!file)
      return fail(file.error());
    const EmbeddedReports embedded = embedded_reports(**file, found.path, open_file);
    if (embedded.container == EmbeddedReports::Container::neither && embedded.problems.empty() && found.named)
      return fail({"is neither an ELF object nor an archive of objects", {found.path, 0, 0}});
    for (const Error &problem : embedded.problems)
      fail(problem);
    for (const EmbeddedReports::Document &document : embedded.documents)
      if (known_.insert(document.json).second)
        add_document(document);
  }

  void fail(const Error &problem) {
    complain(problem);
    good_ = false;
  }

  [[nodiscard]] const std::vector<Report> &reports() const { return reports_; }
  [[nodiscard]] bool good() const { return good_; }

private:
  void add_document(const EmbeddedReports::Document &document) {
    Expected<Report> report = read_report(document.json, document.name);
    if (report)
      reports_.push_back(*std::move(report));
    else
      fail(report.error());
  }

  std::vector<Report> reports_;
  std::unordered_set<std::string> known_;
  bool good_ = true;
};

} // namespace

int run_report(const Words &words) {
  std::vector<std::string> paths;
  OutputSettings output;
  CLI::App app(about, "osaca report");
  app.footer(footer);
  app.add_option("paths", paths, "ELF objects, static archives, or folders to look through")->type_name("PATH...");
  add_output_options(app, output);
  if (const auto status = parse(app, words))
    return *status;
  if (paths.empty()) {
    complain("no input: name objects, archives or folders that hold some ('osaca report --help' has examples)");
    return unusable_input;
  }
  Collection collection;
  std::vector<Error> problems;
  const std::vector<FoundFile> files = files_in(paths, problems);
  for (const Error &problem : problems)
    collection.fail(problem);
  for (const FoundFile &file : files)
    collection.add(file);
  if (collection.reports().empty() && collection.good()) {
    complain(
        "no report is embedded here: compile with -fplugin=osaca.so -fplugin-arg-osaca-embed, and name the objects, "
        "not what was linked from them (a unit without an annotated loop has no report)");
    return unusable_input;
  }
  if (collection.reports().empty())
    return unusable_input;
  return write_report(merged(collection.reports()), output) && collection.good() ? success : unusable_input;
}

} // namespace osaca::driver
