// Several model files read together: they may extend one another, and their names and aliases must differ.
#pragma once

#include "model/read/model_reader.h"

namespace osaca {

struct ModelText {
  std::string file; ///< for messages
  std::string yaml;
};

struct ModelSetReading {
  std::vector<MachineModel::Data> models; ///< in the order of the files; only sound ones
  std::vector<Error> problems;
};

/// `options.base_model` is asked for names that are not in the set.
[[nodiscard]] ModelSetReading read_model_set(const std::vector<ModelText> &texts, const ReadModelOptions &options);

} // namespace osaca
