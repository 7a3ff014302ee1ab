#include "report/summary_bytes.h"

#include "report/summary_archive.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace osaca {

namespace {

/// Writes each text once: names of files and sentences are repeated in most loops.
class SummaryWriter : public ByteWriter {
public:
  void text(std::string &value) {
    const auto [known, is_new] = numbers_.try_emplace(value, static_cast<std::uint32_t>(numbers_.size()));
    number(known->second);
    if (is_new)
      ByteWriter::text(value);
  }
  void fail() { ok_ = false; }
  [[nodiscard]] bool ok() const { return ok_; }

private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  bool ok_ = true;
};

class SummaryReader : public ByteReader {
public:
  SummaryReader(std::string_view bytes, WrittenFacts &facts, bool keeps_steps)
      : ByteReader(bytes), facts_(facts), keeps_steps_(keeps_steps) {}

  void text(std::string &value) { value.assign(text_in_place()); }
  [[nodiscard]] Shared<FindingFacts> finding_facts() {
    const std::string_view message = text_in_place();
    return facts_.finding(message, text_in_place());
  }
  /// The other bounds have no explanation.
  [[nodiscard]] Shared<BoundFacts> bound_facts() {
    const std::string_view text = text_in_place();
    return text.empty() ? Shared<BoundFacts>() : facts_.bound(text);
  }
  [[nodiscard]] bool keeps_steps() const { return keeps_steps_; }

private:
  std::string_view text_in_place() {
    std::uint32_t which = 0;
    number(which);
    if (!ok() || which > texts_.size()) {
      fail();
      return {};
    }
    if (which == texts_.size())
      texts_.push_back(ByteReader::text_in_place());
    return texts_[which];
  }

  std::vector<std::string_view> texts_;
  WrittenFacts &facts_;
  bool keeps_steps_;
};

bool are_below(const std::vector<int> &indices, std::size_t count) {
  return std::ranges::all_of(indices, [&](int index) { return index >= 0 && static_cast<std::size_t>(index) < count; });
}

bool is_below(const std::optional<int> &index, std::size_t count) {
  return !index || (*index >= 0 && static_cast<std::size_t>(*index) < count);
}

bool is_sound(const MemoryReport &memory, std::size_t instructions) {
  const std::size_t levels = memory.levels.size();
  return is_below(memory.memory_bound_from, levels) && is_below(memory.data_in, levels) &&
         (!memory.footprint || is_below(memory.footprint->nearest_level, levels)) &&
         std::ranges::all_of(memory.streams,
                             [&](const MemoryStream &stream) { return are_below(stream.instructions, instructions); });
}

bool is_sound(const KernelReport &kernel, std::size_t annotations) {
  if (!kernel.summary || kernel.summary->instruction_count < 0 || kernel.summary->kernel < 0 ||
      kernel.annotation < -1 || kernel.annotation >= static_cast<int>(annotations))
    return false;
  const auto instructions = static_cast<std::size_t>(kernel.summary->instruction_count);
  const auto contents_of = [](const Shared<Finding> &finding) -> const Finding & { return *finding; };
  const auto is_within = [&](const auto &item) { return are_below(item.instructions, instructions); };
  return std::ranges::all_of(kernel.findings, is_within, contents_of) &&
         std::ranges::all_of(kernel.findings_if_hot, is_within, contents_of) &&
         (!kernel.uncertainty || std::ranges::all_of(kernel.uncertainty->causes, is_within)) &&
         (!kernel.memory || is_sound(*kernel.memory, instructions));
}

bool is_sound(const Report &report) {
  return std::ranges::all_of(report.kernels,
                             [&](const KernelReport &kernel) { return is_sound(kernel, report.annotated.size()); }) &&
         std::ranges::all_of(report.annotated, [&](const AnnotationReport &annotation) {
           return are_below(annotation.kernels, report.kernels.size()) &&
                  std::ranges::all_of(annotation.findings,
                                      [](const Finding &finding) { return finding.instructions.empty(); });
         });
}

} // namespace

std::optional<std::string> bytes_of_summary(const Report &summary) {
  if (!is_sound(summary))
    return std::nullopt;
  SummaryWriter writer;
  visit(writer, const_cast<Report &>(summary)); // NOLINT: a writer changes nothing
  return writer.ok() ? std::optional(writer.bytes()) : std::nullopt;
}

std::optional<Report> SummaryDecoder::decode(std::string_view bytes) {
  SummaryReader reader(bytes, facts_, steps_ == Steps::kept);
  Report report;
  visit(reader, report);
  return reader.ok() && is_sound(report) ? std::optional(std::move(report)) : std::nullopt;
}

} // namespace osaca
