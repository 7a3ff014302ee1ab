// What Linux says of a machine's kinds of cores, in made-up folders. The numbers of Arm's cores are those that Arm's
// manuals list for MIDR_EL1 (Cortex-A53 0xd03, A55 0xd05, A57 0xd07, A72 0xd08, A76 0xd0b); Apple's are those of Linux
// (arch/arm64/include/asm/cputype.h: Icestorm 0x022, Firestorm 0x023).
#include "decode/host_processor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace osaca {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Kinds = HostProcessor::Kinds;

/// A folder in place of "/".
class MadeMachine {
public:
  MadeMachine() : root_(std::filesystem::temp_directory_path() / ("osaca-machine-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(root_);
  }
  MadeMachine(const MadeMachine &) = delete;
  MadeMachine &operator=(const MadeMachine &) = delete;
  ~MadeMachine() { std::filesystem::remove_all(root_); }

  void write(const std::string &file, const std::string &text) const {
    const std::filesystem::path path = root_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  void add_arm_core(int number, const std::string &part, int capacity, const std::string &implementer = "0x41") {
    cpuinfo_ += "processor\t: " + std::to_string(number) +
                "\nBogoMIPS\t: 48.00\nFeatures\t: fp asimd\nCPU implementer\t: " + implementer +
                "\nCPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: " + part + "\nCPU revision\t: 4\n\n";
    write("proc/cpuinfo", cpuinfo_);
    if (capacity > 0)
      write("sys/devices/system/cpu/cpu" + std::to_string(number) + "/cpu_capacity", std::to_string(capacity) + "\n");
  }
  void be_x86(const std::string &vendor, int family, int model) const {
    write("proc/cpuinfo", "processor\t: 0\nvendor_id\t: " + vendor + "\ncpu family\t: " + std::to_string(family) +
                              "\nmodel\t\t: " + std::to_string(model) + "\nmodel name\t: any\n\nprocessor\t: 1\n");
  }
  [[nodiscard]] HostProcessor read(const std::string &cpu) const { return host_processor(root_.string(), cpu); }

private:
  std::filesystem::path root_;
  std::string cpuinfo_;
};

TEST(HostProcessor, KnowsTheBigCoresByTheirCapacity) {
  MadeMachine machine; // as on an RK3588: four small cores first
  for (int core = 0; core < 4; ++core)
    machine.add_arm_core(core, "0xd05", 530);
  for (int core = 4; core < 8; ++core)
    machine.add_arm_core(core, "0xd0b", 1024);
  const HostProcessor found = machine.read("cortex-a55");
  EXPECT_EQ(found.cpu, "cortex-a76");
  EXPECT_THAT(found.other_cpus, ElementsAre("cortex-a55"));
  EXPECT_EQ(found.kinds, Kinds::several);
}

TEST(HostProcessor, KnowsTheBigCoresWhereTheyComeFirst) {
  MadeMachine machine; // as on an RK3399 with its clusters exchanged, without capacities
  machine.add_arm_core(0, "0xd08", 0);
  machine.add_arm_core(1, "0xd03", 0);
  machine.write("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "1800000\n");
  machine.write("sys/devices/system/cpu/cpu1/cpufreq/cpuinfo_max_freq", "1416000\n");
  const HostProcessor found = machine.read("cortex-a53");
  EXPECT_EQ(found.cpu, "cortex-a72");
  EXPECT_THAT(found.other_cpus, ElementsAre("cortex-a53"));
}

TEST(HostProcessor, SortsThreeKindsOfCores) {
  MadeMachine machine;
  machine.add_arm_core(0, "0xd05", 250);
  machine.add_arm_core(1, "0xd41", 900);  // Cortex-A78
  machine.add_arm_core(2, "0xd44", 1024); // Cortex-X1
  const HostProcessor found = machine.read("cortex-a55");
  EXPECT_EQ(found.cpu, "cortex-x1");
  EXPECT_THAT(found.other_cpus, ElementsAre("cortex-a78", "cortex-a55"));
}

TEST(HostProcessor, KeepsTheChoiceOfLlvmIfNothingSaysWhichKindIsFaster) {
  MadeMachine machine;
  machine.add_arm_core(0, "0xd03", 0);
  machine.add_arm_core(1, "0xd07", 0);
  for (const char *cpu : {"cortex-a53", "cortex-a57"})
    EXPECT_EQ(machine.read(cpu).cpu, cpu);
  EXPECT_EQ(machine.read("cortex-a57").kinds, Kinds::several);
}

TEST(HostProcessor, TakesCoresOfOneKindForOne) {
  MadeMachine machine;
  machine.add_arm_core(0, "0xd0c", 1024);
  machine.add_arm_core(1, "0xd0c", 1024);
  const HostProcessor found = machine.read("neoverse-n1");
  EXPECT_EQ(found.cpu, "neoverse-n1");
  EXPECT_THAT(found.other_cpus, IsEmpty());
  EXPECT_EQ(found.kinds, Kinds::unknown) << "cores of one name may still differ";
}

TEST(HostProcessor, KeepsTheNameOfAChipWhoseCoresHaveOneName) {
  MadeMachine machine;
  machine.add_arm_core(0, "0x022", 485, "0x61");
  machine.add_arm_core(1, "0x023", 1024, "0x61");
  EXPECT_EQ(machine.read("apple-m1").cpu, "apple-m1");
  EXPECT_THAT(machine.read("apple-m1").other_cpus, IsEmpty());
}

TEST(HostProcessor, CountsKindsOfX86CoresByTheirEvents) {
  MadeMachine machine;
  machine.be_x86("GenuineIntel", 6, 151);
  EXPECT_EQ(machine.read("alderlake").kinds, Kinds::unknown) << "a guest without performance events";
  machine.write("sys/devices/cpu/type", "4\n");
  EXPECT_EQ(machine.read("alderlake").kinds, Kinds::one);
  machine.write("sys/devices/cpu_core/cpus", "0-15\n");
  machine.write("sys/devices/cpu_atom/cpus", "16-23\n");
  const HostProcessor found = machine.read("alderlake");
  EXPECT_EQ(found.kinds, Kinds::several);
  EXPECT_EQ(found.cpu, "alderlake");
  EXPECT_EQ(found.vendor, "GenuineIntel");
  EXPECT_EQ(found.family, 6);
  EXPECT_EQ(found.model, 151) << "not the model's name";
}

TEST(HostProcessor, SurvivesDamagedAndMissingFiles) {
  MadeMachine machine;
  EXPECT_EQ(machine.read("znver4").cpu, "znver4") << "no files at all";
  for (const std::string &text :
       {std::string(), std::string("\n\n\n\n"), std::string(":"), std::string(100000, '\n'),
        std::string("processor : 99999999999999\nCPU part : x\n\nprocessor : -1\nCPU part :\n"),
        std::string("CPU implementer : 0x41\nCPU part : 0xd05\n\n"
                    "processor : ../../x\nCPU implementer : 0x41\nCPU part : 0xd0b\n"),
        std::string("vendor_id : AuthenticAMD\ncpu family : many\nmodel : 99999999999999\n"),
        std::string(1 << 20, '\xff')}) {
    machine.write("proc/cpuinfo", text);
    EXPECT_EQ(machine.read("znver4").family, 0);
  }
  machine.add_arm_core(0, "0xd05", 0);
  machine.add_arm_core(1, "0xd0b", 0);
  machine.write("sys/devices/system/cpu/cpu0/cpu_capacity", "-7");
  machine.write("sys/devices/system/cpu/cpu1/cpu_capacity", std::string(5000, '9'));
  EXPECT_EQ(machine.read("cortex-a76").cpu, "cortex-a76");
}

TEST(HostProcessor, OfThisMachineHasAName) { EXPECT_NE(host_processor().cpu, ""); }

} // namespace
} // namespace osaca
