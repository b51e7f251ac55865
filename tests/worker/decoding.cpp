// Camera RAW files are decoded in a process of their own: the same image comes back, and a file that crashes LibRaw is
// one error.
#include <QTest>

#include <cstring>

#include "app/worker/decoding_worker.h"
#include "app/worker/program_filters.h"
#include "core/codecs/codecs.h"
#include "core/codecs/image_file.h"
#include "core/definition/defined_filters.h"
#include "core/filters/built_in_filters.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/core/core_support.h"
#include "tests/stage_of_file.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
std::vector<std::byte> fileBytes(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(path));
    const QByteArray content = file.readAll();
    const auto* begin = reinterpret_cast<const std::byte*>(content.data());
    return {begin, begin + content.size()};
}
QString seed(const char* name) { return QStringLiteral(LIGHTBENCH_SOURCE_DIR "/tests/fuzz/seeds/raw/") + name; }

void accept(const DecodingCost&) {}

/// A DNG file that says a filter array of 36 bytes and not its size, 6 x 6.
std::vector<std::byte> withoutArraySize() {
    std::vector<std::byte> file;
    const auto put = [&]<class T>(T value) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        file.insert(file.end(), bytes, bytes + sizeof value);
    };
    struct Entry {
        std::uint16_t tag, type;
        std::uint32_t count, value;
    };
    constexpr std::uint32_t side = 16, entries = 11, end = 8 + 2 + entries * 12 + 4, arrayBytes = 36;
    const Entry all[entries] = {{256, 4, 1, side},
                                {257, 4, 1, side},
                                {258, 3, 1, 16},
                                {259, 3, 1, 1},
                                {262, 3, 1, 32803},
                                {273, 4, 1, end + arrayBytes},
                                {277, 3, 1, 1},
                                {278, 4, 1, side},
                                {279, 4, 1, side * side * 2},
                                {33422, 1, arrayBytes, end},
                                {50706, 1, 4, 0x0401}};
    put(std::uint32_t(0x002a4949)), put(std::uint32_t(8)), put(std::uint16_t(entries));
    for (const Entry& entry : all)
        put(entry.tag), put(entry.type), put(entry.count), put(entry.value);
    put(std::uint32_t(0));
    file.resize(file.size() + arrayBytes + side * side * 2, std::byte(1));
    return file;
}
} // namespace

class Decoding : public QObject {
    Q_OBJECT
private slots:
    void imageComesBack();
    void catalogPassesItOn();
    void costCanBeRefused();
    void errorComesBack();
    void crashIsOneError();
    void missingWorker();
};

void Decoding::imageComesBack() {
    const auto file = fileBytes(seed("turned.dng"));
    const Codec& raw = *codecByContent(file);
    QVERIFY(raw.needsProcess);
    const DecodedImage here = raw.decode(file, accept), there = decodeInWorker(file, accept);
    QVERIFY(here.image == there.image);
    QCOMPARE(there.image.shape().name(), here.image.shape().name());
    QVERIFY(here.notes == there.notes && here.metadata.unsupported == there.metadata.unsupported);
    QVERIFY(*loadImage(seed("turned.dng").toStdString(), {.rawDecoding = decodeInWorker}) == here.image);
}

/// Whoever has a catalog or a parameter of it reads stacks by the process that the catalog was given.
void Decoding::catalogPassesItOn() {
    static int calls = 0;
    const DecodingProcess counted = [](std::span<const std::byte> file, const CostCheck& check) {
        ++calls;
        return decodeInWorker(file, check);
    };
    const FilterCatalog catalog = builtInFilters().withRawDecoding(counted);
    const std::string stack = stageOfFile("blend", "with", seed("bayer.dng").toStdString());
    parseStack(stack, builtInFilters());
    QCOMPARE(calls, 0);
    parseStack(stack, catalog);
    QCOMPARE(calls, 1);
    parseStack(stack, withDefinitions(catalog, {}));
    parseStack(stack, catalog.with({filterById("invert")}));
    parseStack(stack, builtInFilters().withRawDecoding(counted).with({filterById("blend")}));
    QCOMPARE(calls, 4);
    QVERIFY(catalog == builtInFilters() && catalog.isDefinedOver(builtInFilters()));
    QVERIFY(builtInFilters().isDefinedOver(programFilters()) && programFilters().isDefinedOver(programFilters()));
    QVERIFY(programFilters().rawDecoding() == decodeInWorker && !builtInFilters().rawDecoding());
}

void Decoding::costCanBeRefused() {
    const auto file = fileBytes(seed("bayer.dng"));
    DecodingCost here, there;
    codecByContent(file)->decode(file, [&](const DecodingCost& cost) { here = cost; });
    const auto refuse = [&](const DecodingCost& cost) {
        there = cost;
        Error error(ErrorKind::Input, "too large");
        error.reason = ErrorReason::TooLarge;
        throw error;
    };
    const auto refusal = errorOf([&] { decodeInWorker(file, refuse); });
    QVERIFY(refusal && refusal->reason == ErrorReason::TooLarge);
    QVERIFY(there.bytes > here.bytes && there.shape.name() == here.shape.name());
}

void Decoding::errorComesBack() {
    const auto file = fileBytes(seed("canon.cr2"));
    const auto message = [&](DecodingProcess decode) { return messageOf([&] { decode(file, accept); }); };
    QCOMPARE(message(decodeInWorker), message(codecByContent(file)->decode));
}

void Decoding::crashIsOneError() {
    const auto file = withoutArraySize();
    const QString message = messageOf([&] { decodeInWorker(file, accept); });
    const bool isRefused = message.contains("ended by signal") && message.contains("convert it to TIFF");
    const bool isMended = message.contains("LibRaw"); // other versions refuse it by themselves
    QVERIFY2(isRefused || isMended, qPrintable(message));
}

void Decoding::missingWorker() {
    const auto file = fileBytes(seed("bayer.dng"));
    const QString message = messageOf([&] { decodeInProcess("/no/such/worker", {decodeArgument}, file, accept); });
    QVERIFY2(message.contains("cannot start /no/such/worker"), qPrintable(message));
}

LIGHTBENCH_TEST(Decoding, NoApplication)
#include "decoding.moc"
