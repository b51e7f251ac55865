// The plans of histogram, equalize and transpose do what their variants' lines say: passes, local memory, groups, and
// the parameters that steer them.
#include <QTest>

#include "core/run/resolve.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

DeviceInfo cpu() {
    DeviceInfo device = madeUpGpu();
    device.name = "cpu";
    device.type = DeviceType::Cpu;
    device.computeUnits = 2;
    device.maxWorkgroup = 4096;
    device.maxWorkItems = {4096, 4096, 4096};
    device.localMemory = 1 << 20;
    return device;
}

Plan planOf(const std::string& stack, const DeviceInfo& device = madeUpGpu(), int channels = 1) {
    return resolveStage(parseStack(stack).front(), {{8192, 8192}, {SampleType::U8, channels}}, device).plan;
}

const KernelPass& kernelOf(const Plan& plan, std::size_t index) { return std::get<KernelPass>(plan.passes.at(index)); }

/// "fill", "host" or the kernel's name for each pass.
QStringList passesOf(const Plan& plan) {
    QStringList names;
    for (const Pass& pass : plan.passes) {
        const auto* kernel = std::get_if<KernelPass>(&pass);
        names += kernel ? QString::fromStdString(kernel->kernel)
                        : (std::holds_alternative<FillPass>(pass) ? QStringLiteral("fill") : QStringLiteral("host"));
    }
    return names;
}

QString defineOf(const KernelPass& pass, const std::string& name) {
    for (const auto& [key, value] : pass.defines)
        if (key == name) return QString::fromStdString(value);
    return {};
}

QString refusal(const std::string& stack, const DeviceInfo& device, int channels) {
    return messageOf([&] { planOf(stack, device, channels); });
}

} // namespace

class CountingPlans : public QObject {
    Q_OBJECT
private slots:
    void banksTakeLocalMemory();
    void banksThatDoNotFitAreRefused();
    void groupsAndReadsAreAsChosen();
    void processorsCompareAndInterpolateInVectors();
    void reductionByKernelOrAtomics();
    void privateTablesAreMerged();
    void privateTablesFitTheStack();
    void automaticVariantsByDevice();
    void equalizeCountsInBanks();
    void transposeTiles();
    void transposeReadsWideWhereRowsAllow();
};

void CountingPlans::banksTakeLocalMemory() {
    const std::uint64_t ticket = 4;
    QCOMPARE(localBytes(planOf("histogram variant=local banks=8")), 1024 + ticket);
    for (int banks : {2, 4, 8, 16, 32}) {
        const Plan plan = planOf("histogram variant=local-banked banks=" + std::to_string(banks));
        QCOMPARE(localBytes(plan), std::uint64_t(banks) * 1024 + ticket);
        QCOMPARE(defineOf(kernelOf(plan, 0), "BANKS"), QString::number(banks));
    }
    QCOMPARE(localBytes(planOf("histogram variant=local-banked")), 32 * 1024 + ticket);
    QCOMPARE(localBytes(planOf("histogram variant=local-banked", madeUpGpu(), 4)), 8 * 5 * 1024 + ticket);
}

void CountingPlans::banksThatDoNotFitAreRefused() {
    const QString message = refusal("histogram variant=local-banked banks=32", madeUpGpu(), 4);
    VERIFY_CONTAINS(message, "32 banks of 1280 bins need 160 KiB of local memory");
    VERIFY_CONTAINS(message, "use at most 8");
    QCOMPARE(refusal("histogram variant=local-banked banks=32", cpu(), 4), QStringLiteral("no error"));
    QCOMPARE(refusal("histogram variant=local banks=32", madeUpGpu(), 4), QStringLiteral("no error"));
}

void CountingPlans::groupsAndReadsAreAsChosen() {
    for (int groups : {1, 2, 7}) {
        const std::string words = "histogram variant=local-banked workgroup=256 groups=" + std::to_string(groups);
        const KernelPass pass = kernelOf(planOf(words + " reads=serial"), 0);
        QCOMPARE(pass.global[0], std::size_t(groups) * 100 * 256);
        QCOMPARE(defineOf(pass, "SERIAL"), QStringLiteral("1"));
        QCOMPARE(defineOf(kernelOf(planOf(words + " reads=coalesced"), 0), "SERIAL"), QStringLiteral("0"));
    }
    QCOMPARE(defineOf(kernelOf(planOf("histogram"), 0), "SERIAL"), QStringLiteral("0"));
}

void CountingPlans::reductionByKernelOrAtomics() {
    for (const std::string variant : {"local", "local-banked"}) {
        const std::string stack = "histogram variant=" + variant + " reduction=";
        QCOMPARE(passesOf(planOf(stack + "kernel")), QStringList({"histogram_local", "histogram_merge"}));
        QCOMPARE(passesOf(planOf(stack + "atomics")), QStringList({"histogram_local"}));
    }
}

void CountingPlans::privateTablesAreMerged() {
    QCOMPARE(passesOf(planOf("histogram variant=private-host-merge")), QStringList({"histogram_private", "host"}));
    QCOMPARE(passesOf(planOf("histogram variant=private-device-merge", cpu())),
             QStringList({"histogram_private", "histogram_merge"}));
    const Plan many = planOf("histogram variant=private-device-merge groups=8");
    QCOMPARE(passesOf(many), QStringList({"histogram_private", "histogram_merge", "histogram_merge"}));
    QCOMPARE(many.scratch.at(1).bytes, std::uint64_t(kernelOf(many, 0).global[0]) * 1024);
    QCOMPARE(localBytes(kernelOf(many, 0)), std::uint64_t(0));
}

void CountingPlans::privateTablesFitTheStack() {
    const std::string stack = "histogram variant=private-device-merge workgroup=1024";
    VERIFY_CONTAINS(refusal(stack, cpu(), 4), "use at most 204 work-items");
    QCOMPARE(refusal(stack, cpu(), 1), QStringLiteral("no error"));
    QCOMPARE(refusal(stack, madeUpGpu(), 4), QStringLiteral("no error"));
}

void CountingPlans::automaticVariantsByDevice() {
    QCOMPARE(passesOf(planOf("histogram")), QStringList({"histogram_local"}));
    QCOMPARE(passesOf(planOf("histogram", cpu())).first(), QStringLiteral("histogram_private"));
    QCOMPARE(passesOf(planOf("transpose")), QStringList({"transpose_local_blocks"}));
    QCOMPARE(passesOf(planOf("transpose", cpu())), QStringList({"transpose_cache_lines"}));
}

void CountingPlans::equalizeCountsInBanks() {
    const Plan fused = planOf("equalize variant=fused-table");
    QCOMPARE(passesOf(fused), QStringList({"histogram_local", "equalize_table_and_look_up"}));
    QCOMPARE(defineOf(kernelOf(fused, 0), "BANKS"), QStringLiteral("32"));
    QCOMPARE(defineOf(kernelOf(fused, 1), "REPLICAS"), QStringLiteral("32"));
    QCOMPARE(passesOf(planOf("equalize variant=local-histogram")),
             QStringList({"histogram_local", "equalize_table", "equalize_look_up"}));
    QCOMPARE(defineOf(kernelOf(planOf("equalize", madeUpGpu(), 4), 0), "BIN_ROWS"), QStringLiteral("3"));
}

void CountingPlans::transposeTiles() {
    QCOMPARE(localBytes(planOf("transpose variant=plain")), std::uint64_t(0));
    QCOMPARE(localBytes(planOf("transpose variant=local-padded")), std::uint64_t(32 * 33));
    QCOMPARE(localBytes(planOf("transpose variant=local-padded", madeUpGpu(), 4)), std::uint64_t(32 * 33 * 4));
    // Pixels are words here, however narrow, and 16 words lie between the halves.
    for (int channels : {1, 4})
        QCOMPARE(localBytes(planOf("transpose variant=local-offset-rows", madeUpGpu(), channels)),
                 std::uint64_t(4 * (16 * 16 + 16)));
    // Where rows of the result begin anywhere, a word of each column comes from below the tile.
    const ImageShape odd{{64, 33}, {SampleType::U8, 1}}, even{{64, 32}, {SampleType::U8, 1}};
    const auto blocks = [](const ImageShape& shape) {
        return localBytes(resolveStage(parseStack("transpose variant=local-blocks").front(), shape, madeUpGpu()).plan);
    };
    QCOMPARE(blocks(even), std::uint64_t(128 * 128));
    QCOMPARE(blocks(odd), std::uint64_t(132 * 128));
}

void CountingPlans::processorsCompareAndInterpolateInVectors() {
    QCOMPARE(passesOf(planOf("otsu", cpu())), QStringList({"histogram_local", "otsu_threshold_alone", "otsu_compare"}));
    QCOMPARE(passesOf(planOf("otsu")), QStringList({"histogram_local", "otsu_table", "equalize_look_up"}));
    QCOMPARE(passesOf(planOf("clahe", cpu())), QStringList({"clahe_tables", "clahe_look_up_between"}));
    QCOMPARE(passesOf(planOf("clahe")).last(), QStringLiteral("clahe_look_up"));
    QCOMPARE(passesOf(planOf("clahe", cpu(), 4)).last(), QStringLiteral("clahe_look_up"));
}

void CountingPlans::transposeReadsWideWhereRowsAllow() {
    const auto widths = [](Size size) {
        const ImageShape shape{size, {SampleType::U8, 1}};
        const Plan plan = resolveStage(parseStack("transpose variant=local-blocks").front(), shape, madeUpGpu()).plan;
        return defineOf(kernelOf(plan, 0), "WIDE_READS") + defineOf(kernelOf(plan, 0), "WIDE_WRITES");
    };
    QCOMPARE(widths({64, 32}), QStringLiteral("11"));
    QCOMPARE(widths({64, 33}), QStringLiteral("10"));
    QCOMPARE(widths({65, 32}), QStringLiteral("01"));
}

LIGHTBENCH_TEST(CountingPlans, NoApplication)
#include "counting_plans.moc"
