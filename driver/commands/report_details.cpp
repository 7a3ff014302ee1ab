#include "driver/commands/report_details.h"

#include "base/index.h"
#include "base/parallel.h"
#include "driver/command_line/messages.h"
#include "osaca/read_report.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace osaca::driver {

namespace {

/// Reads the details of the loops that are from one file.
class DetailsOfFile {
public:
  using Take = std::function<void(std::size_t position, KernelReport full, const std::string &object)>;

  /// `positions`: in `loops`.
  DetailsOfFile(const std::vector<ReportPlace> &places, const Collection &collection, const std::vector<int> &loops,
                const std::vector<std::size_t> &positions)
      : places_(places), collection_(collection), loops_(loops) {
    for (const std::size_t position : positions)
      by_number_[place_of(position).number].push_back(position);
  }

  /// False: the file has changed.
  [[nodiscard]] bool read(const Take &take) {
    const FoundFile &file = place_of(by_number_.begin()->second.front()).file;
    std::size_t found = 0;
    const auto take_document = [&](std::size_t number, const EmbeddedReports::Document &document) {
      const std::vector<std::size_t> &positions = by_number_.at(number);
      if (content_key_of(document.json) != place_of(positions.front()).content)
        return;
      Expected<Report> report = read_report(document.json, document.name);
      if (!report)
        return;
      ++found;
      for (const std::size_t position : positions)
        if (const KernelReport *kernel = kernel_of(*report, loop_at(position)))
          take(position, *kernel, document.name);
    };
    static_cast<void>(visit_documents(
        file, {.wants = [&](std::size_t number) { return by_number_.contains(number); }, .take = take_document}));
    return found == by_number_.size();
  }

private:
  /// Null: the report is not the one that the loop was made from.
  static const KernelReport *kernel_of(const Report &report, const CollectedLoop &loop) {
    const std::size_t number = at(loop.report.summary->kernel);
    const bool is_same =
        number < report.kernels.size() && report.kernels[number].instruction_count() == loop.report.instruction_count();
    return is_same ? &report.kernels[number] : nullptr;
  }

  [[nodiscard]] const CollectedLoop &loop_at(std::size_t position) const {
    return collection_.loops[at(loops_[position])];
  }
  [[nodiscard]] const ReportPlace &place_of(std::size_t position) const {
    return places_[at(loop_at(position).from_report)];
  }

  const std::vector<ReportPlace> &places_;
  const Collection &collection_;
  const std::vector<int> &loops_;
  std::map<std::size_t, std::vector<std::size_t>> by_number_; ///< positions by the number of their report in the file
};

} // namespace

ReportDetails::ReportDetails(const std::vector<ReportPlace> &places, const CollectOptions &where, SourceFolders sources,
                             int jobs)
    : places_(places), sources_(std::move(sources)),
      paths_(where, [this](const std::string &path) { return sources_.without_text(path); }), jobs_(jobs) {}

std::vector<KernelReport> ReportDetails::read(const Collection &collection, const std::vector<int> &loops) {
  std::vector<KernelReport> out;
  std::map<std::string, std::vector<std::size_t>> by_file;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const CollectedLoop &loop = collection.loops[at(loops[i])];
    out.push_back(loop.report);
    if (loop.report.summary && loop.from_report >= 0)
      by_file[places_[at(loop.from_report)].file.path].push_back(i);
  }
  std::vector<std::pair<std::string, std::vector<std::size_t>>> files(by_file.begin(), by_file.end());
  std::vector<char> has_changed(files.size(), 0);
  std::mutex mutex;
  const auto take = [&](std::size_t position, KernelReport full, const std::string &object) {
    const std::lock_guard<std::mutex> lock(mutex);
    out[position] = with_details(std::move(out[position]), paths_.renamed(std::move(full), object));
  };
  for_each_index(jobs_, files.size(), [&](int /*worker*/, std::size_t index) {
    has_changed[index] = DetailsOfFile(places_, collection, loops, files[index].second).read(take) ? 0 : 1;
  });
  for (std::size_t i = 0; i < files.size(); ++i)
    if (has_changed[i] != 0) {
      complain(Error{"was changed while the report was being made: run 'osaca report' again", {files[i].first, 0, 0}});
      good_ = false;
    }
  return out;
}

} // namespace osaca::driver
