// What devices are called, and which one is taken when nobody has chosen.
#include <QTest>

#include <algorithm>

#include "core/base/error.h"
#include "core/device/compiler_macros.h"
#include "core/device/device_choice.h"
#include "core/device/device_label.h"
#include "core/device/device_traits.h"
#include "core/framework/kernel_library.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {

DeviceInfo device(int index, const char* name, const char* platform, const char* vendor, DeviceType type, int units) {
    DeviceInfo made;
    made.index = index;
    made.name = name;
    made.platform = platform;
    made.vendor = vendor;
    made.type = type;
    made.computeUnits = units;
    return made;
}

const DeviceInfo pthread = device(1, "pthread-skylake-avx512-Intel(R) Xeon(R) Processor @ 2.60GHz",
                                  "Portable Computing Language", "GenuineIntel", DeviceType::Cpu, 2);
const DeviceInfo basic = device(0, "basic-skylake-avx512-Intel(R) Xeon(R) Processor @ 2.60GHz",
                                "Portable Computing Language", "GenuineIntel", DeviceType::Cpu, 1);
const DeviceInfo h200 = device(2, "NVIDIA H200", "NVIDIA CUDA", "NVIDIA Corporation", DeviceType::Gpu, 132);

} // namespace

class CoreDevice : public QObject {
    Q_OBJECT
private slots:
    void labels_data();
    void labels();
    void labelsTellDevicesApart();
    void theLargestIsPreferred();
    void whoIsMeasuredAtTheSameTime();
    void scopesNeedALaterLanguage();
    void severalAreNamed();
    void wrongLists_data();
    void wrongLists();
};

// Only programs whose workgroups pass something on ask for scopes, and only GPUs with them build these as OpenCL C 3.0.
void CoreDevice::scopesNeedALaterLanguage() {
    const std::string scope = "__opencl_c_atomic_scope_device";
    const std::string waits = KernelLibrary().source("error-diffusion").text;
    const std::string alone = KernelLibrary().source("invert/plain").text;
    DeviceInfo gpu = h200, cpu = pthread;
    gpu.extensions = cpu.extensions = {"cl_khr_fp64", scope};
    QCOMPARE(languageVersion(gpu, waits), 300);
    QCOMPARE(languageVersion(gpu, alone), 120);
    QCOMPARE(languageVersion(h200, waits), 120);
    QCOMPARE(languageVersion(cpu, waits), 120);
    const auto defines = [&](const std::string& program, const std::string& name) {
        const CompilerMacros macros = compilerMacros(gpu, program);
        const auto found = std::ranges::find(macros.defines, name, &std::pair<std::string, std::string>::first);
        return found == macros.defines.end() ? std::string() : found->second;
    };
    QCOMPARE(defines(waits, scope), std::string("1"));
    QCOMPARE(defines(waits, "__OPENCL_C_VERSION__"), std::string("300"));
    QCOMPARE(defines(alone, scope), std::string());
    QCOMPARE(defines(alone, "__OPENCL_C_VERSION__"), std::string("120"));
}

void CoreDevice::severalAreNamed() {
    const std::vector<DeviceInfo> all{basic, pthread, h200};
    const auto named = [&](std::string_view wanted) {
        std::vector<int> indices;
        for (const DeviceInfo& one : devicesNamed(all, wanted))
            indices.push_back(one.index);
        return indices;
    };
    QCOMPARE(named("all"), (std::vector{0, 1, 2}));
    QCOMPARE(named(""), std::vector{0});
    QCOMPARE(named("nvidia"), std::vector{2});
    QCOMPARE(named("2,0"), (std::vector{2, 0}));
    QCOMPARE(named("pthread,h200"), (std::vector{1, 2}));
    QVERIFY(namesSeveral("all") && namesSeveral("0,1") && !namesSeveral("0") && !namesSeveral(""));
    QVERIFY_EXCEPTION_THROWN(devicesNamed({}, "all"), Error);
}

void CoreDevice::wrongLists_data() {
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such number") << "0,7"
                                    << "there is no device \"7\"";
    QTest::newRow("no such name") << "h200,radeon"
                                  << "there is no device \"radeon\"";
    QTest::newRow("twice") << "0,2,basic"
                           << "name 0 basic-skylake-avx512-Intel(R) Xeon(R) Processor @ 2.60GHz twice";
    QTest::newRow("an empty end") << "0,"
                                  << "nothing before or behind a comma";
    QTest::newRow("an empty start") << ",0"
                                    << "nothing before or behind a comma";
    QTest::newRow("an empty middle") << "0,,1"
                                     << "nothing before or behind a comma";
    QTest::newRow("all among others") << "0,all"
                                      << "write only all, or list devices";
}

void CoreDevice::wrongLists() {
    QFETCH(QString, wanted);
    QFETCH(QString, says);
    try {
        devicesNamed({basic, pthread, h200}, wanted.toStdString());
        QFAIL("no error");
    } catch (const Error& error) {
        QVERIFY2(QString(error.what()).contains(says), error.what());
        QVERIFY(error.kind() == ErrorKind::Usage);
    }
}

/// Nobody beside a device that computes on the host's processor.
void CoreDevice::whoIsMeasuredAtTheSameTime() {
    using Groups = std::vector<std::vector<int>>;
    const DeviceInfo second = device(3, "NVIDIA H200", "NVIDIA CUDA", "NVIDIA Corporation", DeviceType::Gpu, 132);
    QCOMPARE(measurableAtOnce({basic, pthread, h200, second}), (Groups{{2, 3}, {0}, {1}}));
    QCOMPARE(measurableAtOnce({basic, pthread}), (Groups{{0}, {1}}));
    QCOMPARE(measurableAtOnce({h200}), (Groups{{2}}));
    QVERIFY(measurableAtOnce({}).empty());
}

void CoreDevice::labels_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("platform");
    QTest::addColumn<QString>("vendor");
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("units");
    QTest::addColumn<QString>("label");
    const auto row = [](const char* name, const char* platform, const char* vendor, DeviceType type, int units,
                        const char* label) {
        QTest::newRow(label) << QString(name) << QString(platform) << QString(vendor) << int(type) << units
                             << QString(label);
    };
    const char* pocl = "Portable Computing Language";
    row("pthread-skylake-avx512-Intel(R) Xeon(R)", pocl, "GenuineIntel", DeviceType::Cpu, 2, "PoCL, 2 cores");
    row("cpu-haswell-AMD EPYC 7763 64-Core Processor", pocl, "AuthenticAMD", DeviceType::Cpu, 16, "PoCL, 16 cores");
    row("basic-x86_64", pocl, "GenuineIntel", DeviceType::Cpu, 1, "PoCL basic, 1 core");
    row("cpu-minimal-haswell", pocl, "GenuineIntel", DeviceType::Cpu, 1, "PoCL minimal, 1 core");
    row("NVIDIA H200", "NVIDIA CUDA", "NVIDIA Corporation", DeviceType::Gpu, 132, "NVIDIA H200");
    row("Tesla T4", "NVIDIA CUDA", "NVIDIA Corporation", DeviceType::Gpu, 40, "NVIDIA Tesla T4");
    row("gfx1030", "AMD Accelerated Parallel Processing", "Advanced Micro Devices, Inc.", DeviceType::Gpu, 30,
        "AMD gfx1030");
    row("AMD Radeon RX 6800 (radeonsi, navi21, LLVM 15.0.6)", "rusticl", "AMD", DeviceType::Gpu, 60,
        "AMD Radeon RX 6800");
    row("Intel(R) UHD Graphics 620 [0x5917]", "Intel(R) OpenCL HD Graphics", "Intel(R) Corporation", DeviceType::Gpu,
        24, "Intel UHD Graphics 620");
    row("Intel(R) Xeon(R) Gold 6140 CPU @ 2.30GHz", "Intel(R) OpenCL", "Intel(R) Corporation", DeviceType::Cpu, 36,
        "Intel Xeon Gold 6140, 36 cores");
    row("llvmpipe (LLVM 15.0.6, 256 bits)", "rusticl", "Mesa", DeviceType::Cpu, 8, "llvmpipe, 8 cores");
}

void CoreDevice::labels() {
    QFETCH(QString, name);
    QFETCH(QString, platform);
    QFETCH(QString, vendor);
    QFETCH(int, type);
    QFETCH(int, units);
    QFETCH(QString, label);
    const DeviceInfo one =
        device(0, qPrintable(name), qPrintable(platform), qPrintable(vendor), DeviceType(type), units);
    QCOMPARE(QString::fromStdString(deviceLabel(one)), label);
}

void CoreDevice::labelsTellDevicesApart() {
    using Labels = std::vector<std::string>;
    QCOMPARE(deviceLabels({basic, pthread}), (Labels{"PoCL basic, 1 core", "PoCL, 2 cores"}));
    DeviceInfo second = h200, viaPocl = h200;
    second.index = 3;
    viaPocl.index = 4;
    viaPocl.platform = "Portable Computing Language";
    QCOMPARE(deviceLabels({h200, second}), (Labels{"NVIDIA H200 #2", "NVIDIA H200 #3"}));
    QCOMPARE(deviceLabels({h200, viaPocl}), (Labels{"NVIDIA H200 (NVIDIA CUDA)", "NVIDIA H200 (PoCL)"}));
    QCOMPARE(deviceLabels({h200, pthread}), (Labels{"NVIDIA H200", "PoCL, 2 cores"}));
    DeviceInfo newer = pthread, older = pthread;
    newer.driver = "6.0";
    older.driver = "3.1+debian";
    QCOMPARE(poclVersion(older), std::optional<int>(3));
    QCOMPARE(poclVersion(newer), std::optional<int>(6));
    QCOMPARE(poclVersion(h200), std::optional<int>());
    QCOMPARE(deviceLabels({pthread, newer})[1], std::string("PoCL, 2 cores, driver 6.0"));
}

void CoreDevice::theLargestIsPreferred() {
    QCOMPARE(preferredDevice({}), -1);
    QCOMPARE(preferredDevice({basic, pthread}), pthread.index);
    QCOMPARE(preferredDevice({basic, pthread, h200}), h200.index);
    DeviceInfo manyCores = pthread, second = h200;
    manyCores.computeUnits = 256;
    QCOMPARE(preferredDevice({manyCores, h200}), h200.index); // a GPU all the same
    second.index = 3;
    QCOMPARE(preferredDevice({second, h200}), h200.index); // of equals the first
}

LIGHTBENCH_TEST(CoreDevice, NoApplication)
#include "core_device.moc"
