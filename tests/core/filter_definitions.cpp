// Filters that are text: what is read from it, what it makes, and what is said of a text that is wrong.
#include <QTest>

#include "core/definition/defined_filters.h"
#include "core/framework/kernel_signature.h"
#include "core/framework/plan.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
const std::string head = "kernel void mine(global const uchar* src, global uchar* dst, int width, int height";

std::string textWith(const std::string& annotations, const std::string& arguments) {
    return annotations + head + arguments + ") {}\n";
}
Filter filterWith(const std::string& annotations, const std::string& arguments = "") {
    return filterOf({"mine", textWith(annotations, arguments)}, builtInFilters());
}
std::string complaint(const std::string& text, const std::string& id = "mine") {
    try {
        filterOf({id, text}, builtInFilters());
    } catch (const Error& error) {
        return error.kind() == ErrorKind::Usage ? error.what() : "another kind of error";
    }
    return "none";
}
} // namespace

class FilterDefinitions : public QObject {
    Q_OBJECT

private slots:
    void everyLineIsRead() {
        const Filter filter =
            filterWith("//@ label: Brighter\n//@ group: Light\n"
                       "  //@ summary: Adds: a lot.\n//@doc: More.\n"
                       "//@ parameter: by -3..255 = 7; step 2; label Add; unit px; doc What is added\n"
                       "//@ parameter: gain 0..4=1.5\n",
                       ", int by, const float gain");
        QCOMPARE(filter.label, std::string("Brighter"));
        QCOMPARE(filter.group, std::string("Light"));
        QCOMPARE(filter.summary, std::string("Adds: a lot."));
        QCOMPARE(filter.doc, std::string("More."));
        QCOMPARE(filter.parameters.size(), 2u);
        const Parameter &by = filter.parameters[0], &gain = filter.parameters[1];
        QVERIFY(by.kind == ParameterKind::Integer && by.minimum == -3 && by.maximum == 255 && by.step == 2);
        QVERIFY(by.label == "Add" && by.unit == "px" && by.doc == "What is added" && by.initial == ParameterValue(7));
        QVERIFY(gain.kind == ParameterKind::Real && gain.minimum == 0 && gain.maximum == 4 &&
                gain.initial == ParameterValue(1.5));
        QVERIFY(filter.accepts == std::vector{SampleType::U8} && !filter.reference);
        QVERIFY(!by.isOpen && !gain.isOpen);
    }

    void withoutAnnotations() {
        const Filter filter = filterOf({"my-copy", head + ") {}"}, builtInFilters());
        QCOMPARE(filter.label, std::string("my-copy"));
        QVERIFY(filter.parameters.empty() && !filter.summary.empty() && !filter.group.empty());
    }

    void planLaunchesTheKernel() {
        const FilterCatalog filters = withDefinitions(
            builtInFilters(), {{"mine", textWith("//@ parameter: by 0..9 = 7\n//@ parameter: gain 0..4 = 1.5\n",
                                                 ", int channels, uint by, float gain")}});
        DeviceInfo device;
        device.maxWorkgroup = 256;
        device.maxWorkItems = {256, 256, 256};
        device.maxAllocation = 1u << 30;
        const Stage stage = parseStack("mine by=3 workgroup=16x8", filters).front();
        const ResolvedStage resolved = resolveStage(stage, {{61, 47}, {SampleType::U8, 4}}, device, filters);
        const auto& pass = std::get<KernelPass>(resolved.plan.passes.at(0));
        QCOMPARE(pass.kernel, std::string("mine"));
        QVERIFY(pass.global == (std::array<std::size_t, 2>{64, 48}));
        const std::string text = textWith("", ", int channels, uint by, float gain");
        QCOMPARE(matchArguments(pass, kernelParameters(text, "mine")).problem, std::string());
        const auto value = [&](const char* name) {
            return std::ranges::find(pass.arguments, name, &NamedArgument::name)->value;
        };
        QVERIFY(value("by") == Argument(std::uint32_t(3)) && value("gain") == Argument(1.5f));
        QVERIFY(value("width") == Argument(61) && value("channels") == Argument(4));
        QVERIFY(filters.withKernelFiles({}).source(pass.program).text.find("kernel void mine(") != std::string::npos);
    }

    /// A kernel that does not ask an image object for its size gets exactly its range.
    void rangesOfImageObjects() {
        DeviceInfo device;
        device.maxWorkgroup = 256;
        device.maxWorkItems = {256, 256, 256};
        device.maxAllocation = 1u << 30;
        for (const bool asks : {false, true}) {
            const FilterCatalog filters = withDefinitions(
                builtInFilters(),
                {{"mine", "kernel void mine(read_only image2d_t src, write_only image2d_t dst) {" +
                              std::string(asks ? "if (get_global_id(0) >= get_image_width(dst)) return;" : "") + "}"}});
            const ResolvedStage resolved =
                resolveStage(parseStack("mine", filters).front(), {{61, 47}, {SampleType::U8, 4}}, device, filters);
            const auto& passes = resolved.plan.passes; // others move the image into and out of image objects
            const auto pass = std::ranges::find_if(passes, [](const Pass& one) {
                const auto* launched = std::get_if<KernelPass>(&one);
                return launched && launched->kernel == "mine";
            });
            QVERIFY(pass != passes.end());
            const bool isExact = std::get<KernelPass>(*pass).global == std::array<std::size_t, 2>{61, 47};
            QCOMPARE(isExact, !asks);
        }
    }

    /// A kernel for gray images gets the channels one by one. The passes that move them need no more work-items than
    /// the device has, such as the 32 of Mesa's rusticl.
    void smallWorkgroups() {
        const FilterCatalog filters = withDefinitions(
            builtInFilters(),
            {{"mine", "kernel void mine(global const float* in, global float* out, int width, int height) {}"}});
        DeviceInfo device;
        device.maxWorkgroup = 32;
        device.maxWorkItems = {32, 32, 32};
        device.maxAllocation = 1u << 30;
        const ResolvedStage resolved =
            resolveStage(parseStack("mine", filters).front(), {{61, 47}, {SampleType::U8, 4}}, device, filters);
        QVERIFY(resolved.plan.passes.size() > 4);
        for (const Pass& pass : resolved.plan.passes)
            QVERIFY(std::get<KernelPass>(pass).local.items() <= 32);
    }

    void typesOfImages() {
        const auto accepts = [](const std::string& type) {
            const std::string text = "__kernel void mine(__global const " + type + "* restrict in, __global " + type +
                                     " *out, const int width, int height) {}";
            return filterOf({"mine", text}, builtInFilters());
        };
        QVERIFY(accepts("float").accepts == (std::vector{SampleType::F32, SampleType::U16, SampleType::U8}));
        QVERIFY(accepts("ushort").accepts == (std::vector{SampleType::U16, SampleType::U8}));
        QVERIFY(accepts("sample_t").accepts.size() == 4);
        const auto takes = [](const Filter& filter, int channels) {
            try {
                if (filter.check) filter.check({{4, 4}, {filter.accepts[0], channels}}, {});
            } catch (const Error&) {
                return false;
            }
            return true;
        };
        QVERIFY(takes(accepts("ushort"), 1) && takes(accepts("ushort"), 4)); // each channel by itself
        QVERIFY(!takes(accepts("uchar4"), 1) && takes(accepts("uchar4"), 4));
        QVERIFY(takes(accepts("pixel_t"), 1) && takes(accepts("pixel_t"), 4));
    }

    void kernelsAreFound() {
        const std::vector<std::string> names = kernelNames(
            "// kernel void no(int a)\nKERNEL void one(int a) {}\n"
            "__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void two (float f) {}\n"
            "kernel\nvoid\nthree() {} void kernel_like(int a) {} __kernel void __attribute__((used)) four() {}");
        QVERIFY(names == (std::vector<std::string>{"one", "two", "three", "four"}));
    }

    /// Names that contain a word for the size are no sizes.
    void rangesAreExactWithoutASize() {
        const auto problem = [](const std::string& arguments) {
            const std::string text = "kernel void mine(global const uchar4* src, global uchar4* dst" + arguments +
                                     ") { dst[get_global_id(0)] = src[get_global_id(0)]; }";
            const Filter filter = filterOf({"mine", text}, builtInFilters());
            const ParameterValues values = defaultValues(filter.parameters);
            return filter.variants[0].workgroups.problem({64, 1},
                                                         {{{61, 47}, {SampleType::U8, 4}}, values, {}, {64, 1}});
        };
        QVERIFY(problem("").find("64 does not divide 2867 x 1 work-items") != std::string::npos);
        QVERIFY(problem(", float half_width").find("does not divide") != std::string::npos);
        QVERIFY(problem(", int width").empty());
    }

    /// It takes the measured choices of the variant that it copies, and auto takes neither it nor its tuning result.
    void ownVariantsAreCopies() {
        const std::string text =
            "//@ variant of: gaussian fused\nkernel void gaussian_fused(global const uchar* src) {}";
        const FilterCatalog filters = withDefinitions(builtInFilters(), {{"gaussian.mine", text}});
        DeviceInfo device;
        device.maxWorkgroup = 256;
        device.maxWorkItems = {256, 256, 256};
        device.maxAllocation = 1u << 30;
        device.localMemory = 48 << 10;
        const ImageShape shape{{320, 200}, {SampleType::U8, 4}};
        const auto resolved = [&](const char* stack) {
            return resolveStage(parseStack(stack, filters).front(), shape, device, filters);
        };
        const ResolvedStage own = resolved("gaussian variant=mine:mine"), copied = resolved("gaussian variant=fused");
        const auto &pass = std::get<KernelPass>(own.plan.passes.at(0)),
                   &other = std::get<KernelPass>(copied.plan.passes.at(0));
        QCOMPARE(pass.program, std::string("user/gaussian.mine/gaussian.mine.cl"));
        QVERIFY(pass.defines == other.defines && pass.global == other.global && own.workgroup == copied.workgroup);
        QVERIFY(resolved("gaussian").variant->baseVariant.empty());
        const Stage stage = parseStack("gaussian variant=mine:mine", filters).front();
        QVERIFY(isDefinedAlike(stage, filters, filters) && !isDefinedAlike(stage, filters, builtInFilters()));
        QVERIFY(isDefinedAlike(parseStack("gaussian").front(), filters, builtInFilters()));
        QVERIFY(!isDefinedAlike("gaussian", filters, builtInFilters()) &&
                isDefinedAlike("median", filters, builtInFilters()));
    }

    /// Counts of one channel would hide those of the others.
    void analysesOfGrayKernelsTakeGrayImages() {
        const std::string lines = "//@ scratch: bins = 256; fill 0\n//@ analysis: bins\n";
        const std::string text = lines + "kernel void mine(global const uchar* src, global uint* bins, int width) {}";
        const FilterCatalog filters = builtInFilters().with({filterOf({"mine", text}, builtInFilters())});
        const Stage stage = makeStage("mine", filters);
        outputShape(stage, {{4, 4}, {SampleType::U8, 1}}, filters);
        const QString message = messageOf([&] { outputShape(stage, {{4, 4}, {SampleType::U8, 4}}, filters); });
        QVERIFY2(message.startsWith("mine takes gray images"), qPrintable(message));
    }

    /// Choices, switches and numbers by name; a table's own i hides a parameter of that name.
    void expressionsAndTables() {
        const Filter filter = filterWith("//@ parameter: mode {soft, hard} = hard\n//@ parameter: i 0..9 = 5\n"
                                         "//@ table: weights[i + 1] = i * 2 + mode\n",
                                         ", constant float* weights, int i");
        const ParameterValues values = defaultValues(filter.parameters);
        const DeviceInfo device;
        const Plan plan = filter.variants[0].plan({{{8, 8}, {SampleType::U8, 1}}, values, device, {8, 8}});
        const std::vector<float> wanted{1, 3, 5, 7, 9, 11};
        QVERIFY(plan.scratch.at(0).contents == bytesOf(wanted));
    }

    void wrongTextsAreExplained_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const std::string& text, const char* said) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(said);
        };
        row("empty", "", "mine.cl: it has no kernel");
        row("zeros", std::string("\0\0\xff", 3), "mine.cl: it has no kernel");
        row("two results", textWith("", "") + "kernel void other(global uchar* src, global uchar* dst, int width) {}",
            "both write the result; to run each on the result of the one before, write //@ variant: all; passes "
            "mine, other; result chained");
        row("two results in a variant",
            textWith("//@ variant: all; passes mine, other\n", "") +
                "kernel void other(global const uchar* src, global uchar* dst, int width, int height) {}",
            "mine.cl:1: the kernels mine and other both write the result; add ; result chained");
        row("two results in a reference",
            textWith("//@ variant: mine\n//@ reference: kernel other, other\n", "") +
                "kernel void other(global const uchar* src, global uchar* dst, int width, int height) {}",
            "mine.cl:2: the kernels other and other both write the result");
        row("shared how", textWith("//@ variant: mine; result added\n", ""),
            "mine.cl:1: after result write chained or parts");
        row("chain of two kinds",
            textWith("//@ variant: all; passes mine, other; result chained\n", "") +
                "kernel void other(global const uchar* src, write_only image2d_t dst, int width, int height) {}",
            "a chain needs kernels that take either buffers or image objects");
        row("kernel that takes nothing", textWith("", "") + "kernel void other(int a) {}",
            "the order of the kernels mine and other is not clear");
        row("no source", "kernel void f(global uchar* dst, int width, int height) {}",
            "no argument is the image; a kernel cannot change its image in place");
        row("no result", "kernel void f(global uchar* src, int width, int height) {}",
            "no argument is the result; a kernel cannot change its image in place");
        row("unnamed source", "kernel void f(global uchar* idata, global uchar* b, global uchar* dst) {}",
            "write //@ argument: idata = image, with the name of the pointer that it is: idata or b");
        row("types of pixels", "kernel void f(global const uchar4* src, global uchar* dst, int width, int height) {}",
            "\"uchar4* src\" and \"uchar* dst\" hold pixels of different types");
        row("const result", textWith("//@ argument: src = result\n", ""), "src is const, so it cannot be the result");
        row("taken name", textWith("", ", float region"), "a parameter cannot be called region");
        row("taken variant", textWith("//@ variant: cpu; passes f\n", ""), "a variant cannot be called cpu");
        row("variant with a space", textWith("//@ variant: a b; passes f\n", ""),
            "\"a b\" cannot be the name of a variant");
        row("range from its end", textWith("//@ parameter: gain 4..0 = 1\n", ", float gain"),
            "the range of gain begins above its end");
        row("vector in a structure", textWith("//@ argument: t = float4 1\n", ", struct tone t"),
            "members can be numbers, no vectors");
        row("too few members",
            "typedef struct { float a, b; // two\n unsigned int c; } T;\n" +
                textWith("//@ argument: t = float 1, uint 2\n", ", T t"),
            "mine.cl:3: the members of T are float, float and uint, not float and uint");
        row("member of another type",
            "struct tone { int a; };\n" + textWith("//@ argument: t = float 1\n", ", struct tone t"),
            "the members of struct tone are int, not float");
        row("sampler that repeats", textWith("//@ sampler: s = repeat\n", ", sampler_t s"), "needs normalized");
        row("word of a sampler", textWith("//@ sampler: s = blurry\n", ", sampler_t s"),
            "\"blurry\" is not a word of a sampler");
        row("unknown pointer", textWith("", ", global float* weights"), "//@ table: weights = 1, 2, 1");
        row("image", textWith("", ", image2d_t picture"), "nothing is known for the argument picture");
        row("structure", textWith("", ", struct tone t"), "nothing is known for the argument \"struct tone t\"");
        row("vector", textWith("", ", float4 tint"), "write //@ argument: tint = EXPRESSION, EXPRESSION");
        row("local memory", textWith("", ", local float* tile"), "write //@ local: tile");
        row("type", "kernel void f(global const half* src, global half* dst, int width, int height) {}",
            "has a type that no image has");
        row("no such argument", textWith("//@ label: A\n//@ parameter: gain 0..1 = 1\n", ""),
            "mine.cl:2: the parameter gain is declared but not used");
        row("twice", textWith("//@ parameter: a 0..1 = 1\n//@ parameter: a 0..2 = 1\n", ", int a"),
            "mine.cl:2: a is declared in line 1 already");
        row("label twice", textWith("//@ label: A\n//@ label: B\n", ""), "mine.cl:2: //@ label stands in line 1");
        row("key", textWith("//@ labell: A\n", ""), "mine.cl:1: there is no //@ labell");
        row("no colon", textWith("//@ label\n", ""), "mine.cl:1: write //@ KEY: VALUE");
        row("no value", textWith("//@ label:\n", ""), "mine.cl:1: //@ label has no value");
        row("no range", textWith("//@ parameter: a\n", ", int a"), "mine.cl:1: write //@ parameter: NAME");
        row("no number", textWith("//@ parameter: a 0..x = 1\n", ", int a"), "\"x\" is not a number");
        row("infinite", textWith("//@ parameter: a 0..inf = 1\n", ", float a"), "\"inf\" is not a number");
        row("outside", textWith("//@ parameter: a 0..1 = 2\n", ", int a"), "the default of a lies outside its range");
        row("fraction", textWith("//@ parameter: a 0..1 = 0.5\n", ", int a"), "a is a whole number in the kernel");
        row("too large", textWith("//@ parameter: a 0..1e12 = 0\n", ", int a"), "a is a whole number in the kernel");
        row("negative", textWith("//@ parameter: a -1..1 = 0\n", ", uint a"), "a is a uint in the kernel");
        row("step", textWith("//@ parameter: a 0..1 = 0; step 0\n", ", int a"), "the step of a must be above 0");
        // Long texts of users end no program.
        const std::string endless(300000, 'a');
        row("endless name", textWith("", ", float " + endless), "has a name of 300000 letters; names have at most 100");
        row("endless type", textWith("", ", struct " + endless + " one"), "names have at most 100");
        row("endless value", textWith("//@ reference: invert a=" + endless + "\n", ""), "invert has no parameter");
        row("endless nesting", textWith("//@ define: A = " + std::string(100000, '(') + "\n", ""), "mine.cl:1: ");
        row("part", textWith("//@ parameter: a 0..1 = 0; colour red\n", ", int a"), "after ; write step");
    }
    void wrongTextsAreExplained() {
        QFETCH(QString, text);
        QFETCH(QString, said);
        const std::string error = complaint(text.toStdString());
        QVERIFY2(QString::fromStdString(error).contains(said), error.c_str());
    }

    void namesOfFilters() {
        for (const char* id : {"", "-", "My", "a b", "../x", "a-", "ä"})
            QVERIFY2(QString::fromStdString(complaint(head + ") {}", id)).contains("cannot be the name of a filter"),
                     id);
        const FilterCatalog one = withDefinitions(builtInFilters(), {{"mine", head + ") {}"}});
        for (const char* id : {"gaussian", "mine"})
            QVERIFY(QString(messageOf([&] {
                        withDefinitions(one, {{id, head + ") {}"}});
                    })).contains(QString("there is a filter called %1 already").arg(id)));
    }

    /// A definition named like a file that built-in programs share changes none of them.
    void builtInKernelsStay() {
        for (const Filter& filter : allFilters())
            for (const Variant& variant : filter.variants)
                QVERIFY(builtInFilters().find(variant.id) == nullptr || variant.id != "kernel");
        const FilterCatalog filters = withDefinitions(builtInFilters(), {{"sample-table", head + ") {}"}});
        QCOMPARE(filters.withKernelFiles({}).source("sample_table").text, KernelLibrary().source("sample_table").text);
    }

    void equalDefinitionsGiveEqualCatalogs() {
        const FilterDefinition mine{"mine", head + ") {}"}, other{"mine", head + ") { }"};
        const FilterCatalog one = withDefinitions(builtInFilters(), {mine});
        QVERIFY(one == withDefinitions(builtInFilters(), {mine}) && one != withDefinitions(builtInFilters(), {other}));
        QVERIFY(one != builtInFilters() && one.isDefinedOver(builtInFilters()));
        QVERIFY(withDefinitions(builtInFilters(), {}) == builtInFilters());
        const FilterCatalog functions = builtInFilters().with({filterById("invert")});
        QVERIFY(!functions.isDefinedOver(builtInFilters()) &&
                !withDefinitions(functions, {mine}).isDefinedOver(builtInFilters()));
        // Functions over definitions leave the kernel files of these.
        const FilterCatalog both = one.with({filterById("invert")});
        QVERIFY(both.withKernelFiles({}).source("user/mine/mine.cl").text.find("kernel void mine(") !=
                std::string::npos);
        QVERIFY(both != one && !both.isDefinedOver(builtInFilters()));
        QVERIFY(FilterCatalog().filters().empty() && FilterCatalog() == FilterCatalog());
    }
};

LIGHTBENCH_TEST(FilterDefinitions, NoApplication)
#include "filter_definitions.moc"
