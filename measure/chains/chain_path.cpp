#include "measure/chains/chain_path.h"

#include <algorithm>

namespace osaca::measure {
namespace {

using Part = Endpoint::Part;

class PathBuilder {
public:
  PathBuilder(const IsaDescription &isa, const ChainEnds &ends, int way)
      : isa_(isa), ends_(ends), way_(way), at_(ends.destination), domain_(ends.destination_domain) {}

  Expected<ChainPath> build() && {
    if (ends_.is_direct) {
      if (ends_.puts_back && ends_.source != nullptr)
        put_back(ends_.source);
    } else if (ends_.to_memory) {
      load(ends_.source_domain == Domain::vector || ends_.source_domain == Domain::second_vector ? *ends_.source_domain
                                                                                                 : Domain::general);
      go_to_source();
    } else {
      go_to_source();
    }
    if (problem_)
      return *problem_;
    if (ends_.restorer > 0 && !has_restored_vector_)
      return Error{"there is only one way"};
    return std::move(path_);
  }

private:
  void fail(std::string why) {
    if (!problem_)
      problem_ = Error{std::move(why)};
  }

  const RegisterFamily *temporary(Domain domain) {
    for (const RegisterFamily *family : ends_.temporaries)
      if (family->domain == domain && std::ranges::find(used_, family) == used_.end()) {
        used_.push_back(family);
        return family;
      }
    fail("no free register for the way from its result to its source");
    return nullptr;
  }

  void step(std::string helper, std::string_view text, const RegisterFamily *to) {
    path_.steps.push_back({std::move(helper), filled(text, at_, to)});
    at_ = to;
  }

  void vector_step(std::string_view name, const std::string &text, const RegisterFamily *to) {
    const VectorFile file = vector_file(isa_, ends_.vector_bits);
    step(vector_helper_name(name, file), with_vector_file(text, file), to);
  }

  const MemoryHelper *memory_helper(Domain domain, int width) {
    const MemoryHelper *best = nullptr;
    for (const MemoryHelper &helper : isa_.memory_helpers)
      if (helper.domain == domain && helper.width_bytes <= width &&
          (best == nullptr || helper.width_bytes > best->width_bytes))
        best = &helper;
    if (best == nullptr)
      fail("no load or store of this width to go with it");
    return best;
  }

  /// The load counts with the store, which is the instruction under test.
  void load(Domain domain) {
    const MemoryHelper *helper = memory_helper(domain, ends_.memory_bytes);
    const bool same = domain == ends_.source_domain && ends_.part == Part::value && ends_.source != nullptr &&
                      ends_.source->domain == domain;
    const RegisterFamily *to = same ? ends_.source : temporary(domain);
    if (helper == nullptr || to == nullptr)
      return;
    step("", helper->load, to);
    domain_ = domain;
  }

  void to_general() {
    int skipped = domain_ == Domain::flags ? way_ : 0;
    for (const Helper &helper : isa_.helpers)
      if (helper.from == domain_ && helper.to == Domain::general && skipped-- == 0) {
        if (const RegisterFamily *to = temporary(Domain::general))
          step(helper.name, helper.text, to);
        domain_ = Domain::general;
        return;
      }
    fail("no instruction is known that takes its result to a general register");
  }

  void from_general(Domain domain) {
    for (const Helper &helper : isa_.helpers)
      if (helper.from == Domain::general && helper.to == domain) {
        step(helper.name, helper.text, ends_.source);
        domain_ = domain;
        return;
      }
    fail("no instruction is known that takes a value from a general register to its source");
  }

  static bool can_be_put_back(Domain domain) {
    return domain == Domain::general || domain == Domain::vector || domain == Domain::mask;
  }

  void put_back(const RegisterFamily *to) {
    switch (to->domain) {
    case Domain::general: step("restore_general", with_value(isa_, isa_.restore_general, ends_.wanted), to); break;
    case Domain::vector: restore_vector(to); break;
    case Domain::mask: step("restore_mask", isa_.restore_mask, to); break;
    default: break;
    }
  }

  void restore_vector(const RegisterFamily *to) {
    has_restored_vector_ = true;
    if (ends_.restorer == 0)
      return vector_step("restore_vector", isa_.restore_vector, to);
    const auto other = static_cast<std::size_t>(ends_.restorer - 1);
    if (other >= isa_.other_vector_restorers.size())
      return fail("there is no other way to put a vector back");
    const VectorRestorer &restorer = isa_.other_vector_restorers[other];
    vector_step(restorer.name, restorer.text, to);
  }

  void store_to_source() {
    if (domain_ != Domain::general && domain_ != Domain::vector && domain_ != Domain::second_vector)
      to_general();
    const MemoryHelper *helper = problem_ ? nullptr : memory_helper(*domain_, ends_.memory_bytes);
    if (helper == nullptr)
      return;
    step(memory_helper_name(*helper), helper->store, nullptr);
    path_.stores = true;
  }

  void go_to_address() {
    const bool vector_index = ends_.source != nullptr && ends_.source->domain == Domain::vector;
    if (vector_index && domain_ == Domain::vector) {
      vector_step("restore_vector_index", isa_.restore_vector_index, ends_.source);
      return;
    }
    if (domain_ != Domain::general)
      to_general();
    if (problem_)
      return;
    if (vector_index) {
      from_general(Domain::vector);
      vector_step("restore_vector_index", isa_.restore_vector_index, ends_.source);
      return;
    }
    const bool base = ends_.part == Part::base;
    step(base ? "restore_address" : "restore_index", base ? isa_.restore_address : isa_.restore_index, ends_.source);
  }

  void go_to_source() {
    if (problem_)
      return;
    if (ends_.from_memory)
      return store_to_source();
    if (ends_.part != Part::value)
      return go_to_address();
    const Domain wanted = ends_.source_domain.value_or(Domain::general);
    if (domain_ == wanted && at_ != nullptr && at_ == ends_.source) {
      if (ends_.puts_back || wanted == Domain::general)
        put_back(ends_.source);
      return;
    }
    if (domain_ == wanted && ends_.source != nullptr && can_be_put_back(wanted))
      return put_back(ends_.source);
    if (domain_ != Domain::general)
      to_general();
    if (problem_)
      return;
    if (wanted == Domain::general)
      return put_back(ends_.source);
    from_general(wanted);
    // What comes from a general register is no number that a program computes with.
    if (wanted == Domain::vector && !isa_.restore_vector.empty() && !problem_)
      put_back(ends_.source);
  }

  const IsaDescription &isa_;
  const ChainEnds &ends_;
  int way_;
  const RegisterFamily *at_;
  std::optional<Domain> domain_;
  std::vector<const RegisterFamily *> used_;
  ChainPath path_;
  bool has_restored_vector_ = false;
  std::optional<Error> problem_;
};

} // namespace

Expected<ChainPath> path_between(const IsaDescription &isa, const ChainEnds &ends, int way) {
  if (way > 0 && (ends.is_direct || ends.destination_domain != Domain::flags))
    return Error{"there is only one way"};
  return PathBuilder(isa, ends, way).build();
}

std::string with_value(const IsaDescription &isa, std::string text, FixedValue value) {
  switch (value) {
  case FixedValue::constant: return text;
  case FixedValue::other_constant: return replaced(std::move(text), isa.constant_text, isa.other_constant_text);
  case FixedValue::zero: return replaced(std::move(text), isa.constant_text, isa.zero_text);
  case FixedValue::address: return replaced(std::move(text), isa.constant_text, isa.second_address_text);
  }
  return text;
}

std::string vector_helper_name(std::string_view name, const VectorFile &file) {
  return std::string(name) + (file.text.empty() ? "" : "." + std::to_string(file.width_bits));
}

std::string memory_helper_name(const MemoryHelper &helper) {
  return "memory." + std::string(name_of(helper.domain)) + "." + std::to_string(helper.width_bytes);
}

} // namespace osaca::measure
