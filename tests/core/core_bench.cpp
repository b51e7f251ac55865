// What the bench rests on, without a device: statistics, CSV, JSON, images, sizes and formats.
#include <QTest>

#include <cmath>
#include <map>

#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/statistics.h"
#include "core/device/device_choice.h"
#include "core/experiment/sweep.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"
#include "tests/built_in_stacks.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
template <class Call> QString errorText(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

/// Two of one platform, one of another.
std::vector<DeviceInfo> threeDevices() {
    std::vector<DeviceInfo> devices(3);
    const char* const names[] = {"NVIDIA H200", "pthread-skylake-Intel(R) Xeon(R)", "basic-skylake-Intel(R) Xeon(R)"};
    for (int i = 0; i < 3; ++i) {
        DeviceInfo& device = devices[std::size_t(i)];
        device.index = i;
        device.name = names[i];
        device.platform = i == 0 ? "NVIDIA CUDA" : "Portable Computing Language";
        device.driver = i == 0 ? "550.54.15" : "3.1+debian";
        device.version = i == 0 ? "OpenCL 3.0 CUDA" : "OpenCL 3.0 PoCL HSTR: pthread-x86_64";
    }
    return devices;
}

std::map<int, int> levels(const Image& image) {
    std::map<int, int> counts;
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        ++counts[image.samples<std::uint8_t>()[i]];
    return counts;
}
} // namespace

class CoreBench : public QObject {
    Q_OBJECT
private slots:
    void summary() {
        QCOMPARE(summaryOf({}).median, 0.0);
        QCOMPARE(summaryOf({7}).spread(), 0.0);
        const Summary five = summaryOf({5, 1, 2, 3, 4});
        QCOMPARE(five.minimum, 1.0);
        QCOMPARE(five.lowerQuartile, 2.0);
        QCOMPARE(five.median, 3.0);
        QCOMPARE(five.upperQuartile, 4.0);
        QCOMPARE(five.maximum, 5.0);
        QCOMPARE(summaryOf({4, 1, 3, 2}).median, 2.5);
        QCOMPARE(summaryOf({4, 1, 3, 2}).lowerQuartile, 1.75);
    }

    void csvComesBack() {
        const std::vector<CsvRow> rows{{"a", "b,c", "say \"so\""}, {"", "two\nlines", ""}, {"x", "", ""}};
        std::string text;
        for (const CsvRow& row : rows)
            text += csvLine(row);
        QCOMPARE(parseCsv(text), rows);
        QCOMPARE(parseCsv("1,2\r\n\r\n3,4\r\n"), (std::vector<CsvRow>{{"1", "2"}, {"3", "4"}}));
        // As spreadsheets and editors save it: a byte-order mark, CRLF, blank lines at the end.
        QCOMPARE(parseCsv("\xef\xbb\xbf"
                          "1,2\r\n3,4\r\n\r\n  \n,\n"),
                 (std::vector<CsvRow>{{"1", "2"}, {"3", "4"}}));
    }

    void csvLeavesOutAnUnfinishedRow() {
        QCOMPARE(parseCsv("1,2\n3,4"), (std::vector<CsvRow>{{"1", "2"}}));
        QCOMPARE(parseCsv("1,2\n3,\"4\n"), (std::vector<CsvRow>{{"1", "2"}}));
    }

    void images() {
        const ImageShape shape{{300, 200}, {SampleType::U8, 1}};
        QCOMPARE(levels(benchImage("constant", shape)).size(), std::size_t(1));
        const auto random = levels(benchImage("random", shape));
        QCOMPARE(random.size(), std::size_t(256));
        for (const auto& [level, count] : random)
            QVERIFY2(level == 0 || level == 255 || (count > 130 && count < 350), qPrintable(QString::number(count)));
        const auto natural = levels(benchImage("natural", shape));
        QVERIFY(natural.size() > 60);
        const Image again = benchImage("random", shape);
        QVERIFY(std::ranges::equal(again.bytes(), benchImage("random", shape).bytes()));
        QVERIFY(errorText([&] { benchImage("natura", shape); }).contains("did you mean natural"));
    }

    void alphaIsOpaque() {
        for (const std::string& kind : benchImageKinds()) {
            const Image image = benchImage(kind, {{5, 3}, {SampleType::F32, 4}});
            QCOMPARE(image.at(4, 2, 3), 1.0);
            QVERIFY(image.at(4, 2, 0) >= 0 && image.at(4, 2, 0) <= 1);
        }
    }

    void sizes() {
        QCOMPARE(parseSize("8192x4096"), (Size{8192, 4096}));
        QCOMPARE(parseSize("4k"), (Size{3840, 2160}));
        QCOMPARE(parseSize("1080p"), (Size{1920, 1080}));
        QCOMPARE(parseSize("8k"), (Size{7680, 4320}));
        QCOMPARE(parseSize("640"), (Size{640, 640}));
        for (const char* bad : {"", "x", "0x5", "5x-1", "5x5x5", "5k", "99999999999"})
            QVERIFY2(errorText([&] { parseSize(bad); }).contains("is not a size"), bad);
    }

    void axisValues() {
        const Stack stack = parseStack("grayscale | convolution");
        const auto values = [&](const char* text) {
            return parseAxis(text, stack, builtInFilters(), threeDevices()).values;
        };
        const auto list = [](std::initializer_list<const char*> words) {
            return std::vector<std::string>(words.begin(), words.end());
        };
        QCOMPARE(values("convolution.k=3..9..2"), list({"3", "5", "7", "9"}));
        QCOMPARE(values("2.k=3,9..11..2"), list({"3", "9", "11"}));
        QCOMPARE(values("device=all"), list({"0", "1", "2"}));
        QCOMPARE(values("device=basic,0"), list({"2", "0"}));
        QCOMPARE(values("image=all"), list({"random", "natural", "constant"}));
        QCOMPARE(values("convolution.k=all").size(), std::size_t(16));
        QCOMPARE(values("convolution.variant=all").back(), std::string("cpu"));
        QCOMPARE(values("2.variant=kernels").size(), values("2.variant=all").size() - 1);
        QVERIFY(values("2.workgroup=all").size() > 5);
        const Stack area = parseStack("gaussian variant=fused");
        QCOMPARE(parseAxis("workgroup=usual", area, builtInFilters(), {}).values,
                 list({"64", "16x4", "8x8", "128", "32x4", "16x8", "256", "64x4", "32x8", "16x16"}));
        const Stack line = parseStack("histogram variant=local"); // few sizes, all of them usual
        QCOMPARE(parseAxis("workgroup=usual", line, builtInFilters(), {}).values,
                 parseAxis("workgroup=all", line, builtInFilters(), {}).values);
        const Stack blur = parseStack("gaussian");
        QCOMPARE(parseAxis("gaussian.sigma=0.1..0.5..0.1", blur, builtInFilters(), {}).values,
                 list({"0.1", "0.2", "0.3", "0.4", "0.5"}));
    }

    void axisErrors_data() {
        QTest::addColumn<QString>("axis");
        QTest::addColumn<QString>("told");
        const auto row = [](const char* axis, const char* told) { QTest::newRow(axis) << axis << told; };
        row("size", "NAME=VALUES");
        row("size=", "empty");
        row("sizes=4k", "did you mean size");
        row("variant=plain", "name one");
        row("4.k=1", "1..3");
        row("transpose.variant=all", "no stage");
        row("invert.variant=all", "disabled");
        row("convolution.kernl=box", "did you mean kernel");
        row("convolution.k=4", "k");
        row("convolution.k=9..3", "range");
        row("convolution.k=a..b", "not a range");
        row("convolution.variant=plan", "did you mean plain");
        for (const char* device : {"device=3", "device=0.5", "device=-1", "device=Zuse"})
            row(device, "there is no device");
        row("device=0..3", "there is no device");
        row("device=Xeon,1", "the value 1 twice");
        row("convolution.k=3,5..9..2,7", "the value 7 twice");
        row("format=u9", "no format");
        row("size=0x0", "not a size");
        row("step=all", "only histogram variant=local-banked and histogram variant=local have steps");
        row("convolution.variant=usual", "usual");
        row("convolution.workgroup=usual,64", "usual");
        row("convolution.workgroup=usuall", "give usual, all, or a list");
    }

    void axisErrors() {
        QFETCH(QString, axis);
        QFETCH(QString, told);
        const Stack stack = parseStack("grayscale | convolution | !invert");
        const QString error =
            errorText([&] { parseAxis(axis.toStdString(), stack, builtInFilters(), threeDevices()); });
        QVERIFY2(error.contains(told), qPrintable(error));
    }

    void devicesByName() {
        const std::vector<DeviceInfo> devices = threeDevices();
        const auto index = [&](const char* wanted) { return deviceNamed(devices, wanted).index; };
        QCOMPARE(index(""), 0);
        QCOMPARE(index("2"), 2);
        QCOMPARE(index("h200"), 0);
        QCOMPARE(index("cuda"), 0);
        QCOMPARE(index("550.54.15"), 0);
        for (const char* first : {"pocl", "PORTABLE", "Xeon", "3.1+debian"})
            QVERIFY2(index(first) == 1, first);
        QCOMPARE(index("basic"), 2);
        for (const char* none : {"3", "-1", "0.5", "550.54", "1e3", "Zuse"})
            QVERIFY2(errorText([&] { deviceNamed(devices, none); }).contains("there is 0 NVIDIA H200, 1 pthread"),
                     none);
        const QString several = errorText([&] { deviceNamed(devices, "OpenCL"); });
        QVERIFY2(several.contains("several platforms: 0 NVIDIA H200 (NVIDIA CUDA), 1 pthread"), qPrintable(several));
        QVERIFY(errorText([] { deviceNamed({}, "pocl"); }).contains("no OpenCL device"));
    }

    void everyCombinationOnce() {
        const Stack stack = parseStack("convolution");
        const std::vector<Axis> axes{parseAxis("convolution.k=3,5", stack, builtInFilters(), {}),
                                     parseAxis("size=64,65,66", stack, builtInFilters(), {})};
        const ExperimentPoint base{stack, 0, {}, {}, builtInFilters()};
        const std::vector<ExperimentPoint> all = sweepOf(base, axes).points;
        QCOMPARE(all.size(), std::size_t(6));
        QCOMPARE(all.front().values, (std::vector<std::string>{"3", "64"}));
        QCOMPARE(all[1].values, (std::vector<std::string>{"3", "65"}));
        QCOMPARE(sweepOf(base, {}).points.size(), std::size_t(1));
    }

    /// Whichever axis it is: another may choose the variant.
    void stepsOfAnAblation() {
        const Stack stack = parseStack("histogram variant=local");
        const auto axis = [&](const char* text) { return parseAxis(text, stack, builtInFilters(), {}); };
        QCOMPARE(axis("step=0,plus scatter").values, (std::vector<std::string>{"read only", "plus scatter"}));
        QCOMPARE(axis("step=all").values.size(), std::size_t(4));
        const ExperimentPoint base{stack, 0, {}, {}, builtInFilters()};
        const std::vector<ExperimentPoint> all = sweepOf(base, {axis("step=0,3"), axis("image=random")}).points;
        QCOMPARE(all.size(), std::size_t(2));
        QCOMPARE(all[0].axes, std::string("step=\"read only\" image=random"));
        QVERIFY(!all[0].check && all[1].check && all[0].buildOptions != all[1].buildOptions);
        QCOMPARE(pointGroups(all).size(), std::size_t(2));
        const QString error = errorText([&] { sweepOf(base, {axis("step=0"), axis("variant=local,cpu")}); });
        QVERIFY2(error.contains("have steps"), qPrintable(error));
    }

    void formats() {
        for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32})
            for (int channels : {1, 4})
                QCOMPARE(parseFormat(formatText({type, channels})), (Format{type, channels}));
        QCOMPARE(parseFormat("gray-float"), (Format{SampleType::F32, 1}));
        QVERIFY(errorText([] { parseFormat("rgb8"); }).contains("did you mean rgba8"));
        // Who writes an f means floats.
        for (const char* gray : {"gray-f32", "f32gray", "grayf32", "F32-gray"})
            QVERIFY(
                errorText([&] { parseFormat(gray); }).contains("did you mean f32 or gray-float? The formats are u8, "));
        QVERIFY(errorText([] { parseFormat("rgb-f32"); }).contains("did you mean rgbaf32 or rgba-float? The formats"));
        QVERIFY(
            errorText([] { parseFormat("half"); }).contains("did you mean f32, rgbaf32, gray-float or rgba-float?"));
        QVERIFY(errorText([] { parseFormat("?"); }).contains("\"?\"; the formats are u8, u16, u32, f32, "));
    }
};

LIGHTBENCH_TEST(CoreBench, NoApplication)
#include "core_bench.moc"
