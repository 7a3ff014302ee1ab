#include "measure/file/yaml_writer.h"

#include "measure/file/measurement_file.h"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

namespace osaca::measure {
namespace {

YAML::EMITTER_MANIP style_of(YamlWriter::Layout layout) {
  return layout == YamlWriter::Layout::lines ? YAML::Block : YAML::Flow;
}

} // namespace

YamlWriter::YamlWriter() : emitter_(std::make_unique<YAML::Emitter>()) {}
YamlWriter::~YamlWriter() = default;

void YamlWriter::begin_object(Layout layout) { *emitter_ << style_of(layout) << YAML::BeginMap; }
void YamlWriter::end_object() { *emitter_ << YAML::EndMap; }
void YamlWriter::begin_array(Layout layout) { *emitter_ << style_of(layout) << YAML::BeginSeq; }
void YamlWriter::end_array() { *emitter_ << YAML::EndSeq; }

void YamlWriter::value(std::string_view held) { *emitter_ << YAML::DoubleQuoted << on_one_line(held); }
void YamlWriter::word(std::string_view text) { *emitter_ << std::string(text); }

std::string YamlWriter::take() const { return std::string(emitter_->c_str(), emitter_->size()) + "\n"; }

} // namespace osaca::measure
