#include "pipeline/annotated/annotation_fates.h"

#include "base/readable_name.h"
#include "plugin-common/loop_fate.h"

namespace osaca {
namespace {

std::string fate_in(const std::vector<const AnnotationRemains *> &remains,
                    const std::set<std::string> &jumping_anywhere) {
  if (remains.empty())
    return "no code of the program has its lines: left out by the preprocessor, never used, or removed as dead code";
  for (const AnnotationRemains *left : remains)
    if (const std::string function = readable_name(left->function); jumping_anywhere.contains(function))
      return "in '" + function +
             "' there are jumps through tables or pointers, and a program does not tell of loops through these";
  vanish::Instance instance;
  instance.written = true;
  for (const AnnotationRemains *left : remains)
    instance.sightings.push_back({readable_name(left->function),
                                  false,
                                  {.located_instructions = left->located_instructions,
                                   .in_other_loops = left->in_other_loops,
                                   .callees = {left->callees.begin(), left->callees.end()}}});
  return vanish::reason({.function = {}, .instances = {std::move(instance)}, .elsewhere = {}});
}

} // namespace

std::vector<std::string> fates_of(const std::vector<SourceAnnotation> &annotations,
                                  const std::vector<AnnotatedGroup> &groups,
                                  const std::set<std::string> &jumping_anywhere) {
  std::vector<std::vector<const AnnotationRemains *>> remains(annotations.size());
  for (const AnnotatedGroup &group : groups)
    for (const auto &[annotation, left] : group.remains)
      remains[static_cast<std::size_t>(annotation)].push_back(&left);
  std::vector<std::string> fates;
  for (std::size_t a = 0; a < annotations.size(); ++a)
    fates.push_back(annotations[a].is_repeated ? "the loop that follows it already has one"
                    : !annotations[a].has_loop ? "no for, while or do statement follows it"
                                               : fate_in(remains[a], jumping_anywhere));
  return fates;
}

} // namespace osaca
