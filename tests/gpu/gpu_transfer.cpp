// Transfers through pinned memory, on the queue of a device that is there; the parts' ends are where mistakes would be.
#include <QTest>

#include <algorithm>
#include <cstring>

#include "gpu/execution/pinned_transfer.h"
#include "tests/test_program.h"

using namespace lightbench;

namespace {
constexpr std::size_t part = 4 << 20;

/// Every byte depends on its place, also across parts.
std::vector<std::byte> bytesOf(std::size_t count, int seed) {
    std::vector<std::byte> all(count);
    std::byte* to = all.data();
    for (std::size_t i = 0; i < count; ++i)
        to[i] = std::byte((i * 31 + i / 251 + i / part * 7 + std::size_t(seed)) & 255);
    return all;
}
} // namespace

class GpuTransfer : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void whatIsServed();
    void thereAndBack_data();
    void thereAndBack();
    void aDroppedDownloadFillsNothing();
    void copiesInARow();

private:
    cl::Context context_;
    cl::CommandQueue queue_;
    DeviceInfo discrete_;
};

void GpuTransfer::initTestCase() {
    const cl::Device device = cl::Device::getDefault();
    context_ = cl::Context(device);
    queue_ = cl::CommandQueue(context_, device, CL_QUEUE_PROFILING_ENABLE);
    discrete_.type = DeviceType::Gpu; // what the device that computes here is does not matter to transfers
}

void GpuTransfer::whatIsServed() {
    const PinnedTransfer transfer(context_, queue_, discrete_);
    QVERIFY(transfer.serves(33 << 20));
    QVERIFY(!transfer.serves(1000));
    QVERIFY(!transfer.serves(std::uint64_t(1) << 32));
    DeviceInfo host;
    host.type = DeviceType::Cpu;
    QVERIFY(!PinnedTransfer(context_, queue_, host).serves(33 << 20));
}

void GpuTransfer::thereAndBack_data() {
    QTest::addColumn<qulonglong>("bytes");
    for (std::size_t bytes : {part / 4, part - 1, part, part + 1, 2 * part, 3 * part + 12345})
        QTest::addRow("%zu bytes", bytes) << qulonglong(bytes);
}

void GpuTransfer::thereAndBack() {
    QFETCH(qulonglong, bytes);
    PinnedTransfer transfer(context_, queue_, discrete_);
    const cl::Buffer buffer(context_, CL_MEM_READ_WRITE, bytes);
    for (int seed : {1, 2}) { // the second goes through the same memory
        std::vector<std::byte> sent = bytesOf(bytes, seed), back(bytes);
        const std::vector<std::byte> kept = sent;
        TimedCommand up, down;
        transfer.upload(buffer, sent, up);
        std::ranges::fill(sent, std::byte(0)); // is the caller's own again
        transfer.download(buffer, back, down).finish();
        QVERIFY(back == kept);
        QCOMPARE(up.events.size(), (bytes + part - 1) / part);
        QCOMPARE(down.events.size(), up.events.size());
    }
}

// A run that was cancelled leaves its image; the next must not be filled with what was meant for that.
void GpuTransfer::aDroppedDownloadFillsNothing() {
    PinnedTransfer transfer(context_, queue_, discrete_);
    const cl::Buffer buffer(context_, CL_MEM_READ_WRITE, part);
    const std::vector<std::byte> sent = bytesOf(part, 3);
    std::vector<std::byte> dropped(part), wanted(part);
    TimedCommand command;
    transfer.upload(buffer, sent, command);
    transfer.download(buffer, dropped, command);
    transfer.download(buffer, wanted, command).finish();
    QVERIFY(wanted == sent);
    QVERIFY(dropped == std::vector<std::byte>(part));
}

/// A helper that wakes late finds the next copy, or none; and what was copied may be gone once a copy is done.
void GpuTransfer::copiesInARow() {
    CopyThreadPool pool;
    for (std::size_t i = 0; i < 300; ++i) {
        const std::size_t bytes = i * 20011;
        auto sent = std::make_unique<std::vector<std::byte>>(bytesOf(bytes, int(i)));
        std::vector<std::byte> got(bytes + 1, std::byte(7));
        pool.copy(got.data(), sent->data(), bytes);
        QVERIFY(bytes == 0 || std::memcmp(sent->data(), got.data(), bytes) == 0);
        QCOMPARE(int(got[bytes]), 7);
    }
}

LIGHTBENCH_TEST(GpuTransfer, QCoreApplication)
#include "gpu_transfer.moc"
