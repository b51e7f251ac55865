// How much memory is left, told by files as Linux has them.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include "core/base/memory.h"
#include "tests/test_program.h"

using namespace lightbench;

class MemoryTest : public QObject {
    Q_OBJECT

    void put(const QTemporaryDir& root, const QString& path, const QByteArray& content) const {
        QVERIFY(QDir(root.path()).mkpath(QFileInfo(path).path()));
        QFile file(root.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }

private slots:
    void theLeastCounts() {
        const QTemporaryDir root;
        const auto left = [&] { return availableMemory(root.path().toStdString()); };
        QVERIFY(left() > quint64(1) << 60); // nothing is known, nothing is limited
        put(root, "proc/meminfo", "MemTotal: 99 kB\nMemFree: 1 kB\nMemAvailable:   5000 kB\n");
        QCOMPARE(left(), quint64(5000) * 1024);
        put(root, "proc/self/cgroup", "4:cpu,memory:/jobs/one\n0::/user/two\n");
        QCOMPARE(left(), quint64(5000) * 1024);
        put(root, "sys/fs/cgroup/memory/jobs/memory.limit_in_bytes", "3000000\n");
        put(root, "sys/fs/cgroup/memory/jobs/memory.usage_in_bytes", "1000000\n");
        QCOMPARE(left(), quint64(2000000));
        put(root, "sys/fs/cgroup/memory/jobs/memory.stat", "cache 9\ntotal_inactive_file 400000\n");
        QCOMPARE(left(), quint64(2400000));
        put(root, "sys/fs/cgroup/user/two/memory.max", "max\n");
        put(root, "sys/fs/cgroup/user/memory.max", "700000\n");
        put(root, "sys/fs/cgroup/user/memory.current", "500000\n");
        QCOMPARE(left(), quint64(200000));
        put(root, "sys/fs/cgroup/user/memory.current", "900000\n");
        QCOMPARE(left(), quint64(0));
    }

    void addressSpaceIsALimit() {
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_AS, &before), 0);
        const QTemporaryDir root; // whose machine has no limits
        QVERIFY(availableMemory(root.path().toStdString()) > quint64(1) << 40);
        const rlimit small{rlim_t(1) << 40, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_AS, &small), 0);
        const quint64 left = availableMemory(root.path().toStdString());
        ::setrlimit(RLIMIT_AS, &before);
        QVERIFY(left <= quint64(1) << 40);
        QVERIFY(availableMemory() > quint64(1) << 20);
    }
};

LIGHTBENCH_TEST(MemoryTest, QCoreApplication)
#include "core_memory.moc"
