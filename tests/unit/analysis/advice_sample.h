// The advice on a loop, by the whole pipeline.
#pragma once

#include "loop_report.h"

#include "render/words/words.h"

#include <string>

namespace osaca {

/// `text`: code that ends with a jump back to .Lloop.
inline KernelReport report_of_text(const std::string &text, const std::string &arch) {
  return report_of_loop(".Lloop:\n" + text, arch);
}

/// `body`: code without the jump back.
inline KernelReport report_of(const std::string &body, const std::string &arch = "zen4") {
  return report_of_text(body + "\njne .Lloop\n", arch);
}

/// What the finding of a rule advises; "no RULE": there is no such finding.
inline std::string advice(const KernelReport &report, const std::string &rule) {
  for (const Finding &finding : report.findings)
    if (finding.rule == rule)
      return advice_of(finding);
  return "no " + rule;
}

} // namespace osaca
