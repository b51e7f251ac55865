// Kernel files of users, in the styles of published ones, run on a device: tests/own_kernels has them. Their results
// are those of built-in filters, or of a few lines here. Sizes are such that no workgroup divides them.
#include <QDir>

#include <cmath>

#include "core/definition/defined_filters.h"
#include "core/definition/kernel_files.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
std::string pathOf(const std::string& name) {
    return std::string(LIGHTBENCH_SOURCE_DIR) + "/tests/own_kernels/" + name + ".cl";
}

FilterCatalog catalogWith(const std::string& name) {
    return withDefinitions(builtInFilters(), {readKernelFile(pathOf(name), builtInFilters())});
}

constexpr Size portrait{61, 147}, landscape{211, 37};
} // namespace

class OwnKernels : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { engine_ = makeOpenClEngine(); }
    void equalBuiltInStacks_data();
    void equalBuiltInStacks();
    void edges();
    void cut();
    void turned();
    void rowSums();
    void tint();
    void headers();
    void imageObjects();
    void variants();
    void chainedResults();
    void chainedObjects();
    void partsOfResult();
    void counts();
    void verdictOfReference();
    void checkWithoutReference();
    void choicesWithinRange();

private:
    ReportPtr run(const std::string& stack, const ImagePtr& image, const FilterCatalog& filters, bool verify = false) {
        RunRequest request{{image, parseStack(stack, filters), 0, filters}, {.verify = verify}};
        return engine_->run(request);
    }
    /// The output of a file's filter, whose stage has these words, and the expected value of each sample.
    template <class Expected> void compareWith(const std::string& file, const std::string& words, const ImagePtr& image,
                                               const Expected& expected) {
        const FilterCatalog filters = catalogWith(file);
        const std::string id = filters.definitions().front().id;
        const ReportPtr report = run(id + " " + words, image, filters);
        for (int y = 0; y < image->height(); ++y)
            for (int x = 0; x < image->width(); ++x)
                for (int c = 0; c < image->channels(); ++c) {
                    const double wanted = c == 3 ? image->at(x, y, 3) : expected(x, y, c);
                    if (report->output->at(x, y, c) != wanted)
                        QFAIL(qPrintable(QString("%1 at %2, %3, channel %4: %5 in place of %6")
                                             .arg(QString::fromStdString(file))
                                             .arg(x)
                                             .arg(y)
                                             .arg(c)
                                             .arg(report->output->at(x, y, c))
                                             .arg(wanted)));
                }
    }
    std::unique_ptr<Engine> engine_;
};

void OwnKernels::equalBuiltInStacks_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("builtIn");
    QTest::newRow("negative") << "negative"
                              << ""
                              << "invert";
    QTest::newRow("mean") << "tile_mean"
                          << "workgroup=16x8"
                          << "box k=3";
    QTest::newRow("mean, one work-item") << "tile_mean"
                                         << "workgroup=1"
                                         << "box k=3";
    QTest::newRow("mean, odd workgroup") << "tile_mean"
                                         << "workgroup=7x3"
                                         << "box k=3";
    QTest::newRow("gaussian") << "gaussian_copy"
                              << "sigma=3"
                              << "gaussian sigma=3 variant=two-pass";
    QTest::newRow("gaussian, small") << "gaussian_copy"
                                     << "sigma=0.7"
                                     << "gaussian sigma=0.7 variant=two-pass";
    QTest::newRow("diffusion") << "diffusion_chain"
                               << "variant=chain"
                               << "floyd-steinberg";
    QTest::newRow("diffusion, dark") << "diffusion_chain"
                                     << "variant=chain threshold=30"
                                     << "floyd-steinberg threshold=30";
}

/// Bit for bit.
void OwnKernels::equalBuiltInStacks() {
    QFETCH(QString, file);
    QFETCH(QString, words);
    QFETCH(QString, builtIn);
    const FilterCatalog filters = catalogWith(file.toStdString());
    const std::string id = filters.definitions().front().id;
    const bool isGray = file == "diffusion_chain";
    for (const Size size : {portrait, landscape, Size{1, 1}, Size{5, 1}, Size{1, 7}}) {
        const ImagePtr image = noiseImage(size, {SampleType::U8, isGray ? 1 : 4});
        const ReportPtr mine = run(id + " " + words.toStdString(), image, filters);
        const ReportPtr theirs = run(builtIn.toStdString(), image, filters);
        QVERIFY2(sameSamples(*mine->output, *theirs->output),
                 qPrintable(QString("%1 x %2").arg(size.width).arg(size.height)));
    }
}

/// The Sobel operator, computed here.
void OwnKernels::edges() {
    for (const Size size : {portrait, landscape}) {
        const ImagePtr image = noiseImage(size);
        compareWith("edges", "strength=0.5", image, [&](int x, int y, int c) {
            const auto at = [&](int dx, int dy) {
                return image->at(std::clamp(x + dx, 0, size.width - 1), std::clamp(y + dy, 0, size.height - 1), c);
            };
            const double gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
            const double gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
            return std::min(255.0, double(std::nearbyintf(0.5f * std::sqrt(float(gx * gx + gy * gy)))));
        });
    }
}

/// 16 bits, and an image of 8 bits, which is converted for the kernel and back.
void OwnKernels::cut() {
    const ImagePtr wide = noiseImage(portrait, {SampleType::U16, 4}), narrow = noiseImage(landscape);
    compareWith("cut", "threshold=20000", wide,
                [&](int x, int y, int c) { return wide->at(x, y, c) > 20000 ? 65535.0 : 0.0; });
    compareWith("cut", "threshold=20000", narrow,
                [&](int x, int y, int c) { return 257 * narrow->at(x, y, c) > 20000 ? 255.0 : 0.0; });
    const ImagePtr floats = noiseImage(portrait, {SampleType::F32, 1});
    const FilterCatalog filters = catalogWith("cut");
    QVERIFY(QString(errorOf(*engine_, {{floats, parseStack("cut", filters), 0, filters}, {}}).what()).contains("cut"));
}

void OwnKernels::turned() {
    for (const Size size : {portrait, landscape}) {
        const ImagePtr image = noiseImage(size, {SampleType::F32, 4});
        compareWith("turned", "offset=0.25", image, [&](int x, int y, int c) {
            return double(std::min(1.0f, std::max(0.0f, float(image->at(x, y, c)) + 0.25f)));
        });
    }
}

void OwnKernels::rowSums() {
    const ImagePtr image = noiseImage(portrait);
    compareWith("row_sums", "", image, [&](int x, int y, int c) {
        double sum = 0;
        for (int i = 0; i <= x; ++i)
            sum += image->at(i, y, c);
        return std::floor(sum / (x + 1));
    });
}

/// Vectors, a struct, and planes.
void OwnKernels::tint() {
    const ImagePtr image = noiseImage(landscape, {SampleType::F32, 4});
    compareWith("tint", "red=0.5 green=1 blue=0.25 lift=0.125", image, [&](int x, int y, int c) {
        const float factors[] = {0.5f, 1.0f, 0.25f};
        return double(std::clamp(float(image->at(x, y, c)) * factors[c] + 0.125f, 0.0f, 1.0f));
    });
    compareWith("tint", "squared=on", image, [&](int x, int y, int c) {
        const float v = float(image->at(x, y, c));
        return double(std::clamp(v * v, 0.0f, 1.0f));
    });
    for (const int channels : {1, 4}) {
        const ImagePtr planes = noiseImage(portrait, {SampleType::F32, channels});
        compareWith("planar_gain", "gain=2", planes, [&](int x, int y, int c) {
            return double(std::clamp(2 * float(planes->at(x, y, c)), 0.0f, 1.0f));
        });
    }
}

void OwnKernels::headers() {
    const ImagePtr image = noiseImage(portrait);
    compareWith("with_headers", "amount=1", image, [&](int x, int y, int c) { return 255 - image->at(x, y, c); });
}

/// Gray and RGBA images of each type that image objects have.
void OwnKernels::imageObjects() {
    for (const int channels : {1, 4})
        for (const SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32})
            for (const Size size : {portrait, landscape}) {
                const ImagePtr image = noiseImage(size, {type, channels});
                const FilterCatalog filters = catalogWith("magnify");
                const ReportPtr report = run("magnify", image, filters);
                for (int y = 0; y < size.height; ++y)
                    for (int x = 0; x < size.width; ++x)
                        for (int c = 0; c < channels; ++c)
                            QCOMPARE(report->output->at(x, y, c),
                                     image->at(size.width / 4 + x / 2, size.height / 4 + y / 2, c));
            }
    for (const SampleType type : {SampleType::U8, SampleType::U16, SampleType::U32}) {
        const ImagePtr image = noiseImage(portrait, {type, 4});
        const FilterCatalog filters = catalogWith("shake");
        const ReportPtr report = run("shake shift=3", image, filters);
        for (int y = 0; y < image->height(); ++y)
            for (int x = 0; x < image->width(); ++x)
                for (int c = 0; c < 4; ++c)
                    QCOMPARE(report->output->at(x, y, c),
                             image->at(image->width() - 1 - (x + 3) % image->width(), y, c));
    }
}

void OwnKernels::variants() {
    const ImagePtr image = noiseImage(portrait);
    for (const char* words :
         {"variant=one mode=invert", "variant=four mode=invert", "variant=four mode=invert workgroup=16x4"})
        compareWith("two_ways", words, image, [&](int x, int y, int c) { return 255 - image->at(x, y, c); });
    const FilterCatalog filters = catalogWith("two_ways");
    const RunRequest request{{image, parseStack("two-ways variant=four workgroup=32", filters), 0, filters}, {}};
    QCOMPARE(QString(errorOf(*engine_, request).what()).contains("takes workgroups of 64 or 16x4"), true);
}

/// The second kernel reads what the first one wrote, channel by channel.
void OwnKernels::chainedResults() {
    for (const int channels : {1, 4})
        for (const Size size : {portrait, landscape}) {
            const ImagePtr image = noiseImage(size, {SampleType::U8, channels});
            const auto across = [&](int x, int y, int c) {
                const auto at = [&](int column) { return int(image->at(std::clamp(column, 0, size.width - 1), y, c)); };
                return (at(x - 1) + 2 * at(x) + at(x + 1) + 2) / 4;
            };
            compareWith("binomial", "", image, [&](int x, int y, int c) {
                const int above = across(x, std::max(y - 1, 0), c),
                          below = across(x, std::min(y + 1, size.height - 1), c);
                const int mean = (above + 2 * across(x, y, c) + below + 2) / 4;
                return double(mean);
            });
        }
}

/// Three kernels, of which each adds 10. They do not ask for the size, so each gets exactly its range: more work-items
/// would write outside of the image, for which NVIDIA's driver gives up the context.
void OwnKernels::chainedObjects() {
    const std::string body = "(read_only image2d_t src, write_only image2d_t dst) {\n"
                             "    const sampler_t as_is = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;\n"
                             "    const int2 at = {get_global_id(0), get_global_id(1)};\n"
                             "    write_imageui(dst, at, read_imageui(src, as_is, at) + 10);\n}\n";
    const FilterCatalog filters = withDefinitions(
        builtInFilters(), {{"more", "//@ variant: all; passes one, two, three; result chained\nkernel void one" + body +
                                        "kernel void two" + body + "kernel void three" + body}});
    const ImagePtr image = noiseImage(portrait, {SampleType::U8, 4});
    const ReportPtr report = run("more", image, filters, true);
    QVERIFY2(QString::fromStdString(report->stages[0].finding).contains("; nothing written outside"),
             report->stages[0].finding.c_str());
    for (int y = 0; y < image->height(); ++y)
        for (int x = 0; x < image->width(); ++x)
            QCOMPARE(report->output->at(x, y, 1), std::min(255.0, image->at(x, y, 1) + 30));
}

/// The left half is inverted, and the right one is black.
void OwnKernels::partsOfResult() {
    const std::string head = "(global const uchar* src, global uchar* dst, int width, int height) {\n"
                             "    const int x = get_global_id(0), i = get_global_id(1) * width + x;\n"
                             "    if (x < width && get_global_id(1) < height && ";
    const FilterCatalog filters = withDefinitions(
        builtInFilters(), {{"halves", "//@ variant: all; passes left, right; result parts\nkernel void left" + head +
                                          "x < width / 2) dst[i] = 255 - src[i];\n}\nkernel void right" + head +
                                          "x >= width / 2) dst[i] = 0;\n}\n"}});
    const ImagePtr image = noiseImage(portrait, {SampleType::U8, 1});
    const ReportPtr report = run("halves", image, filters);
    for (int y = 0; y < image->height(); ++y)
        for (int x = 0; x < image->width(); ++x)
            QCOMPARE(report->output->at(x, y, 0), x < image->width() / 2 ? 255 - image->at(x, y, 0) : 0.0);
}

/// The counts of a gray image are those of the built-in histogram's first row.
void OwnKernels::counts() {
    const FilterCatalog filters = catalogWith("banked_counts");
    const ImagePtr image = noiseImage(landscape, {SampleType::U8, 1});
    const ReportPtr mine = run("banked-counts", image, filters), theirs = run("histogram", image, filters);
    const auto &some = mine->stages.at(0).analysis, &others = theirs->stages.at(0).analysis;
    QVERIFY(some.size() == 256 && others.size() >= 256);
    QVERIFY(std::equal(some.begin(), some.end(), others.begin()));
    QVERIFY(sameSamples(*mine->output, *image));
}

void OwnKernels::verdictOfReference() {
    const FilterCatalog filters = catalogWith("smooth");
    for (const SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32}) {
        const ImagePtr image = noiseImage(portrait, {type, 4});
        const ReportPtr report = run("smooth sigma=3", image, filters, true);
        QVERIFY(report->stages.at(0).difference.verdict == Verdict::WithinTolerance ||
                report->stages.at(0).difference.verdict == Verdict::Match);
        // The reference follows the parameter: that of another sigma differs.
        const ReportPtr other = run("gaussian sigma=1", image, filters);
        QVERIFY(!sameSamples(*other->output, *report->output));
    }
}

/// Without its reference, each file is compared with itself: other workgroups, other memory, guards around buffers.
void OwnKernels::checkWithoutReference() {
    const QDir folder(QStringLiteral(LIGHTBENCH_SOURCE_DIR "/tests/own_kernels"));
    int checked = 0;
    for (const QString& file : folder.entryList({"*.cl"})) {
        FilterDefinition definition = readKernelFile(pathOf(file.chopped(3).toStdString()), builtInFilters());
        if (definition.text.find("//@ variant of:") != std::string::npos) continue; // it has the filter's reference
        const std::string mark = "//@ reference:";
        if (const auto at = definition.text.find(mark); at != std::string::npos)
            definition.text.replace(at, definition.text.find('\n', at) - at, "//@ reference: none");
        const FilterCatalog filters = withDefinitions(builtInFilters(), {definition});
        for (const int channels : {1, 4}) {
            const ImagePtr image = noiseImage(landscape, {SampleType::U8, channels});
            try {
                const ReportPtr report = run(definition.id, image, filters, true);
                const StageReport& stage = report->stages.front();
                QVERIFY2(QString::fromStdString(stage.finding).contains("; nothing written outside"),
                         (definition.id + ": " + stage.finding).c_str());
                ++checked;
            } catch (const Error& error) {
                QVERIFY2(error.kind() == ErrorKind::Usage, error.what()); // it takes no such image
            }
        }
    }
    QVERIFY(checked >= 20);
}

/// A guessed range is the slider's only.
void OwnKernels::choicesWithinRange() {
    const FilterCatalog filters = catalogWith("edges");
    const Stage stage = parseStack("edges strength=40", filters).front();
    QCOMPARE(stage.parameters.real("strength"), 40.0);
    QCOMPARE(stackLine({stage}, filters), std::string("edges strength=40"));
    QVERIFY_EXCEPTION_THROWN(parseStack("edges strength=inf", filters), Error);
}

LIGHTBENCH_TEST(OwnKernels, NoApplication)
#include "own_kernels.moc"
