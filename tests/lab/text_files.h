// Writes and reads back small files in tests of the window. It needs Qt Test: a file that cannot be written fails the
// test.
#pragma once

#include <QFile>
#include <QTest>

namespace lightbench::tests {

inline void putFile(const QString& path, const QByteArray& content) {
    QFile file(path);
    QVERIFY2(file.open(QIODevice::WriteOnly | QIODevice::Truncate), qPrintable(path));
    QCOMPARE(file.write(content), content.size());
}

inline QByteArray textOfFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace lightbench::tests
