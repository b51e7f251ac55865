// resize to halves by area: rows that begin at any byte, and sides that are no multiple of what a work-item makes.
#include "tests/gpu/gpu_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class Halves : public QObject {
    Q_OBJECT
private slots:
    void areMeansOfFour();

private:
    std::unique_ptr<Engine> engine_ = makeDeclaredEngine({.poison = true});
};

void Halves::areMeansOfFour() {
    for (const Size size : {Size{2, 2}, Size{2, 100}, Size{100, 2}, Size{34, 6}, Size{66, 10}, Size{128, 8}})
        for (int channels : {1, 4})
            for (SampleType type : {SampleType::U8, SampleType::U16, SampleType::F32})
                for (const char* variant : {"halving", "strips"}) {
                    const std::string stack = std::string("resize scale=0.5 method=area variant=") + variant;
                    const ReportPtr report =
                        engine_->run(requestOf(noiseImage(size, {type, channels}), stack, {.verify = true}));
                    QCOMPARE(report->output->size().width, size.width / 2);
                    QVERIFY2(report->stages.at(0).difference.verdict == Verdict::Match, stack.c_str());
                }
}

LIGHTBENCH_TEST(Halves, QCoreApplication)
#include "halves.moc"
