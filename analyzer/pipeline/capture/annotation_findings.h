// What is to be said of an annotation: that its loop is gone, that it is no loop, that it does not keep to what is
// expected.
#pragma once

#include "expectation/expectation.h"
#include "osaca/capture.h"
#include "report/report.h"

namespace osaca {

/// `annotation` has its status and its kernels in `report`; `expected` is what stands in it. Of loops that nobody asked
/// for by name (the plugin's argument `all`) only the status tells that they are gone: there are too many of them.
[[nodiscard]] std::vector<Finding> annotation_findings(const AnnotationReport &annotation, capture::AnnotationKind kind,
                                                       ParsedExpectations expected, const Report &report);

} // namespace osaca
