#include "annotated_target.h"

#include "osaca/annotated_loops.h"
#include "promises.h"

namespace osaca::test {
namespace {

/// Loops on every line that small examples have, in each other and behind each other, half of them annotated.
std::string annotated_text() {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "#pragma osaca analyze expect(cycles <= 1) no(divider)\nwhile (a) {\n for (;;)\n  do b; while (c);\n}\n";
  return text;
}

} // namespace

void annotated_program(const std::string &input) {
  static const std::string text = annotated_text();
  Inputs inputs;
  inputs.files = {{"fuzz", "fuzz"}};
  inputs.read = [&input](const std::string &) { return Expected<std::string>(input); };
  const SourceFinder sources = [](const InputFile &, const std::string &name,
                                  const std::string &folder) -> Expected<SourceText> {
    if (name.size() % 7 == 6)
      return Error{"is not there"};
    return SourceText{name, folder + "/" + name, text, name.size() % 2 == 1};
  };
  AnalyzeOptions options;
  options.archs = {"skl"};
  const Report report = analyze_annotated_loops(inputs, sources, input.size() % 2 == 0, options, {});
  for (const Error &problem : report.problems)
    require(!problem.message.empty(), "a problem has a message");
  const int annotations = static_cast<int>(report.annotated.size());
  for (const KernelReport &kernel : report.kernels)
    require(kernel.annotation >= 0 && kernel.annotation < annotations, "every loop is of an annotation");
  for (const AnnotationReport &annotation : report.annotated)
    require(annotation.kernels.empty() == (annotation.status != AnnotationStatus::analysed) &&
                (annotation.kernels.empty() == !annotation.reason.empty()),
            "every annotation is accounted for");
}

} // namespace osaca::test
