#include "model/library/model_set.h"

#include "base/suggest.h"
#include "yaml/tree.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace osaca {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The value of `name:`, empty if the file has none or cannot be read: reading it in full will say why.
std::string name_in(const ModelText &text) {
  const Expected<YamlNode> root = parse_yaml(text.yaml, text.file);
  if (root)
    for (const YamlEntry &entry : root->entries)
      if (entry.key.text == "name")
        return entry.value.text;
  return {};
}

class SetReader {
public:
  SetReader(const std::vector<ModelText> &texts, const ReadModelOptions &options)
      : texts_(texts), outer_base_(options.base_model), options_(options), states_(texts.size()) {
    options_.base_model = [this](const std::string &name) { return base(name); };
    for (const ModelText &text : texts)
      names_.push_back(name_in(text));
  }

  ModelSetReading read() {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      read_one(i);
      if (states_[i].data)
        claim_names(i);
    }
    for (State &state : states_)
      if (state.data)
        result_.models.push_back(std::move(*state.data));
    return std::move(result_);
  }

private:
  struct State {
    enum { unread, reading, done } progress = unread;
    std::optional<MachineModel::Data> data;
  };

  void read_one(std::size_t i) {
    if (states_[i].progress != State::unread)
      return;
    states_[i].progress = State::reading;
    ModelReading reading = read_model(texts_[i].yaml, texts_[i].file, options_);
    states_[i].progress = State::done;
    states_[i].data = std::move(reading.data);
    result_.problems.insert(result_.problems.end(), reading.problems.begin(), reading.problems.end());
  }

  Expected<MachineModel::Data> base(const std::string &name) {
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end())
      return outer_base_ ? outer_base_(name) : Error{"there is no such model" + suggestion(name, names_)};
    const auto i = static_cast<std::size_t>(found - names_.begin());
    if (states_[i].progress == State::reading)
      return Error{"the models extend one another in a circle"};
    read_one(i);
    if (!states_[i].data)
      return Error{"that model has problems of its own"};
    return *states_[i].data;
  }

  void claim_names(std::size_t i) {
    const MachineModel::Data &data = *states_[i].data;
    claim(data.name, i);
    for (const std::string &alias : data.aliases)
      if (lower(alias) != data.name)
        claim(alias, i);
    for (const StandIn &stand_in : data.stand_ins)
      claim(stand_in.cpu, i);
  }

  void claim(const std::string &name, std::size_t i) {
    const auto [owner, fresh] = owner_of_.emplace(lower(name), i);
    if (!fresh)
      result_.problems.push_back(
          Error{"the name '" + name + "' is already taken by " + texts_[owner->second].file, {texts_[i].file}});
  }

  const std::vector<ModelText> &texts_;
  BaseModel outer_base_;
  ReadModelOptions options_;
  std::vector<std::string> names_;
  std::vector<State> states_;
  std::map<std::string, std::size_t> owner_of_;
  ModelSetReading result_;
};

} // namespace

ModelSetReading read_model_set(const std::vector<ModelText> &texts, const ReadModelOptions &options) {
  return SetReader(texts, options).read();
}

} // namespace osaca
