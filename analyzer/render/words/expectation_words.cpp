#include "render/words/sentence_parts.h"

#include "base/format.h"
#include "render/words/words.h"

#include <optional>

namespace osaca {

// Sentences about expectations in the source that a loop does not meet.

namespace {

std::string bound_with_reason(std::optional<BoundKind> bound_by, const BoundReason &reason) {
  if (!bound_by)
    return "bound unknown";
  const std::string why = text_of(reason);
  return format_text("bound by {}{}", phrase_of(*bound_by), why.empty() ? "" : ": " + why);
}

struct Contradiction {
  std::string operator()(const ExpectationBroken::NoLoop &lost) const {
    return "the loop is not in the machine code" + (lost.reason.empty() ? "" : ": " + lost.reason);
  }
  std::string operator()(const ExpectationBroken::SourceIterationsUnknown & /*unknown*/) const {
    return "the number of source iterations per iteration of the machine loop is unknown";
  }
  std::string operator()(const ExpectationBroken::LevelUnknown &unknown) const {
    return "the model has no prediction for data in " + unknown.level;
  }
  std::string operator()(const ExpectationBroken::OtherCycles &other) const {
    const std::string predicted =
        format_text("the prediction is {}{}", at_least(other.complete), text_of_few(other.cycles));
    if (other.is_confirmable)
      return format_text("{}, {}", predicted, bound_with_reason(other.bound_by, other.reason));
    return format_text("{}{}, so the expectation cannot be verified", predicted,
                       other.in_order ? ", but the core executes in program order and its stalls are not modelled"
                                      : ", but the loop calls functions or contains instructions without figures");
  }
  std::string operator()(const ExpectationBroken::OtherVectors &other) const {
    return other.bits > 0 ? format_text("the widest packed arithmetic is {} bits wide", other.bits)
                          : "the loop has no packed arithmetic";
  }
  std::string operator()(const ExpectationBroken::BoundUnknown & /*unknown*/) const {
    return "the bound of the loop is unknown, because part of its cost is not modelled";
  }
  std::string operator()(const ExpectationBroken::OtherBound &other) const {
    return "the loop is " + bound_with_reason(other.bound_by, other.reason);
  }
  std::string operator()(const ExpectationBroken::DividerUsed &used) const {
    return format_text("the divider is busy for {} cycles per iteration", used.busy.text(2));
  }
  std::string operator()(const ExpectationBroken::PlaceMatters &matters) const {
    const CodePlacement &placement = matters.placement;
    if (placement.known == CodePlacement::Known::address)
      return format_text("the loop takes {} cycles per iteration at its address, {} bytes past a {}-byte boundary, and "
                         "{} with better alignment",
                         text_of_few(matters.cycles), placement.bytes_past_boundary, placement.boundary_bytes,
                         text_of_few(placement.least));
    return format_text("{} to {} cycles per iteration, depending on the address that the linker chooses",
                       placement.least.text(), placement.most.text());
  }
  std::string operator()(const ExpectationBroken::PlaceUnknown & /*unknown*/) const {
    return "the model does not describe how the core fetches code";
  }
  std::string operator()(const ExpectationBroken::Found &found) const { return message_of(*found.finding); }
};

} // namespace

std::string message_of(const ExpectationBroken &broken) {
  const std::string origin = text_of_origin(broken.written, broken.part);
  const std::string loop = origin.empty() ? "" : (broken.part.number > 0 ? " for " : " for the loop ") + origin;
  return format_text("expected {}{}{}: {}", broken.expected, broken.arch.empty() ? "" : " on " + broken.arch, loop,
                     std::visit(Contradiction{}, broken.contradiction));
}

} // namespace osaca
