// The findings about an annotation itself: its loop is gone, it is not at a loop, or the loop does not meet an
// expectation.
#pragma once

#include "expectation/expectation.h"
#include "osaca/capture.h"
#include "report/report.h"

namespace osaca {

/// `annotation` has its status and its kernels in `report`; `expected` are its expectations. Loops that were analysed
/// only because of the plugin's argument `all` get no finding if they are gone, because there would be too many; their
/// status shows it.
struct AnnotationTraits {
  capture::AnnotationKind kind = capture::AnnotationKind::pragma;
  bool is_statement = false; ///< the pragma is before a statement that is no loop
  bool is_harmless = false;  ///< see Capture::Annotation; only a note is given
};
[[nodiscard]] Findings annotation_findings(const AnnotationReport &annotation, const AnnotationTraits &traits,
                                           ParsedExpectations expected, const Report &report);

} // namespace osaca
