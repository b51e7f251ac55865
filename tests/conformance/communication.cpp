// What variants declare of how their work-items communicate, against the text of their kernels: `--stress` repeats what
// is declared, so that a new variant cannot be forgotten.
#include <QTest>

#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/conformance/kernel_communication.h"
#include "tests/core/core_support.h"
#include "tests/filters/filter_rows.h"
#include "tests/filters/made_up_gpu.h"
#include "tests/test_program.h"

using namespace lightbench;

class CommunicationDeclared : public QObject {
    Q_OBJECT
private slots:
    void textsAreRead_data();
    void textsAreRead();
    void aWrongDeclarationIsFound();
    void kernelsDoWhatIsDeclared_data() { tests::filterRows(); }
    void kernelsDoWhatIsDeclared();
};

namespace {

/// A processor, a GPU of NVIDIA with all instructions that plans ask for, and another GPU.
std::vector<DeviceInfo> devicesToPlanFor() {
    DeviceInfo cpu = tests::madeUpGpu(), nvidia = cpu, other = cpu;
    cpu.name = "cpu", cpu.type = DeviceType::Cpu, cpu.localMemory = 2 << 20, cpu.maxWorkgroup = 4096;
    nvidia.name = "nvidia", nvidia.vendor = "NVIDIA Corporation", nvidia.computeCapability = 90;
    nvidia.extensions = {"cl_khr_int64_base_atomics"};
    return {cpu, nvidia, other};
}

/// The strongest communication of the kernels that a variant launches for these values. The defaults also meet a small
/// image and the smallest workgroup.
Communication strongestOf(const Filter& filter, const Variant& variant, const DeviceInfo& device, Format format,
                          const ParameterValues& values) {
    Communication strongest = Communication::Barriers;
    const bool isDefault = values == defaultValues(filter.parameters);
    for (const Size size : isDefault ? std::vector<Size>{{640, 480}, {17, 13}} : std::vector<Size>{{640, 480}}) {
        PlanRequest request{{size, format}, values, device, {}};
        if (filter.check && tests::errorOf([&] { filter.check(request.input, values); })) continue;
        if (!whyNotApplicable(variant, request).empty()) continue;
        std::vector<Workgroup> workgroups{automaticWorkgroup(filter, variant, request)};
        if (isDefault) workgroups.push_back({1, 1});
        for (const Workgroup workgroup : workgroups) {
            request.workgroup = workgroup;
            if (!judgeWorkgroup(filter, variant, request).legal) continue;
            strongest = std::max(strongest, communicationOf(makePlan(filter, variant, request), device));
        }
    }
    return strongest;
}

/// The same for any format, parameters and device.
Communication strongestOf(const Filter& filter, const Variant& variant) {
    Communication strongest = Communication::Barriers;
    std::mt19937 random(1);
    const std::vector<ParameterSet> sets = parameterSets(filter, random);
    for (const DeviceInfo& device : devicesToPlanFor())
        for (const ParameterSet& set : sets)
            for (const Format format : acceptedFormats(filter))
                strongest = std::max(strongest, strongestOf(filter, variant, device, format, set.values));
    return strongest;
}

/// Empty if the variant declares what its kernels do.
std::string problemOf(const Filter& filter, const Variant& variant) {
    const Communication found = strongestOf(filter, variant);
    if (found == variant.communication) return {};
    return filter.id + " variant=" + variant.id + " declares " + communicationName(variant.communication) +
           ", but its kernels have " + communicationName(found);
}

} // namespace

void CommunicationDeclared::textsAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QString(text) << QString(expected);
    };
    add("nothing", "kernel void f(global const int* a, global int* b) { b[0] = a[0]; b[1].x = a[*c]; }", "Barriers");
    add("a barrier", "kernel void f(local int* a) { barrier(CLK_GLOBAL_MEM_FENCE); a[0] = a[1]; }", "Barriers");
    add("assembly", "kernel void f(global int* a) { asm volatile(\"shfl.sync.up.b32\"); }", "Barriers");
    add("a cast of what it stores", "void f(global int* a) { *(global t*)a = 1; t b = c[0]; }", "Barriers");
    add("loads what it stores", "kernel void f(global int* a) { a[0] = a[1]; }", "InPlace");
    add("adds to it", "kernel void f(global int* a) { a[0] += 1; }", "InPlace");
    add("by a vector", "kernel void f(global int* a) { global int* to = a + 1; int16 b = load_16(to); }", "InPlace");
    add("by a pointer", "kernel void f(global int* a) { int b = *a; }", "InPlace");
    add("by another name", "kernel void f(global int* a) { global const int* b = a + 1; }", "InPlace");
    add("a local atomic", "kernel void f(local int* a) { atomic_inc(&a[0]); }", "InWorkgroup");
    add("a local variable", "kernel void f() { local int a[2]; atomic_add(a + 1, 2); }", "InWorkgroup");
    add("a fence", "void f() { mem_fence(CLK_LOCAL_MEM_FENCE); }", "InWorkgroup");
    add("a volatile local", "void f(volatile local int* a) { }", "InWorkgroup");
    add("a global atomic", "kernel void f(global int* a) { atom_add(&a[0], 1); }", "AcrossWorkgroups");
    add("a cast", "kernel void f(ulong a) { atomic_inc((volatile global int*)a); }", "AcrossWorkgroups");
    add("a volatile global", "void f(volatile global int* a) { }", "AcrossWorkgroups");
    add("a global volatile", "void f(global volatile int* a) { }", "AcrossWorkgroups");
    add("a member", "typedef struct { volatile global int* a; } t;", "AcrossWorkgroups");
    add("a fence of the device", "void f() { asm volatile(\"membar.gl;\" ::: \"memory\"); }", "AcrossWorkgroups");
    add("another one", "void f() { mem_fence(CLK_GLOBAL_MEM_FENCE); }", "AcrossWorkgroups");
}

void CommunicationDeclared::textsAreRead() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const std::string program = text.toStdString();
    QCOMPARE(QString::fromStdString(communicationName(communicationIn(tokensOf(program)))), expected);
}

void CommunicationDeclared::aWrongDeclarationIsFound() {
    const Filter& filter = filterById("histogram");
    Variant variant = variantById(filter, "plain");
    QCOMPARE(QString::fromStdString(problemOf(filter, variant)), QString());
    variant.communication = Communication::Barriers;
    QCOMPARE(QString::fromStdString(problemOf(filter, variant)),
             QString("histogram variant=plain declares Barriers, but its kernels have AcrossWorkgroups"));
    const Filter& plain = filterById("invert");
    Variant other = plain.variants.front();
    other.communication = Communication::InPlace;
    QVERIFY(problemOf(plain, other).find("declares InPlace, but its kernels have Barriers") != std::string::npos);
}

void CommunicationDeclared::kernelsDoWhatIsDeclared() {
    const Filter& filter = tests::fetchedFilter();
    std::string problems;
    for (const Variant& variant : filter.variants)
        if (const std::string problem = problemOf(filter, variant); !problem.empty()) problems += problem + "\n";
    QCOMPARE(QString::fromStdString(problems), QString());
}

LIGHTBENCH_TEST(CommunicationDeclared, NoApplication)
#include "communication.moc"
