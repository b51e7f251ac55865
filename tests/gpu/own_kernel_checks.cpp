// Kernels of users that depend on what memory held before: they get zeros where that is what they mean, and the check
// without a reference finds the others.
#include "core/definition/defined_filters.h"
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
/// Counts in BODY, and paints black what is counted often.
std::string paintedCounts(const std::string& body) {
    return "void add(global uint* to, uint by) { atomic_add(to, by); }\n"
           "//@ scratch: bins = 256\n//@ variant: all; passes count, paint\n"
           "kernel void count(global const uchar* src, global uint* bins, int width, int height) {\n"
           "    const int x = get_global_id(0), y = get_global_id(1);\n"
           "    if (x < width && y < height) " +
           body +
           "\n}\n"
           "kernel void paint(global const uchar* src, global uchar* dst, global const uint* bins, int width,\n"
           "                  int height) {\n"
           "    const int x = get_global_id(0), y = get_global_id(1);\n"
           "    if (x < width && y < height) dst[y * width + x] = bins[src[y * width + x]] > LIMIT ? 0 : 255;\n}\n";
}
} // namespace

class OwnKernelChecks : public QObject {
    Q_OBJECT
private slots:
    /// The memory of the run before is not zero.
    void countersBeginWithZeros() {
        for (int run = 0; run < 3; ++run) {
            const ReportPtr report = checkedRun("atomic_inc(&bins[src[y * width + x]]);", "40");
            QCOMPARE(blackOf(*report->output), expected(40));
            QVERIFY2(report->stages[0].finding.starts_with("the same with"), report->stages[0].finding.c_str());
        }
    }

    /// The guess does not see through a function of the file. With two large fillings the picture would be the same.
    void checkFindsSmallFillings() {
        const StageReport stage = checkedRun("add(bins + src[y * width + x], 1);", "40")->stages[0];
        QVERIFY(stage.difference.verdict == Verdict::Mismatch);
        QVERIFY2(stage.finding.find("depends on what the output or a scratch buffer held before") != std::string::npos,
                 stage.finding.c_str());
    }

    void allKindsAreTried() {
        const std::string finding = checkedRun("atomic_inc(&bins[src[y * width + x]]);", "40")->stages[0].finding;
        QVERIFY2(finding.find("9 runs and 7 fillings of its memory") != std::string::npos, finding.c_str());
    }

private:
    ReportPtr checkedRun(const std::string& body, const std::string& limit) {
        std::string text = paintedCounts(body);
        text.replace(text.find("LIMIT"), 5, limit);
        const FilterCatalog filters = withDefinitions(builtInFilters(), {{"mine", text}});
        return engine_->run({{image_, parseStack("mine", filters), 0, filters}, {.verify = true}});
    }
    int blackOf(const Image& image) const {
        int black = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                black += image.at(x, y, 0) == 0;
        return black;
    }
    int expected(int limit) const {
        std::vector<int> bins(256);
        for (int y = 0; y < image_->height(); ++y)
            for (int x = 0; x < image_->width(); ++x)
                ++bins[std::size_t(image_->at(x, y, 0))];
        int black = 0;
        for (const int count : bins)
            black += count > limit ? count : 0;
        return black;
    }

    const ImagePtr image_ = noiseImage({101, 83}, {SampleType::U8, 1});
    std::unique_ptr<Engine> engine_ = makeOpenClEngine();
};

LIGHTBENCH_TEST(OwnKernelChecks, NoApplication)
#include "own_kernel_checks.moc"
