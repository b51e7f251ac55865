// Files that Lightbench keeps for itself and cannot read: they are warnings, and are kept beside what replaces them.
#include <QTest>

#include <QTemporaryDir>

#include <unistd.h>

#include <filesystem>

#include "core/base/damaged_file.h"
#include "core/base/error.h"
#include "core/base/small_file.h"
#include "core/base/whole_file.h"
#include "core/roofline/peak_rates_file.h"
#include "core/tuning/tuning_file.h"
#include "tests/test_program.h"

using namespace lightbench;
namespace fs = std::filesystem;

class DamagedFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string file(const char* name) const { return folder_.filePath(QLatin1String(name)).toStdString(); }
    static std::string textOf(const std::string& path) { return readSmallFile(path, 1 << 20, "a text"); }

private slots:
    void damagedTuningFilesAreKept() {
        const TuningFile tuning(file("tuning.csv"));
        const auto add = [](TuningDatabase& database) {
            database.results.push_back(
                {.device = "a device", .variant = "plain", .workgroup = "8x8", .us = 1, .gain = 1});
        };
        for (const char* garbage : {"garbage", "a,b\n1,2\n", "\xff\xfe", ""}) {
            writeWhole(tuning.path(), garbage);
            QStringList warnings;
            const auto database =
                tuning.readOrWarn([&](const std::string& line) { warnings << QString::fromStdString(line); });
            QVERIFY(database && database->results.empty());
            if (*garbage)
                QVERIFY2(warnings.size() == 1 && warnings[0].contains("tuning.csv"), qPrintable(warnings.join("|")));
            const std::string kept = damagedName(tuning.path());
            QCOMPARE(tuning.change(add)->results.size(), std::size_t(1));
            QCOMPARE(tuning.read()->results.size(), std::size_t(1));
            QCOMPARE(fs::exists(kept), *garbage != '\0');
            if (*garbage) QCOMPARE(fs::file_size(kept), std::string(garbage).size());
        }
    }

    /// What nobody may read is a warning too, and stays. So does a folder.
    void unreadableTuningFiles() {
        const TuningFile tuning(file("folder.csv"));
        fs::create_directory(tuning.path());
        int warnings = 0;
        const auto count = [&](const std::string&) { ++warnings; };
        QVERIFY(tuning.readOrWarn(count)->results.empty());
        QCOMPARE(warnings, 1);
        QVERIFY_THROWS_EXCEPTION(Error, tuning.change([](TuningDatabase&) {}));
        QVERIFY(fs::is_directory(tuning.path()));
        if (::geteuid() == 0) QSKIP("root may read every file");
        const TuningFile secret(file("secret.csv"));
        writeWhole(secret.path(), "a secret");
        fs::permissions(secret.path(), fs::perms::none);
        QVERIFY(secret.readOrWarn(count)->results.empty());
        QCOMPARE(warnings, 2);
        secret.change([](TuningDatabase&) {});
        fs::permissions(file("secret.csv.damaged"), fs::perms::owner_read);
        QCOMPARE(textOf(file("secret.csv.damaged")), std::string("a secret"));
    }

    void damagedPeakRatesAreKept() {
        const PeakRatesFile rates(file("peak-rates.csv"));
        writeWhole(rates.path(), "my notes");
        DeviceInfo device;
        device.name = "a device";
        QVERIFY_THROWS_EXCEPTION(Error, rates.find(device));
        rates.keep(device, {});
        QCOMPARE(textOf(file("peak-rates.csv.damaged")), std::string("my notes"));
        QVERIFY(textOf(rates.path()).find("a device") != std::string::npos);
    }
};

LIGHTBENCH_TEST(DamagedFilesTest, NoApplication)
#include "damaged_files.moc"
