// The Python function of a reference: what it is given, what it may return, and every way in which it fails.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "core/definition/defined_filters.h"
#include "core/definition/kernel_files.h"
#include "core/definition/python_process.h"
#include "core/run/verify.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
bool imports(const QString& python, const QString& module) {
    QProcess process;
    process.start(python, {"-c", "import " + module});
    return process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

/// The first python3 with NumPy; empty if there is none.
QString pythonWithNumpy() {
    for (const char* python : {"python3", "/usr/bin/python3"})
        if (imports(python, "numpy")) return python;
    return {};
}

Image ramp(int channels = 1) {
    return drawnImage<std::uint8_t>(7, 5, channels,
                                    [](int x, int y, int c) { return std::uint8_t(x * 9 + y * 30 + c); });
}

const QByteArray kernelText = "kernel void mine(global const uchar* src, global uchar* dst, int width, int height, "
                              "float gain) { dst[0] = src[0] * gain; }\n";
} // namespace

class PythonReferences : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString python_;

    /// What the function makes of a ramp.
    static std::vector<Image> call(const std::string& text, const ParameterValues& values = {}, double seconds = 30) {
        allowPython(text);
        std::vector<Image> images;
        images.push_back(ramp());
        return callPython({"/some where/mine.py", text, seconds}, images, values);
    }
    void put(const QString& name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    FilterCatalog catalog() const {
        return withDefinitions(builtInFilters(),
                               {readKernelFile(folder_.filePath("mine.cl").toStdString(), builtInFilters())});
    }

private slots:
    void initTestCase() {
        python_ = pythonWithNumpy();
        if (python_.isEmpty()) QSKIP("needs python3 with NumPy");
        qputenv("LIGHTBENCH_ALLOWED_PYTHON", folder_.filePath("allowed").toUtf8());
    }
    void init() { qputenv("LIGHTBENCH_PYTHON", python_.toUtf8()); }

    /// Numbers keep their kind: 2.0 is no int.
    void getsImageAndParameters() {
        ParameterValues values;
        values.set("gain", 2.0);
        values.set("radius", 3);
        values.set("mode", std::string("soft"));
        values.set("squared", true);
        values.set("mix", 0.5);
        const std::vector<Image> made =
            call("def reference(image, gain, radius, mode, squared):\n"
                 "    assert type(gain) is float and type(radius) is int and mode == 'soft' and squared is True\n"
                 "    assert image.shape == (5, 7) and image.dtype == 'uint8'\n"
                 "    return (255 - image).astype(image.dtype)\n",
                 values);
        QCOMPARE(made.size(), 1u);
        QCOMPARE(made[0].at(6, 4, 0), 255 - ramp().at(6, 4, 0));
    }

    void failures_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const char* text, const char* said) {
            QTest::newRow(name) << QString(text) << QString(said);
        };
        const char* head = "def reference(image, **parameters):\n";
        const auto body = [&](const char* lines) { return std::string(head) + "    " + lines + "\n"; };
        row("wrong type", body("return image.astype('float64')").c_str(),
            "mine.py: reference returned float64; the result is uint8, so convert it");
        row("wrong shape", body("return image[1:]").c_str(), "mine.py: reference returned 4 x 7; the result is 5 x 7");
        row("no array", body("return 3").c_str(), "mine.py: reference returned int; return a NumPy array");
        row("nothing", body("pass").c_str(), "mine.py: reference returned NoneType");
        row("exception", body("return image[99]").c_str(), "mine.py:2: IndexError: index 99 is out of bounds");
        row("deeper exception", "def f(a):\n    return 1 / a\ndef reference(image):\n    return f(0)\n",
            "mine.py:2: ZeroDivisionError: division by zero");
        row("another parameter", "import math\ndef reference(image, no):\n    return image\n", "mine.py:2: TypeError");
        row("unknown parameter", body("return parameters['no']").c_str(), "mine.py:2: KeyError: 'no'");
        row("syntax", "def reference(image):\n    return (\n", "mine.py:2: SyntaxError");
        row("no function", "def other(image): pass\n", "mine.py has no function reference(image, **parameters)");
        row("module", "import no_such_module\n", "mine.py:1: ModuleNotFoundError: No module named 'no_such_module'; ");
        row("leaves", body("import os; os._exit(3)").c_str(), "mine.py: python3 ended without a result");
        row("exits", body("raise SystemExit(3)").c_str(), "mine.py:2: SystemExit: 3");
        row("crashes", body("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)").c_str(),
            "mine.py: python3 was ended by signal 11");
    }
    void failures() {
        QFETCH(QString, text);
        QFETCH(QString, said);
        const QString message = messageOf([&] { call(text.toStdString()); });
        QVERIFY2(message.contains(said) && !message.contains('\n'), qPrintable(message));
    }

    void endlessLoopsEnd() {
        const QString message = messageOf([&] { call("def reference(image):\n    while True: pass\n", {}, 0.5); });
        QVERIFY2(message.contains("mine.py took longer than 0.5 s"), qPrintable(message));
    }

    void printsAreNoResult() {
        const auto made = call("import sys\nprint('ok' * 2000000)\nsys.stderr.write('error\\n' * 500000)\n"
                               "def reference(image):\n    print('ok')\n    return image\n");
        QVERIFY(made.at(0) == ramp());
    }

    void largeImages() {
        std::vector<Image> images;
        images.emplace_back(ImageShape{{3000, 1000}, {SampleType::F32, 4}});
        std::fill_n(images[0].samples<float>(), images[0].shape().samples(), 0.25f);
        const std::string text = "def reference(image):\n    return image * 2.0\n";
        allowPython(text);
        const std::vector<Image> made = callPython({"mine.py", text}, images, {});
        QCOMPARE(made.at(0).at(2999, 999, 3), 0.5);
    }

    void whatIsMissing() {
        qputenv("LIGHTBENCH_PYTHON", "no-such-python3");
        QVERIFY(messageOf([&] {
                    call("def reference(image): return image\n");
                }).contains("cannot start no-such-python3: No such file or directory; install python3"));
        put("bare", "#!/bin/sh\nexec '" + python_.toUtf8() + "' -S -E \"$@\"\n");
        QFile(folder_.filePath("bare")).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        qputenv("LIGHTBENCH_PYTHON", folder_.filePath("bare").toUtf8());
        const QString message = messageOf([&] { call("def reference(image): return image\n"); });
        QVERIFY2(message.contains("has no NumPy; install it"), qPrintable(message));
    }

    void asksOncePerText() {
        const std::string text = "def reference(image): return image\n# asks\n";
        std::vector<Image> images;
        images.push_back(ramp());
        const auto message = [&](const std::string& script) {
            return messageOf([&] { callPython({"a/mine.py", script}, images, {}); });
        };
        QVERIFY(message(text).startsWith("mine.py has not been allowed to run"));
        QVERIFY(!isPythonAllowed(text));
        allowPython(text);
        QCOMPARE(message(text), QString("no error"));
        QVERIFY(message(text + "\n").startsWith("mine.py has not been allowed to run"));
    }

    void fileBesideTheKernel() {
        put("mine.cl", kernelText);
        put("mine.py", "import os\n");
        QVERIFY(!hasReference(catalog().byId("mine"))); // another file that happens to lie there
        put("mine.py", "def reference(image, gain):\n    return (image // 2 * gain).astype(image.dtype)\n");
        const FilterCatalog filters = catalog();
        const Filter& filter = filters.byId("mine");
        QVERIFY(hasReference(filter) && !hasCpuReference(filter) && !filter.reference);
        ParameterValues values = defaultValues(filter.parameters);
        const Image gray = ramp(), colours = ramp(4);
        QVERIFY(QString::fromStdString(referenceOf(filter, gray, values).problem).contains("not been allowed"));
        allowPython(filters.definitions()[0].referenceText);
        const StageReference made = referenceOf(filter, gray, values);
        QCOMPARE(made.problem, std::string());
        QCOMPARE(made.name, std::string("mine.py"));
        const int halfGray = int(gray.at(4, 3, 0)) / 2;
        QCOMPARE(made.image->at(4, 3, 0), double(halfGray));
        // A kernel for gray images runs on each colour channel, and so does its reference; alpha stays.
        const StageReference coloured = referenceOf(filter, colours, values);
        QVERIFY2(coloured.problem.empty(), coloured.problem.c_str());
        const int halfBlue = int(colours.at(4, 3, 2)) / 2;
        QCOMPARE(coloured.image->at(4, 3, 2), double(halfBlue));
        QCOMPARE(coloured.image->at(4, 3, 3), colours.at(4, 3, 3));
        put("mine.cl", "//@ reference: none\n" + kernelText);
        QVERIFY(!hasReference(catalog().byId("mine")));
    }

    void linesOfReferences() {
        const auto complaint = [&](const QByteArray& line) {
            put("mine.cl", line + "\n" + kernelText);
            return messageOf([&] { catalog(); });
        };
        QVERIFY(complaint("//@ reference: python no.py").contains("mine.cl:1: there is no file"));
        QVERIFY(complaint("//@ reference: image no.png").contains("mine.cl:1: there is no file"));
        QVERIFY(complaint("//@ reference: kernel no").contains("mine.cl:1: there is no pass or kernel called no"));
        QVERIFY(complaint("//@ reference: kernel mine").contains("mine.cl:1: no kernel is left"));
        QVERIFY(complaint("//@ reference: python mine.py; seconds x").contains("mine.cl:1: a Python function has"));
        QCOMPARE(complaint("//@ reference: python mine.py; seconds 5; tolerance 1"), QString("no error"));
        QCOMPARE(complaint("//@ reference: invert"), QString("no error"));
    }

    void otherLibraries() {
        if (!imports(python_, "scipy.ndimage")) QSKIP("needs SciPy");
        const auto made = call("from scipy import ndimage\n"
                               "def reference(image):\n    return ndimage.maximum_filter(image, 3)\n");
        QCOMPARE(made.at(0).at(1, 1, 0), ramp().at(2, 2, 0));
    }

    /// Kernels for floats are given 8-bit images as floats of full scale 1, and so is the function.
    void samplesAreTheKernels() {
        put("mine.cl", QByteArray(kernelText).replace("uchar", "float"));
        put("mine.py", "def reference(image, gain):\n    assert image.dtype == 'float32' and image.max() <= 1\n"
                       "    return image * 0.5\n");
        const FilterCatalog filters = catalog();
        allowPython(filters.definitions()[0].referenceText);
        const Filter& filter = filters.byId("mine");
        const StageReference made = referenceOf(filter, ramp(), defaultValues(filter.parameters));
        QVERIFY2(made.problem.empty(), made.problem.c_str());
        QCOMPARE(made.image->at(5, 2, 0), std::nearbyint(ramp().at(5, 2, 0) * 0.5)); // ties to even
    }
};

LIGHTBENCH_TEST(PythonReferences, QCoreApplication)
#include "python_references.moc"
