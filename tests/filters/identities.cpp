// Pairs of stacks that make the same image by definition. Each filter is proved by itself elsewhere; here they are held
// against each other, so that two ways to one result cannot part.
#include <QTest>

#include "core/run/stack_text.h"
#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/conformance/conformance_cases.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {

constexpr int width = 61, height = 47;

struct Identity {
    const char *one, *other;
    std::vector<SampleType> types = {SampleType::U8, SampleType::U16, SampleType::F32};
    std::vector<int> channels = {1, 4};
};

const std::vector<SampleType> bytes{SampleType::U8}, integers{SampleType::U8, SampleType::U16};

const Identity identities[] = {
    // One rule of error diffusion.
    {"error-diffusion matrix=floyd-steinberg levels=2", "floyd-steinberg levels=2"},
    {"error-diffusion matrix=floyd-steinberg levels=3", "floyd-steinberg levels=3"},
    {"error-diffusion matrix=floyd-steinberg levels=4", "floyd-steinberg levels=4"},
    {"error-diffusion matrix=floyd-steinberg levels=7", "floyd-steinberg levels=7"},
    {"error-diffusion matrix=floyd-steinberg levels=100", "floyd-steinberg levels=100"},
    // All 8-bit values are levels.
    {"floyd-steinberg levels=256", "", bytes},
    {"error-diffusion levels=256", "", bytes},
    {"ordered-dither levels=256", "", bytes},
    {"posterize levels=256", "", bytes},
    {"posterize levels=256 form=bits", "", bytes},
    // Morphology.
    {"dilate k=7", "local-maximum k=7"},
    {"erode k=5", "invert | dilate k=5 | invert", integers},
    {"open k=5 shape=disc", "erode k=5 shape=disc | dilate k=5 shape=disc"},
    {"close k=7 shape=cross", "dilate k=7 shape=cross | erode k=7 shape=cross"},
    {"top-hat k=5", "open k=5 | blend mode=difference with=input", integers, {1}},
    {"black-hat k=5", "close k=5 | blend mode=difference with=input", integers, {1}},
    // Thresholds inside a filter, and before it.
    {"distance-transform threshold=100", "threshold threshold=100 | distance-transform", integers, {1}},
    {"distance-transform threshold=0", "distance-transform"},
    // Windows of weights.
    {"sobel direction=x sign=clipped", "convolution matrix=-1,0,1;-2,0,2;-1,0,1", integers},
    {"prewitt direction=y sign=clipped", "convolution matrix=-1,-1,-1;0,0,0;1,1,1", integers},
    {"scharr direction=x sign=clipped", "convolution matrix=-3,0,3;-10,0,10;-3,0,3", integers},
    {"laplacian window=eight sign=clipped", "convolution matrix=1,1,1;1,-8,1;1,1,1", integers},
    {"box k=3",
     "convolution matrix=0.1111111111111111,0.1111111111111111,0.1111111111111111;0.1111111111111111,"
     "0.1111111111111111,0.1111111111111111;0.1111111111111111,0.1111111111111111,0.1111111111111111",
     integers},
    {"box k=1", ""},
    // Quarter turns, by each filter that makes them.
    {"rotate angle=90 size=whole", "rotate-90 angle=270"},
    {"rotate angle=-90 size=whole", "rotate-90 angle=90"},
    {"rotate angle=270 size=whole", "rotate-90 angle=90"},
    {"rotate angle=180", "rotate-90 angle=180"},
    {"rotate angle=-180 method=nearest", "flip direction=both"},
    {"rotate angle=360", ""},
    {"rotate angle=0 size=whole", ""},
    {"warp matrix=-1,0,60;0,1,0", "flip direction=horizontal"},
    {"warp matrix=1,0,0;0,-1,46 method=nearest", "flip direction=vertical"},
    {"warp", ""},
    {"transpose", "rotate-90 angle=90 | flip direction=horizontal"},
    {"transpose | transpose", ""},
    {"pad left=3 top=5 right=2 bottom=1 border=wrap | crop rectangle=3,5,61,47", ""},
    // A shift by whole copies of an image that repeats.
    {"warp matrix=1,0,6100000000;0,1,-47000000000 border=wrap", ""},
    {"warp matrix=1,0,1200000007;0,1,0 border=reflect101", "warp matrix=1,0,7;0,1,0 border=reflect101"},
    // Tone.
    {"threshold", "posterize levels=2", bytes},
    {"threshold threshold=90 type=binary | invert", "threshold threshold=90 type=binary-inverted", integers},
    {"invert", "curve black=255 x1=64 y1=191 x2=128 y2=127 x3=192 y3=63 white=0 form=straight", integers},
    {"invert", "curve black=255 x1=64 y1=191 x2=128 y2=127 x3=192 y3=63 white=0", integers},
    {"levels", "", integers},
    {"curve", "", integers},
    {"curve form=straight", "", integers},
    {"brightness-contrast", "", integers},
    {"saturation-hue", "", integers},
    {"channel-mixer matrix=0,0,1;0,1,0;1,0,0", "channel-mixer preset=swap-red-blue", integers, {4}},
    // Two images.
    {"blend with=input", "", integers, {1}},
    {"mask-mix with=input mask=input", "", integers, {1}},
    {"gaussian mix=0", ""},
    {"blend mode=difference with=input", "threshold threshold=255", integers, {1}},
    // Sums and sizes.
    {"integral", "prefix-sum axis=x | prefix-sum axis=y", integers},
    {"resize scale=1 method=nearest", ""},
    {"resize scale=1 method=area", ""},
    {"resize scale=1 method=box", ""},
    {"resize width=1 height=1 method=area", "resize width=1 height=1 method=box"},
    {"resize width=122 height=94 method=area", "resize width=122 height=94 method=nearest"},
    {"resize width=122 height=94 method=box", "resize width=122 height=94 method=nearest"},
};

} // namespace

class Identities : public QObject {
    Q_OBJECT
private slots:
    void hold_data();
    void hold();
};

void Identities::hold_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(identities)); ++i)
        QTest::addRow("%s = %s", identities[i].one, identities[i].other) << i;
}

void Identities::hold() {
    QFETCH(int, index);
    const Identity& identity = identities[index];
    for (SampleType type : identity.types)
        for (int channels : identity.channels)
            for (Picture picture : {Picture::Noise, Picture::Structured}) {
                const auto image =
                    std::make_shared<const Image>(testImage({{width, height}, {type, channels}}, picture, 7));
                const ImagePtr one = runReference(image, parseStack(identity.one));
                const ImagePtr other = runReference(image, parseStack(identity.other));
                const Difference difference = compareImages(*one, *other, exactly());
                QVERIFY2(difference.verdict == Verdict::Match,
                         qPrintable(QStringLiteral("%1, %2 channels: %3 samples differ, by up to %4")
                                        .arg(QString::fromStdString(image->format().name()))
                                        .arg(channels)
                                        .arg(difference.mismatched)
                                        .arg(difference.maxAbs)));
            }
}

LIGHTBENCH_TEST(Identities, NoApplication)
#include "identities.moc"
