// .npy files: every format there and back, as NumPy writes them, and one clear line for everything else.
#include <cstring>

#include <QTest>

#include "core/codecs/npy.h"
#include "tests/core/core_support.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;
using std::string;

namespace {
/// A file with this dictionary as NumPy lays it out, followed by `bytes` counting bytes.
string npyFile(const string& dictionary, std::size_t bytes, int version = 1) {
    const string header = dictionary + "\n";
    string file = string("\x93NUMPY", 6) + char(version) + '\0' + char(header.size() & 255) + char(header.size() >> 8);
    if (version > 1) file += string(2, '\0');
    file += header;
    for (std::size_t i = 0; i < bytes; ++i)
        file += char(i);
    return file;
}

string dictionary(const string& descr, const string& shape, const string& order = "False") {
    return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

Image readText(const string& file) { return readNpy(std::as_bytes(std::span(file.data(), file.size()))); }

QString refusal(const string& file) {
    const auto error = errorOf([&] { readText(file); });
    if (error && error->kind() != ErrorKind::Input) return QStringLiteral("of the wrong kind");
    return error ? QString::fromStdString(error->what()) : QStringLiteral("no error");
}
} // namespace

class CoreNpy : public QObject {
    Q_OBJECT
private slots:
    void everyFormatReadsBack_data();
    void everyFormatReadsBack();
    void headersAreNumPys();
    void foreignLayouts();
    void colourGetsAnOpaqueAlpha();
    void arraysComeBackInTheirShape_data();
    void arraysComeBackInTheirShape();
    void unusualHeaders();
    void errors_data();
    void errors();
    void everyCutIsAnError();
    void everyFlippedByteIsSafe();
};

void CoreNpy::everyFormatReadsBack_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("channels");
    for (int type = 0; type < 4; ++type)
        for (int channels : {1, 4})
            QTest::addRow("type %d, %d channels", type, channels) << type << channels;
}

void CoreNpy::everyFormatReadsBack() {
    QFETCH(int, type);
    QFETCH(int, channels);
    for (Size size : {Size{1, 1}, Size{1, 64}, Size{64, 1}, Size{17, 13}}) {
        Image image({size, {SampleType(type), channels}});
        for (std::size_t i = 0; i < image.bytes().size(); ++i)
            image.bytes()[i] = std::byte(i * 37 + 11);
        const std::vector<std::byte> file = writeNpy(image);
        const Image back = readNpy(file);
        QVERIFY(back.shape() == image.shape());
        QVERIFY(std::memcmp(back.bytes().data(), image.bytes().data(), image.bytes().size()) == 0);
    }
}

void CoreNpy::headersAreNumPys() {
    // The first 128 bytes of numpy.save(zeros((2, 3), uint16)).
    const auto image = imageOf<std::uint16_t>(3, 2, 1, {0, 0, 0, 0, 0, 0});
    const std::vector<std::byte> file = writeNpy(image);
    string expected = string("\x93NUMPY\x01\0v\0", 10) + "{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }";
    expected += string(127 - expected.size(), ' ') + "\n";
    QCOMPARE(file.size(), std::size_t(128 + 12));
    // NumPy pads with more spaces than are needed so that the shape can grow; only the alignment is promised.
    const string start(reinterpret_cast<const char*>(file.data()), 70);
    QCOMPARE(start.substr(10, 59), expected.substr(10, 59));
    QCOMPARE((file.size() - 12) % 64, std::size_t(0));
}

void CoreNpy::foreignLayouts() {
    const Image gray = readText(npyFile(dictionary("|u1", "(2, 3)"), 6));
    QVERIFY(gray.shape() == (ImageShape{{3, 2}, {SampleType::U8, 1}}));
    QCOMPARE(gray.at(2, 1, 0), 5.0);
    QVERIFY(readText(npyFile(dictionary("<u2", "(2, 3, 1)"), 12)).shape() ==
            (ImageShape{{3, 2}, {SampleType::U16, 1}}));
    QVERIFY(readText(npyFile(dictionary("<f4", "(2, 1, 4)"), 32)).shape() ==
            (ImageShape{{1, 2}, {SampleType::F32, 4}}));
    for (int version : {2, 3})
        QCOMPARE(readText(npyFile(dictionary("|u1", "(1, 2)"), 2, version)).at(1, 0, 0), 1.0);
}

void CoreNpy::colourGetsAnOpaqueAlpha() {
    const Image bytes = readText(npyFile(dictionary("|u1", "(1, 2, 3)"), 6));
    QVERIFY(bytes.shape() == (ImageShape{{2, 1}, {SampleType::U8, 4}}));
    for (int channel = 0; channel < 4; ++channel)
        QCOMPARE(bytes.at(1, 0, channel), channel == 3 ? 255.0 : 3.0 + channel);
    QCOMPARE(readText(npyFile(dictionary("<u2", "(1, 1, 3)"), 6)).at(0, 0, 3), 65535.0);
    QCOMPARE(readText(npyFile(dictionary("<u4", "(1, 1, 3)"), 12)).at(0, 0, 3), 4294967295.0);
    QCOMPARE(readText(npyFile(dictionary("<f4", "(1, 1, 3)"), 12)).at(0, 0, 3), 1.0);
}

void CoreNpy::arraysComeBackInTheirShape_data() {
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("name");
    QTest::newRow("gray") << "(3, 2)"
                          << "2 x 3, gray 16-bit";
    QTest::newRow("gray with an axis") << "(3, 2, 1)"
                                       << "2 x 3, gray 16-bit";
    QTest::newRow("colour") << "(3, 2, 3)"
                            << "2 x 3, RGB 16-bit";
    QTest::newRow("colour and alpha") << "(3, 2, 4)"
                                      << "2 x 3, RGBA 16-bit";
}

void CoreNpy::arraysComeBackInTheirShape() {
    QFETCH(QString, shape);
    QFETCH(QString, name);
    const std::size_t channels = shape.count(',') == 1 ? 1 : std::size_t(shape.chopped(1).back().digitValue());
    const string file = npyFile(dictionary("<u2", shape.toStdString()), 12 * channels);
    const Image image = readText(file);
    QCOMPARE(QString::fromStdString(image.shape().name()), name);
    const std::vector<std::byte> written = writeNpy(image);
    const string text(reinterpret_cast<const char*>(written.data()), written.size());
    QVERIFY(text.find("'shape': " + shape.toStdString()) != text.npos);
    QCOMPARE(text.substr(text.size() - 12 * channels), file.substr(file.size() - 12 * channels));
}

void CoreNpy::unusualHeaders() {
    QCOMPARE(readText(npyFile("{\"shape\":(1,2),\"fortran_order\":False,\"descr\":\"|u1\"}   ", 2)).width(), 2);
    QCOMPARE(readText(npyFile("{'descr': '|u1', 'fortran_order': False, 'shape': (1L, 2L), }", 2)).width(), 2);
}

void CoreNpy::errors_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const string& file, const char* words) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << QString(words);
    };
    row("empty", "", "not an .npy file");
    row("png", string("\x89PNG\r\n\x1a\n\0\0\0\0", 12), "not an .npy file");
    row("fortran", npyFile(dictionary("|u1", "(2, 3)", "True"), 6), "ascontiguousarray");
    row("big-endian", npyFile(dictionary(">u2", "(2, 3)"), 12), ">u2, which is big-endian");
    row("big-endian float", npyFile(dictionary(">f4", "(2, 3)"), 24), "a.astype('<f4')");
    row("double", npyFile(dictionary("<f8", "(2, 3)"), 48), "type <f8");
    row("int32", npyFile(dictionary("<i4", "(2, 3)"), 24), "uint8, uint16, uint32 and float32 can be read");
    row("bool", npyFile(dictionary("|b1", "(2, 3)"), 6), "type |b1");
    row("records", npyFile("{'descr': [('a', '<u2')], 'fortran_order': False, 'shape': (2, 3), }", 12), "records");
    row("one dimension", npyFile(dictionary("|u1", "(6,)"), 6), "shape (6,)");
    row("no dimension", npyFile(dictionary("|u1", "()"), 1), "shape ()");
    row("four dimensions", npyFile(dictionary("|u1", "(1, 2, 3, 1)"), 6), "shape (1, 2, 3, 1)");
    row("two channels", npyFile(dictionary("|u1", "(1, 2, 2)"), 4), "HxWx3 and HxWx4");
    row("no rows", npyFile(dictionary("|u1", "(0, 3)"), 0), "no pixels");
    row("truncated", npyFile(dictionary("|u1", "(2, 3)"), 5), "truncated: its array of shape (2, 3) takes 6 bytes");
    row("trailing", npyFile(dictionary("|u1", "(2, 3)"), 7), "1 bytes after");
    row("huge", npyFile(dictionary("|u1", "(60000, 60000)"), 6), "too large");
    row("huge side", npyFile(dictionary("|u1", "(1, 2147483648)"), 6), "too large");
    row("huge product", npyFile(dictionary("<f4", "(4294967296, 4294967296)"), 6), "too large");
    row("largest legal", npyFile(dictionary("<f4", "(2147483647, 1)"), 6), "truncated");
    row("huge channels", npyFile(dictionary("|u1", "(1, 1, 18446744073709551615)"), 6),
        "shape (1, 1, 18446744073709551615)");
    row("overflow", npyFile(dictionary("|u1", "(99999999999999999999, 1)"), 6), "header is not one");
    row("negative", npyFile(dictionary("|u1", "(-1, 3)"), 6), "header is not one");
    row("no order", npyFile("{'descr': '|u1', 'shape': (2, 3), }", 6), "header is not one");
    row("twice", npyFile("{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (1, 1), }", 1),
        "header is");
    row("code", npyFile("{'descr': '|u1', 'fortran_order': exit(), 'shape': (2, 3), }", 6), "goes wrong at \"exit()");
    row("version", npyFile(dictionary("|u1", "(2, 3)"), 6, 9), "format version 9");
    row("no dictionary", npyFile("", 0), "header is not one");
    row("open", npyFile("{'descr': '|u1", 0), "header is not one");
}

void CoreNpy::errors() {
    QFETCH(QByteArray, file);
    QFETCH(QString, words);
    const QString message = refusal(file.toStdString());
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY2(!message.contains('\n'), qPrintable(message));
}

void CoreNpy::everyCutIsAnError() {
    const string file = npyFile(dictionary("<u2", "(2, 3)"), 12);
    QCOMPARE(refusal(file), QStringLiteral("no error"));
    for (std::size_t length = 0; length < file.size(); ++length)
        QVERIFY2(refusal(file.substr(0, length)) != "no error", qPrintable(QString::number(length)));
}

void CoreNpy::everyFlippedByteIsSafe() {
    const string file = npyFile(dictionary("<u2", "(2, 3)"), 12);
    for (std::size_t i = 0; i < file.size(); ++i)
        for (int flip : {0x01, 0x10, 0x80, 0xff}) {
            string broken = file;
            broken[i] = char(broken[i] ^ flip);
            const QString message = refusal(broken);
            QVERIFY(message != "of the wrong kind");
        }
}

LIGHTBENCH_TEST(CoreNpy, NoApplication)
#include "core_npy.moc"
