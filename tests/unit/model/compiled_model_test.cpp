#include "sample_model.h"

#include "model/compiled/compiled_model.h"
#include "model/library/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace osaca::test {
namespace {

using testing::HasSubstr;

class RandomModel {
public:
  explicit RandomModel(unsigned seed) : random_(seed) {}

  MachineModel::Data data(const std::vector<std::string> &names) {
    MachineModel::Data data;
    data.name = "m" + word();
    data.title = word();
    data.aliases = {word(), word()};
    data.stand_ins = {{word(), word()}, {word(), word()}};
    data.compiler_cpu = word();
    data.compiler_ports = {{word(), {word()}}, {"empty", {}}};
    data.notes = {{ArchNote::Kind::borrowed_figures, word()}, {ArchNote::Kind::remark, word(), {word(), word()}}};
    if (chance())
      data.validations = {{Validation::Code::loops, 1 + static_cast<int>(random_() % 1000), 4.25, 86.5, provenance()}};
    data.fallback_only = chance();
    for (auto left = 2 + random_() % 63; left > 0; --left) // the mechanisms below name the first two
      data.core.ports.push_back({word(), static_cast<PortKind>(random_() % 4)});
    ports_ = data.core.ports.size();
    data.core.dispatch_width = {Cycles(6), provenance()};
    if (chance())
      data.core.dispatch_splits = DispatchSplits{3, 2, provenance()};
    if (chance())
      data.core.cycle_starts = CycleStarts{3, 6, provenance()};
    if (chance())
      data.core.reorder_buffer = SourcedCycles{Cycles(320), provenance()};
    if (chance())
      data.core.run_end_cycles = SourcedCycles{cycles(), provenance()};
    if (chance())
      data.core.call_cycles = SourcedCycles{cycles(), provenance()};
    if (chance())
      data.core.return_cycles = SourcedCycles{cycles(), provenance()};
    if (chance())
      data.core.further_call_cycles = SourcedCycles{cycles(), provenance()};
    data.core.stack_engine = {chance(), provenance()};
    data.core.high_bytes_apart = {chance(), provenance()};
    data.core.memory_renaming =
        MemoryRenamingRules{{word()}, 4, chance(), chance(), chance(), 24, {word()}, {word()}, 4, 11, 2, provenance()};
    if (chance())
      data.core.straight_line_width = SourcedCycles{cycles(), provenance()};
    if (chance())
      data.core.high_byte_merge = HighByteMerge{demands(), cycles(), provenance()};
    if (chance())
      data.core.fetch = Fetch{64, static_cast<int>(random_() % 100), 16, {word()}, cycles(), provenance()};
    if (chance())
      data.core.op_cache = OpCache{static_cast<int>(random_() % 100), 9, 2,   3, 4, 16, 8, provenance(), 32,
                                   UnkeptJumps{32, 64, provenance()}, 2, true};
    if (chance())
      data.core.renamed_additions = RenamedAdditions{{word()},
                                                     static_cast<int>(random_() % 4096),
                                                     63,
                                                     cycles(),
                                                     {{64, cycles()}, {512, cycles()}},
                                                     {word(), word()},
                                                     cycles(),
                                                     demands(),
                                                     provenance()};
    if (chance())
      data.core.unfused_loads = UnfusedLoads{{word()}, chance(), chance(), provenance()};
    if (chance())
      data.core.bypasses = {{{word()}, {word(), word()}, cycles(), cycles(), chance(), chance(), provenance()}};
    data.core.in_order = {chance(), 2, chance(), chance(), 3, 4, 5, {}, provenance()};
    if (chance())
      data.core.in_order.rules = {
          {IssueRule::Kind::alone, {{word()}, IssueKind::Access::any, 0, 0, 2}, {}, provenance()},
          {IssueRule::Kind::apart, {{}, IssueKind::Access::load, 1, 3, 0}, {{"AD*"}}, provenance()}};
    if (chance())
      data.core.grouped_accesses = GroupedAccesses{3, provenance()};
    if (chance())
      data.core.load_banks = LoadBanks{4, 16, 2, 1, cycles(), provenance()};
    if (chance())
      data.core.high_byte_reads = HighByteReads{demands(), cycles(), provenance()};
    if (chance())
      data.core.wide_vectors = WideVectors{512, 1, chance(), {word()}, 2, provenance()};
    if (chance())
      data.core.access_rates = {{RegisterKind::vector, 256, demands(), provenance()}};
    if (chance())
      data.core.vector_rates = {{256, demands(), provenance()}, {512, demands(), provenance()}};
    if (chance())
      data.core.store_drain = StoreDrain{{word(), word()}, demands(), provenance()};
    if (chance())
      data.core.vector_length = VectorLength{64 << random_() % 6, static_cast<int>(random_() % 9), provenance()};
    if (chance())
      data.core.address_aliasing = AddressAliasing{12, 4, static_cast<int>(random_() % 9), 2, cycles(), provenance()};
    if (chance())
      data.core.dispatch_groups = DispatchGroups{2, static_cast<int>(1 + random_() % 20), provenance()};
    data.core.loads = {access(), access()};
    data.core.stores = {access()};
    data.core.fusion = {{{"AD*"},
                         {names[0]},
                         chance(),
                         chance(),
                         chance(),
                         chance(),
                         chance(),
                         chance(),
                         chance(),
                         {"j*"},
                         demands(),
                         provenance()}};
    data.core.idioms = {{IdiomRule::Kind::move, {"*rr"}, chance(), chance(), cycles(), provenance()}};
    if (chance())
      data.core.short_loops = ShortLoops{{{7, 2}, {static_cast<int>(8 + random_() % 60), 1}}, provenance()};
    for (const std::string &name : names)
      if (random_() % 3 == 0)
        data.forms.push_back(entry(name));
    data.patterns = {entry("VADD*"), entry("*r?")};
    return data;
  }

private:
  bool chance() { return random_() % 2 == 0; }
  std::string word() { return std::string(random_() % 20, static_cast<char>('a' + random_() % 26)); }
  Cycles cycles() {
    return {static_cast<std::int64_t>(1 + random_() % 1000), static_cast<std::int64_t>(1 + random_() % 60)};
  }
  Provenance provenance() {
    return {static_cast<Origin>(random_() % (static_cast<unsigned>(Origin::unknown) + 1)), word()};
  }
  std::vector<PortDemand> demands() {
    std::vector<PortDemand> all;
    for (auto left = random_() % 4; left > 0; --left)
      all.push_back({PortSet(1) << (random_() % ports_), cycles()});
    return all;
  }
  MemoryAccessCost access() {
    MemoryAccessCost access;
    access.max_width_bits = static_cast<int>(8 + random_() % 512);
    access.demands = demands();
    if (chance())
      access.indexed_demands = demands();
    access.latency_cycles = cycles();
    access.forward_cycles = cycles();
    access.inner_forward_cycles = cycles();
    access.failed_forward_demands = demands();
    access.provenance = provenance();
    return access;
  }
  FormEntry entry(const std::string &name) {
    FormEntry entry;
    entry.opcode = name;
    entry.cost.demands = demands();
    entry.cost.dispatch_slots = cycles();
    entry.cost.latency_cycles = cycles();
    entry.complete = chance();
    if (chance())
      entry.cost.operand_latencies = {{1, 0, cycles()}, {2, 0, cycles()}};
    if (chance())
      entry.three_component = FormEntry::Variant{demands(), cycles(), cycles()};
    if (chance())
      entry.same_register = FormEntry::Variant{demands(), cycles(), cycles()};
    if (chance())
      entry.shifted_far = FormEntry::Variant{demands(), cycles(), cycles()};
    if (chance())
      entry.zero_addend = FormEntry::Variant{demands(), cycles(), cycles()};
    if (chance())
      entry.vector_figures = {{*VectorTypes::named("e32m2"), chance(), demands(), cycles(), provenance()}};
    entry.cost.provenance = provenance();
    return entry;
  }

  std::mt19937 random_;
  std::size_t ports_ = 1;
};

void expect_same(const std::optional<FormEntry> &a, const std::optional<FormEntry> &b, const std::string &name) {
  ASSERT_EQ(a.has_value(), b.has_value()) << name;
  if (!a)
    return;
  EXPECT_EQ(a->opcode, b->opcode);
  EXPECT_EQ(a->complete, b->complete);
  EXPECT_EQ(a->three_component, b->three_component);
  EXPECT_EQ(a->same_register, b->same_register);
  EXPECT_EQ(a->shifted_far, b->shifted_far);
  EXPECT_EQ(a->zero_addend, b->zero_addend);
  EXPECT_EQ(a->vector_figures, b->vector_figures);
  EXPECT_EQ(a->cost.demands, b->cost.demands);
  EXPECT_EQ(a->cost.dispatch_slots, b->cost.dispatch_slots);
  EXPECT_EQ(a->cost.latency_cycles, b->cost.latency_cycles);
  EXPECT_EQ(a->cost.operand_latencies, b->cost.operand_latencies);
  EXPECT_EQ(a->cost.provenance, b->cost.provenance);
}

TEST(CompiledModel, AnswersAsTheModelItWasMadeFrom) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const MachineModel model(RandomModel(seed).data(opcodes()));
    const Expected<std::string> block = compile_model(model, opcodes());
    ASSERT_TRUE(block) << block.error().text();
    Expected<MachineModel::Data> data = open_compiled_model(*block);
    ASSERT_TRUE(data) << data.error().text();
    const MachineModel opened(*std::move(data));
    EXPECT_EQ(opened.name(), model.name());
    EXPECT_EQ(opened.data().aliases, model.data().aliases);
    EXPECT_EQ(opened.data().stand_ins, model.data().stand_ins);
    EXPECT_EQ(opened.core().idioms[0].onto_itself, model.core().idioms[0].onto_itself);
    EXPECT_EQ(opened.core().idioms[0].latency_cycles, model.core().idioms[0].latency_cycles);
    EXPECT_EQ(opened.data().compiler_ports, model.data().compiler_ports);
    EXPECT_EQ(opened.data().notes, model.data().notes);
    EXPECT_EQ(opened.core().ports.size(), model.core().ports.size());
    EXPECT_EQ(opened.core().loads[1].indexed_demands, model.core().loads[1].indexed_demands);
    EXPECT_EQ(opened.core().high_bytes_apart.value, model.core().high_bytes_apart.value);
    EXPECT_EQ(opened.core().stack_engine.provenance, model.core().stack_engine.provenance);
    EXPECT_EQ(opened.core().memory_renaming->not_in_place, model.core().memory_renaming->not_in_place);
    EXPECT_EQ(opened.core().memory_renaming->sometimes, model.core().memory_renaming->sometimes);
    EXPECT_EQ(opened.core().memory_renaming->in_place_run, model.core().memory_renaming->in_place_run);
    EXPECT_EQ(opened.data().validations, model.data().validations);
    ASSERT_EQ(opened.core().fetch.has_value(), model.core().fetch.has_value());
    if (opened.core().fetch) {
      EXPECT_EQ(opened.core().fetch->cache_bytes, model.core().fetch->cache_bytes);
    }
    ASSERT_EQ(opened.core().op_cache.has_value(), model.core().op_cache.has_value());
    if (opened.core().op_cache) {
      EXPECT_EQ(opened.core().op_cache->entries, model.core().op_cache->entries);
      EXPECT_EQ(opened.core().op_cache->block_bytes, 32);
      EXPECT_EQ(opened.core().op_cache->piece_tail_ops, 2);
      EXPECT_TRUE(opened.core().op_cache->wide_constants);
      ASSERT_TRUE(opened.core().op_cache->unkept_jumps);
      EXPECT_EQ(opened.core().op_cache->unkept_jumps->lost_bytes, 64);
    }
    ASSERT_EQ(opened.core().straight_line_width.has_value(), model.core().straight_line_width.has_value());
    ASSERT_EQ(opened.core().high_byte_merge.has_value(), model.core().high_byte_merge.has_value());
    if (opened.core().high_byte_merge) {
      EXPECT_EQ(opened.core().high_byte_merge->latency_cycles, model.core().high_byte_merge->latency_cycles);
    }
    ASSERT_EQ(opened.core().address_aliasing.has_value(), model.core().address_aliasing.has_value());
    if (opened.core().address_aliasing) {
      EXPECT_EQ(opened.core().address_aliasing->learned, model.core().address_aliasing->learned);
    }
    EXPECT_EQ(opened.core().fusion[0].demands, model.core().fusion[0].demands);
    ASSERT_EQ(opened.core().dispatch_groups.has_value(), model.core().dispatch_groups.has_value());
    if (opened.core().dispatch_groups) {
      EXPECT_EQ(opened.core().dispatch_groups->compared_entries, model.core().dispatch_groups->compared_entries);
    }
    EXPECT_EQ(opened.core().in_order.value, model.core().in_order.value);
    EXPECT_EQ(opened.core().in_order.writes_in_order, model.core().in_order.writes_in_order);
    EXPECT_EQ(opened.core().in_order.address_cycles, model.core().in_order.address_cycles);
    EXPECT_EQ(opened.core().in_order.loaded_value_cycles, model.core().in_order.loaded_value_cycles);
    EXPECT_EQ(opened.core().in_order.store_data_cycles, model.core().in_order.store_data_cycles);
    ASSERT_EQ(opened.core().in_order.rules.size(), model.core().in_order.rules.size());
    if (!opened.core().in_order.rules.empty()) {
      EXPECT_EQ(opened.core().in_order.rules[0].of.least_results, 2);
      EXPECT_EQ(opened.core().in_order.rules[1].of.access, IssueKind::Access::load);
    }
    EXPECT_EQ(opened.core().reorder_buffer.has_value(), model.core().reorder_buffer.has_value());
    ASSERT_EQ(opened.core().run_end_cycles.has_value(), model.core().run_end_cycles.has_value());
    if (opened.core().run_end_cycles) {
      EXPECT_EQ(opened.core().run_end_cycles->value, model.core().run_end_cycles->value);
    }
    ASSERT_EQ(opened.core().call_cycles.has_value(), model.core().call_cycles.has_value());
    if (opened.core().call_cycles) {
      EXPECT_EQ(opened.core().call_cycles->value, model.core().call_cycles->value);
    }
    ASSERT_EQ(opened.core().further_call_cycles.has_value(), model.core().further_call_cycles.has_value());
    if (opened.core().further_call_cycles) {
      EXPECT_EQ(opened.core().further_call_cycles->value, model.core().further_call_cycles->value);
    }
    ASSERT_EQ(opened.core().return_cycles.has_value(), model.core().return_cycles.has_value());
    if (opened.core().return_cycles) {
      EXPECT_EQ(opened.core().return_cycles->value, model.core().return_cycles->value);
    }
    for (const std::string &name : opcodes()) {
      expect_same(opened.find(name), model.find(name), name);
      EXPECT_EQ(opened.rule_matches(name), model.rule_matches(name)) << name;
    }
    EXPECT_FALSE(opened.find("NOSUCH"));
    EXPECT_FALSE(opened.find(""));
  }
}

TEST(CompiledModel, CountsEachOpcodeOnceByTheOriginOfItsFigures) {
  const Expected<std::string> block = compile_model(tiny_model(), opcodes());
  const MachineModel model(open_compiled_model(*block).value());
  // In the lab: VADDPD(Y)rr, VFMADD231PDr, ADD64rm, ADD64rr, ADD64ri32, ADD64ri8. Manual: VDIVPDrr, MOV64rm, MOV64mr,
  // LEA64r.
  EXPECT_EQ(model.coverage().forms, (std::map<Origin, int>{{Origin::measured, 7}, {Origin::vendor, 4}}));
}

void use(const std::string &block) {
  const ModelLibrary library({block});
  for (const ModelSummary &summary : library.list())
    (void)library.load(summary.name);
  Expected<MachineModel::Data> data = open_compiled_model(block);
  if (!data)
    return;
  const MachineModel model(*std::move(data));
  for (const std::string &name : opcodes()) {
    Instruction instruction;
    instruction.opcode = name;
    instruction.loads = instruction.stores = true;
    const std::optional<Cost> cost = cost_of(model, instruction, -1);
    if (!cost || model.core().ports.size() >= 64)
      continue;
    for (const PortDemand &demand : cost->demands) // analyses index the ports by these bits
      EXPECT_EQ(demand.ports >> model.core().ports.size(), 0u);
  }
  (void)model.coverage();
}

TEST(ModelLibrary, ReadsSummariesWithoutTheModels) {
  const std::vector<std::string> blocks = {
      compile_model(tiny_model(), opcodes()).value(),
      compile_model(MachineModel(RandomModel(1).data(opcodes())), opcodes()).value()};
  const std::string summaries = compile_summaries(blocks).value();
  const ModelLibrary from_summaries({"no model", "none"}, {.summaries = summaries});
  const ModelLibrary from_blocks({blocks[0], blocks[1]});
  EXPECT_EQ(from_summaries.names(), from_blocks.names());
  EXPECT_EQ(from_summaries.count(), 2U);
  EXPECT_FALSE(from_summaries.load("tiny"));
  for (std::size_t size = 0; size < summaries.size(); size += 7)
    EXPECT_FALSE(read_summaries(summaries.substr(0, size)));
  EXPECT_EQ(ModelLibrary({blocks[0], blocks[1]}, {.summaries = "damaged"}).names(), from_blocks.names());
}

TEST(CompiledModel, IsRefusedWhenCutAnywhere) {
  const std::string block = compile_model(tiny_model(), opcodes()).value();
  for (std::size_t size = 0; size < block.size(); ++size)
    EXPECT_FALSE(open_compiled_model(std::string_view(block).substr(0, size))) << size;
  EXPECT_FALSE(open_compiled_model(block + "x"));
}

TEST(CompiledModel, IsRefusedIfAFieldNamesAnUnknownPort) {
  const std::vector<PortDemand> unknown = {{PortSet(1) << 40, Cycles(1)}};
  const auto opened_with = [](const auto &change) {
    MachineModel::Data data = tiny_model().data();
    change(data.core);
    return open_compiled_model(compile_model(MachineModel(data), opcodes()).value());
  };
  EXPECT_TRUE(opened_with([](Core &) {}));
  EXPECT_FALSE(opened_with([&](Core &core) { core.high_byte_reads = HighByteReads{unknown, Cycles(1), {}}; }));
  EXPECT_FALSE(opened_with([&](Core &core) { core.store_drain = StoreDrain{{"ADD*"}, unknown, {}}; }));
  EXPECT_FALSE(opened_with([](Core &core) { core.grouped_accesses = GroupedAccesses{PortSet(1) << 40, {}}; }));
}

TEST(CompiledModel, NeverReadsOutsideWhateverIsDamaged) {
  const std::string block = compile_model(tiny_model(), opcodes()).value();
  std::mt19937 random(11);
  for (std::size_t i = 0; i < block.size(); ++i)
    for (const int value : {0xff, block[i] + 1}) {
      std::string damaged = block;
      damaged[i] = static_cast<char>(value);
      use(damaged);
    }
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = block;
    for (int n = 0; n < 8; ++n)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    use(damaged);
  }
}

TEST(CompiledModel, SaysThatItIsOfAnotherVersion) {
  std::string block = compile_model(tiny_model(), opcodes()).value();
  block[8] = 99;
  EXPECT_THAT(open_compiled_model(block).error().text(), HasSubstr("version 99"));
  block[0] = 'X';
  EXPECT_THAT(open_compiled_model(block).error().text(), HasSubstr("not a compiled model"));
}

TEST(ModelLibrary, FindsByNameAndAliasWithoutRegardToCase) {
  MachineModel::Data data = tiny_model().data();
  data.aliases = {"Little", "tiny-2"};
  const std::string block = compile_model(MachineModel(data), opcodes()).value();
  const ModelLibrary library({block, "garbage"});
  EXPECT_EQ(library.list().size(), 1u);
  EXPECT_EQ(library.canonical_name("LITTLE"), "tiny");
  EXPECT_EQ(library.canonical_name("TINY"), "tiny");
  EXPECT_EQ(library.canonical_name("zen"), "");
  EXPECT_TRUE(library.load("tiny-2"));
  EXPECT_EQ(library.load("litle").error().text(), "there is no model 'litle'; did you mean 'Little'?");
}

} // namespace
} // namespace osaca::test
