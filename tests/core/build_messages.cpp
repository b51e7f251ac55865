// Logs of OpenCL compilers, in the forms that drivers write, also where these name a temporary file of their own.
#include <QTest>

#include "core/source/build_messages.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {

/// A user's file with a header, as the driver gets it: the prelude first.
const std::string builtProgram = "#line 1 \"kernels/prelude/prelude.clh\"\n"
                                 "typedef uchar sample_t;\n"
                                 "#line 1 \"user/shade/shade.cl\"\n"
                                 "#line 1 \"user/shade/value.h\"\n"
                                 "#define VALUE 3\n"
                                 "int twice(int a) { return b; }\n"
                                 "#line 2 \"user/shade/shade.cl\"\n"
                                 "kernel void shade(global uchar* dst) {\n"
                                 "    dst[0] = nonsense;\n"
                                 "}\n";

std::string shown(const std::string& log) {
    std::string all;
    for (const BuildMessage& one : buildMessages(logWithOwnFiles(log, builtProgram))) {
        const char* kinds[] = {"error", "warning", "note"};
        all += one.file + "|" + std::to_string(one.line) + "|" + std::to_string(one.column) + "|" + kinds[one.kind] +
               "|" + one.text + "\n";
    }
    return all;
}

} // namespace

class BuildMessagesTest : public QObject {
    Q_OBJECT

private slots:
    void logs_data();
    void logs();
    void aLogKeepsItsOtherLines();
};

void BuildMessagesTest::logs_data() {
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<QByteArray>("messages");
    const QByteArray unknown = "use of undeclared identifier 'nonsense'";
    const QByteArray expected = "user/shade/shade.cl|3|14|error|" + unknown + "\n";

    // Recorded with PoCL 3.1: it writes clang's messages with the severity first.
    QTest::newRow("PoCL") << "error: user/shade/shade.cl:3:14: " + unknown +
                                 "\nDevice pthread-skylake failed to build the program\n"
                          << expected;
    QTest::newRow("PoCL, in a macro")
        << QByteArray("error: user/shade/shade.cl:3:14 <Spelling=user/shade/value.h:1:15>: expected ';'\n")
        << QByteArray("user/shade/shade.cl|3|14|error|expected ';'\n");
    // Clang's own form (its manual, "Formatting of Diagnostics"), which NVIDIA and ROCm print as it is.
    QTest::newRow("NVIDIA") << "user/shade/shade.cl:3:14: error: " + unknown +
                                   "\n    dst[0] = nonsense;\n             ^\n1 error generated.\n"
                            << expected;
    QTest::newRow("NVIDIA, a note and a warning")
        << QByteArray("user/shade/value.h:2:27: error: use of undeclared identifier 'b'\n"
                      "user/shade/shade.cl:3:5: warning: unused variable 'x'\n"
                      "user/shade/value.h:1:9: note: expanded from macro 'VALUE'\n")
        << QByteArray("user/shade/value.h|2|27|error|use of undeclared identifier 'b'\n"
                      "user/shade/shade.cl|3|5|warning|unused variable 'x'\n"
                      "user/shade/value.h|1|9|note|expanded from macro 'VALUE'\n");
    // NVIDIA's assembler has no line of the kernel.
    QTest::newRow("NVIDIA, ptxas") << QByteArray("ptxas error   : Entry function 'shade' uses too much shared data\n")
                                   << QByteArray("|0|0|error|ptxas error   : Entry function 'shade' uses too much "
                                                 "shared data\n");
    QTest::newRow("NVIDIA, without #line") << "<kernel>:9:14: error: " + unknown + "\n    dst[0] = nonsense;\n"
                                           << expected;
    // ROCm compiles a temporary file of its code object manager.
    QTest::newRow("AMD, temporary file") << "/tmp/comgr-1f2e3d/input/CompileSource:9:14: error: " + unknown +
                                                "\n    dst[0] = nonsense;\n"
                                         << expected;
    // The compiler of AMD's older drivers is EDG's; its messages are described in its manual, "Diagnostics".
    QTest::newRow("AMD, older") << QByteArray(
                                       "\"/tmp/OCL123T1.cl\", line 9: error: identifier \"nonsense\" is undefined\n"
                                       "      dst[0] = nonsense;\n               ^\n\n1 error detected.\n")
                                << QByteArray("user/shade/shade.cl|3|0|error|identifier \"nonsense\" is undefined\n");
    QTest::newRow("AMD, older, numbered")
        << QByteArray("\"user/shade/shade.cl\", line 3: warning #177-D: variable \"x\" was declared but never used\n")
        << QByteArray("user/shade/shade.cl|3|0|warning|variable \"x\" was declared but never used\n");
    QTest::newRow("a line below zero") << QByteArray("\"/tmp/t.cl\", line -3: error: no\n") << QByteArray();
    // Intel's compiler for GPUs calls the text "1"; the one for processors names no file.
    QTest::newRow("Intel, GPU") << "1:9:14: error: " + unknown + "\n    dst[0] = nonsense;\n             ^\n"
                                << expected;
    QTest::newRow("Intel, processor") << "Compilation started\n:9:14: error: " + unknown + "\nCompilation failed\n"
                                      << expected;
    // Mesa's clover calls the text input.cl, and rusticl source.cl.
    QTest::newRow("Mesa, clover") << "input.cl:9:14: error: " + unknown + "\n" << expected;
    QTest::newRow("Mesa, rusticl") << "source.cl:9:14: fatal error: " + unknown + "\n" << expected;
    // Newer versions of clang number the line that they quote.
    QTest::newRow("clang 17") << "user/shade/shade.cl:3:14: error: " + unknown + "\n    3 |     dst[0] = nonsense;\n"
                              << expected;
    // A driver that reads the numbers of #line, and not its names: the quoted line decides.
    QTest::newRow("numbers of #line") << "/tmp/pocl/tempfile_x1.cl:3:14: error: " + unknown +
                                             "\n    3 |     dst[0] = nonsense;\n"
                                      << expected;
    QTest::newRow("header in a temporary file")
        << QByteArray("/tmp/t.cl:6:27: error: use of undeclared identifier 'b'\nint twice(int a) { return b; }\n")
        << QByteArray("user/shade/value.h|2|27|error|use of undeclared identifier 'b'\n");
    QTest::newRow("beyond the text") << QByteArray("/tmp/t.cl:600:1: error: expected '}'\n")
                                     << QByteArray("/tmp/t.cl|600|1|error|expected '}'\n");
    QTest::newRow("a sum of errors") << QByteArray("1 error generated.\n2 errors and 1 warning generated.\n")
                                     << QByteArray();
    QTest::newRow("empty") << QByteArray() << QByteArray();
}

void BuildMessagesTest::logs() {
    QFETCH(QByteArray, log);
    QFETCH(QByteArray, messages);
    QCOMPARE(QByteArray::fromStdString(shown(log.toStdString())), messages);
}

void BuildMessagesTest::aLogKeepsItsOtherLines() {
    const std::string log = "Building\n/tmp/t.cl:9:14: error: no\n    dst[0] = nonsense;\nStopped: a: b\n";
    QCOMPARE(logWithOwnFiles(log, builtProgram),
             std::string("Building\nuser/shade/shade.cl:3:14: error: no\n    dst[0] = nonsense;\nStopped: a: b\n"));
    QCOMPARE(logWithOwnFiles("", builtProgram), std::string());
    // A #line that no compiler takes leaves the count as it is.
    for (const char* number : {"-7", "2147483647", "99999999999"}) {
        const std::string program = builtProgram + "#line " + number + " \"user/shade/none.h\"\nint x;\n";
        QCOMPARE(logWithOwnFiles("/tmp/t.cl:12:5: error: no\n", program),
                 std::string("user/shade/shade.cl:6:5: error: no\n"));
    }
}

LIGHTBENCH_TEST(BuildMessagesTest, QCoreApplication)
#include "build_messages.moc"
