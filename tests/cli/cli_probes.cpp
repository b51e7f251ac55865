// lb_probe in a user's kernel, on the command line: values of one pixel, and the same result with and without.
#include <QTest>

#include "tests/cli/cli_support.h"
#include "tests/test_program.h"

using namespace lightbench;

class CliProbes : public QObject {
    Q_OBJECT

    Folder folder_;

    ProgramOutcome probed(const QByteArray& body, const QString& pixel, const QByteArray& head = {}) {
        folder_.put("mine.cl",
                    head +
                        "kernel void mine(global const uchar* src, global uchar* dst, int width, int height) {\n"
                        "    const int x = get_global_id(0), y = get_global_id(1);\n"
                        "    if (x >= width || y >= height) return;\n" +
                        body + "}\n");
        return folder_.run({"run", "in.pgm", "-o", "probed.pgm", "--kernels", "mine.cl", "--stack",
                            "mine workgroup=16x4", "--probe", pixel});
    }

private slots:
    void initTestCase() { folder_.putGrayImage("in.pgm"); }

    void valuesOfOnePixel() {
        const ProgramOutcome outcome = probed("    const float v = src[y * width + x] / 2.0f; // not lb_probe(1)\n"
                                              "    lb_probe(v);\n"
                                              "    lb_probe((int2)(x, -y)); lb_probe(min(x, 3));\n"
                                              "    for (int i = 0; i < 2; ++i) lb_probe_at(x, y, i);\n"
                                              "    dst[y * width + x] = convert_uchar_sat_rte(v);\n",
                                              "20,30");
        const int sample = (30 * 61 + 20) * 37 % 251;
        QVERIFY2(outcome.code == 0, qPrintable(outcome.text()));
        for (const QString& line :
             {QString("result %1, reference -").arg(int(std::nearbyint(sample / 2.0))),
              QString("mine, line 5: v = %1\n").arg(sample / 2.0), QString("mine, line 6: (int2)(x, -y) = 20, -30\n"),
              QString("mine, line 6: min(x, 3) = 3\n"), QString("mine, line 7: i = 0\n  mine, line 7: i = 1\n")})
            QVERIFY2(outcome.output.contains(line), qPrintable(line + " in\n" + outcome.output));
        folder_.succeeds(
            {"run", "in.pgm", "-o", "plain.pgm", "--kernels", "mine.cl", "--stack", "mine workgroup=16x4"});
        QCOMPARE(folder_.read("probed.pgm"), folder_.read("plain.pgm"));
    }

    void theLastPixelAndNone() {
        const QByteArray body = "    lb_probe(x);\n    dst[y * width + x] = 0;\n";
        QVERIFY(probed(body, "60,46").output.contains("mine, line 4: x = 60"));
        QVERIFY(probed(body, "61,46").output.contains("no kernel calls lb_probe for this pixel"));
        QVERIFY(probed(body, "61,46").output.contains("the result is 61 x 47"));
        QVERIFY(probed("    dst[y * width + x] = 0;\n", "1,1").output.contains("no kernel calls lb_probe"));
    }

    void wrongProbes() {
        const auto says = [&](const ProgramOutcome& outcome, const char* text) {
            return outcome.code != 0 && outcome.errors.contains(text);
        };
        ProgramOutcome outcome = probed("    dst[y * width + x] = twice(1);\n", "1,1",
                                        "int twice(int a) {\n    lb_probe(a);\n    return 2 * a;\n}\n");
        QVERIFY2(says(outcome, "mine.cl:2: lb_probe works in a kernel alone"), qPrintable(outcome.text()));
        outcome = probed("    lb_probe_at(x, 1);\n", "1,1");
        QVERIFY2(says(outcome, "mine.cl:4: write lb_probe_at(x, y, value)"), qPrintable(outcome.text()));
        outcome = probed("    lb_probe(x);\n", "1,1", "//@ pixels: 4x1\n");
        QVERIFY2(says(outcome, "mine.cl:5: the work-items of kernel mine are not the pixels"),
                 qPrintable(outcome.text()));
        folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--stack", "invert", "--probe", "1"}, "--probe is a pixel");
        folder_.refused({"run", "in.pgm", "-o", "no.pgm", "--stack", "invert", "--probe", "1.5,2"},
                        "--probe is a pixel");
    }

    /// Its kernel has a parameter of its own at the end, and lines of several files.
    void aCopyOfABuiltInVariant() {
        folder_.succeeds({"source", "gaussian variant=plain", "--copy", "naive.cl"});
        QByteArray text = folder_.read("naive.cl");
        const qsizetype out = text.indexOf("if (x >= width");
        QVERIFY(out > 0);
        text.insert(text.indexOf('\n', out) + 1, "    lb_probe(weights[radius]);\n");
        folder_.put("naive.cl", text);
        const ProgramOutcome outcome =
            folder_.run({"run", "in.pgm", "-o", "probed.pgm", "--kernels", "naive.cl", "--stack",
                         "gaussian variant=mine:naive sigma=1", "--verify", "--probe", "9,9"});
        QVERIFY2(outcome.code == 0 && outcome.output.contains(": weights[radius] = 0.39"), qPrintable(outcome.text()));
        QVERIFY2(!outcome.output.contains("reference -"), qPrintable(outcome.text()));
    }
};

LIGHTBENCH_TEST(CliProbes, QCoreApplication)
#include "cli_probes.moc"
