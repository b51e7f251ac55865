// Floats beyond 0..1: which filters cut them off is declared, the declaration is true, and a run says so.
#include "core/run/float_range.h"

#include <algorithm>
#include <limits>
#include <random>

#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// From -1 to 2, and the same cut off at 0 and 1.
Image wideFloats(bool isCut) {
    Image image({{72, 60}, {SampleType::F32, 1}});
    std::minstd_rand random(3);
    for (std::size_t i = 0; i < image.shape().samples(); ++i) {
        float& sample = image.samples<float>()[i];
        sample = std::uniform_real_distribution<float>(-1, 2)(random);
        if (isCut) sample = std::clamp(sample, 0.0f, 1.0f);
    }
    return image;
}
} // namespace

class FloatRangeTest : public QObject {
    Q_OBJECT
private slots:
    void theDeclarationIsTrue() {
        int clamping = 0;
        for (const Filter& filter : allFilters()) {
            const bool takesFloats = std::ranges::find(filter.accepts, SampleType::F32) != filter.accepts.end();
            // These two compare with a threshold between 0 and 1: a cut changes nothing.
            const bool compares = filter.id == "threshold" || filter.id == "connected-components";
            if (!takesFloats || !filter.reference || !imageParameterNames(filter).empty() || compares) continue;
            const Stage stage = makeStage(filter.id);
            const bool isSame = filter.reference(wideFloats(false), stage.parameters) ==
                                filter.reference(wideFloats(true), stage.parameters);
            QVERIFY2(isSame == filter.clampsFloats, filter.id.c_str());
            clamping += filter.clampsFloats ? 1 : 0;
        }
        QVERIFY(clamping >= 10);
    }

    void theFirstStageIsNamed() {
        const auto warning = [](const Image& image, const char* stack) {
            return floatRangeWarning(image, parseStack(stack), builtInFilters());
        };
        const std::string text = warning(wideFloats(false), "gaussian | !levels | clahe | equalize");
        QVERIFY2(text.find("clahe (stage 3) cuts floats off") != text.npos, text.c_str());
        QVERIFY(warning(wideFloats(true), "clahe").empty());
        QVERIFY(warning(wideFloats(false), "gaussian | median").empty());
        QVERIFY(warning(Image({{72, 60}, {SampleType::U8, 1}}), "clahe").empty());
        Image empty = wideFloats(true);
        std::fill_n(empty.samples<float>(), empty.shape().samples(), std::numeric_limits<float>::quiet_NaN());
        QVERIFY(warning(empty, "clahe").empty());
    }

    void sumsThatMayOverflowAreNamed() {
        Image image = wideFloats(true);
        const auto warning = [&] { return floatRangeWarning(image, parseStack("box"), builtInFilters()); };
        image.samples<float>()[5] = 1e30f;
        QVERIFY(warning().empty());
        image.samples<float>()[5] = -3e38f; // what maps often write where they know nothing
        QVERIFY2(warning().find("overflow") != std::string::npos, warning().c_str());
        QVERIFY(floatRangeWarning(image, {}, builtInFilters()).empty());
    }
};

LIGHTBENCH_TEST(FloatRangeTest, NoApplication)
#include "float_range.moc"
