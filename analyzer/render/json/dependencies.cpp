#include "render/json/dependencies.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace osaca {

std::vector<Edge> distinct_edges(const KernelReport &kernel) {
  using Key = std::tuple<int, int, int, Carrier, bool>;
  std::map<Key, std::size_t> known;
  std::vector<Edge> out;
  for (const Edge &edge : kernel.edges) {
    const auto [place, is_new] =
        known.emplace(Key{edge.from, edge.to, edge.distance, edge.via, edge.through_memory}, out.size());
    if (is_new)
      out.push_back(edge);
    else if (out[place->second].cycles < edge.cycles)
      out[place->second].cycles = edge.cycles;
  }
  return out;
}

} // namespace osaca
