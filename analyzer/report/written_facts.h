// Keeps equal texts of findings and bounds once. Many loops have the same findings.
#pragma once

#include "base/shared.h"
#include "report/bound.h"
#include "report/finding_facts.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>

namespace osaca {

/// For one thread.
class WrittenFacts {
public:
  Shared<FindingFacts> finding(std::string_view message, std::string_view advice) {
    if (const auto known = findings_.find({message, advice}); known != findings_.end())
      return known->second;
    Shared<FindingFacts> facts(WrittenFinding{std::string(message), std::string(advice)});
    const auto &written = std::get<WrittenFinding>(*facts);
    return findings_.emplace(Parts(written.message, written.advice), std::move(facts)).first->second;
  }

  Shared<BoundFacts> bound(std::string_view text) {
    if (const auto known = bounds_.find(text); known != bounds_.end())
      return known->second;
    Shared<BoundFacts> facts(WrittenExplanation{std::string(text)});
    const std::string_view written = std::get<WrittenExplanation>(*facts).text;
    return bounds_.emplace(written, std::move(facts)).first->second;
  }

  /// Replaces facts with equal ones that are known. Facts that are not written texts are left alone.
  void share(Shared<FindingFacts> &facts) {
    if (const auto *written = std::get_if<WrittenFinding>(&*facts))
      facts = finding(written->message, written->advice);
  }

private:
  using Parts = std::pair<std::string_view, std::string_view>; ///< of the facts that they are the key of
  struct Hash {
    std::size_t operator()(const Parts &parts) const {
      const std::hash<std::string_view> hash;
      return hash(parts.first) * 31 + hash(parts.second);
    }
  };

  std::unordered_map<Parts, Shared<FindingFacts>, Hash> findings_;
  std::unordered_map<std::string_view, Shared<BoundFacts>> bounds_;
};

} // namespace osaca
