#include "collection/numbered_fingerprints.h"

#include "base/format.h"
#include "base/parallel.h"
#include "collection/loop_identity.h"

#include <unordered_map>

namespace osaca {

std::vector<Fingerprint> numbered_fingerprints(const ItemsByFile &items, int jobs) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < items.count; ++i)
    if (i == 0 || !items.same_file(i - 1, i))
      begins.push_back(i);
  begins.push_back(items.count);
  std::vector<Fingerprint> out(items.count);
  for_each_index(jobs, begins.size() - 1, [&](int /*worker*/, std::size_t file) {
    std::unordered_map<std::string, int> numbers;
    for (std::size_t i = begins[file]; i < begins[file + 1]; ++i) {
      std::string content = items.content(i);
      const int number = numbers[content]++;
      out[i] = fingerprint_of(format_text("{}{}{}", content, key_separator, number));
    }
  });
  return out;
}

} // namespace osaca
