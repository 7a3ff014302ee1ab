// What is to be said of an annotation: that its loop is gone, that it is no loop, that it does not keep to what is expected.
#pragma once

#include "report/report.h"

namespace osaca {

/// `annotation` has its status and its kernels in `report`; `expectations` is what follows the pragma.
[[nodiscard]] std::vector<Finding> annotation_findings(const AnnotationReport &annotation, const std::string &expectations,
                                                       const Report &report);

} // namespace osaca
