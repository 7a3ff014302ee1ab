#include "render/words/parts.h"
#include "render/words/words.h"

namespace osaca {
namespace {

std::string bound_with_reason(std::optional<BoundKind> bound_by, const BoundReason &reason) {
  if (!bound_by)
    return "but what bounds it is not known";
  const std::string why = text_of(reason);
  return "bound by " + std::string(phrase_of(*bound_by)) + (why.empty() ? "" : ": " + why);
}

struct Contradiction {
  std::string operator()(const ExpectationBroken::NoLoop &lost) const {
    return "no loop is left" + (lost.reason.empty() ? "" : ": " + lost.reason);
  }
  std::string operator()(const ExpectationBroken::SourceIterationsUnknown & /*unknown*/) const {
    return "how many iterations of the source one of the machine loop does is not known";
  }
  std::string operator()(const ExpectationBroken::LevelUnknown &unknown) const {
    return "the model does not know what it takes with data in " + unknown.level;
  }
  std::string operator()(const ExpectationBroken::OtherCycles &other) const {
    const std::string predicted = "predicted are " + at_least(other.complete) + text_of_few(other.cycles);
    if (other.is_confirmable)
      return predicted + ", " + bound_with_reason(other.bound_by, other.reason);
    return predicted +
           (other.in_order ? ", but the core executes in program order, and its stalls are not modelled"
                           : ", but the loop calls functions or holds instructions without figures") +
           ", so that cannot be confirmed";
  }
  std::string operator()(const ExpectationBroken::OtherVectors &other) const {
    return other.bits > 0 ? "the widest packed arithmetic has " + std::to_string(other.bits) + " bits"
                          : "there is no packed arithmetic";
  }
  std::string operator()(const ExpectationBroken::BoundUnknown & /*unknown*/) const {
    return "what bounds the loop is not known: part of what takes its time was not followed";
  }
  std::string operator()(const ExpectationBroken::OtherBound &other) const {
    return "the loop is " + bound_with_reason(other.bound_by, other.reason);
  }
  std::string operator()(const ExpectationBroken::DividerUsed &used) const {
    return "the divider is busy for " + used.busy.text(2) + " cycles of each iteration";
  }
  std::string operator()(const ExpectationBroken::PlaceMatters &matters) const {
    const CodePlacement &placement = matters.placement;
    if (placement.known == CodePlacement::Known::address)
      return "it takes " + text_of_few(matters.cycles) + " where it lies, " +
             std::to_string(placement.bytes_behind_border) + " bytes behind a border of " +
             std::to_string(placement.border_bytes) + ", and " + text_of_few(placement.least) + " at a better place";
    return placement.least.text() + " to " + placement.most.text() +
           " cycles per iteration, depending on where the linker puts it";
  }
  std::string operator()(const ExpectationBroken::PlaceUnknown & /*unknown*/) const {
    return "the model does not know how the core reads code";
  }
  std::string operator()(const ExpectationBroken::Found &found) const { return message_of(*found.finding); }
};

} // namespace

std::string message_of(const ExpectationBroken &broken) {
  return "expected " + broken.expected + (broken.arch.empty() ? "" : " on " + broken.arch) + ": " +
         std::visit(Contradiction{}, broken.contradiction);
}

} // namespace osaca
