// The journal: rows come back as they were, what is in the file is known, and rows of something else stand apart.
#include <QTest>

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "core/experiment/experiment_report.h"
#include "core/experiment/journal.h"
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/experiment/row_from_cells.h"
#include "tests/test_program.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
using Differences = std::vector<std::vector<std::string>>;

PointRow madeUpRow(const std::string& stack) {
    ExperimentPoint point{parseStack(stack), 0, {640, 480}, {SampleType::U16, 4}, builtInFilters(), "natural"};
    DeviceInfo device;
    device.name = "A, device \"with\" marks";
    PointRow row = unmeasuredRow(point, device);
    row.repeats = 3;
    row.spanUs.median = 12.5;
    row.reason = "none, or\nsome";
    return row;
}

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}
std::vector<PointRow> rowsIn(const std::string& path) {
    return rowsOfFile(parseCsv(textOf(QString::fromStdString(path)).toStdString()));
}

Provenance wholeProvenance() {
    return {"lightbench 0.1.0",
            "abc",
            "a host",
            "now",
            "1.0",
            0,
            "0123",
            "-cl-opt-disable",
            "4567",
            "yes",
            4,
            20,
            5,
            "89",
            "01"};
}

void change(Provenance& from, const QString& what) {
    const std::map<QString, std::string Provenance::*> texts{
        {"program", &Provenance::program}, {"commit", &Provenance::commit},
        {"host", &Provenance::host},       {"driver", &Provenance::driver},
        {"kernels", &Provenance::kernels}, {"build options", &Provenance::buildOptions},
        {"image", &Provenance::imageHash}, {"check", &Provenance::checkedOn},
        {"race", &Provenance::race},       {"files", &Provenance::files}};
    if (const auto found = texts.find(what); found != texts.end()) from.*found->second += "2";
    if (what == "device index") from.deviceIndex = 1;
    if (what == "buffers") from.requestedBuffers = 0;
    if (what == "repeats") from.requestedRepeats = 50;
    if (what == "cap") from.capSeconds = 0;
}

/// As older programs wrote it too: whoever reads the files knows the columns by these.
const std::string heading =
    "device,stack,image,size,format,axes,variant,workgroup,repeats,repeats_wanted,buffers,span_us,span_min_us,"
    "span_q1_us,span_q3_us,sum_us,wall_us,megabytes,gb_per_s,read_share,copy_share,gop_per_s,mpix_per_s,reference_ms,"
    "verdict,checked_size,mismatched,max_abs,kernels_us,reason,program,commit,host,time,driver,device_index,"
    "kernels_hash,build_options,image_hash,check,buffers_wanted,cap_s,"
    "race,build_ms,batch,status,ratio,ratio_low,ratio_high,samples_us,ended,warnings,compute_units,queued_us,submit_us,"
    "baseline_ratio,looks_like,tick_us,files_hash\n";

/// A cell of this column that holds the number if it can.
std::string textOf(const std::string& column, const std::string& number) {
    if (column == "verdict") return "mismatch";
    if (column == "status") return "tie";
    if (column == "kernels_us") return "rows=" + number + ".0 columns=1.50";
    if (column == "samples_us") return number + "; 1.5 2; ";
    if (column == "warnings") return number + " is one; another";
    return number;
}

/// Cells that differ from each other and from those of an empty row.
CsvRow distinctCells() {
    CsvRow cells;
    for (const std::string& name : rowColumns())
        cells.push_back(textOf(name, std::to_string(cells.size() + 1)));
    return cells;
}
} // namespace

class JournalTest : public QObject {
    Q_OBJECT
private slots:
    void rowsComeBack() {
        const PointRow row = madeUpRow("invert | gaussian sigma=2.5 workgroup=8x8");
        const PointRow back = rowFromCells(rowCells(row));
        QCOMPARE(rowCells(back), rowCells(row));
        QCOMPARE(pointKey(back), pointKey(row));
        QVERIFY(pointKey(madeUpRow("invert")) != pointKey(row));
        QCOMPARE(rowCells(row).size(), rowColumns().size());
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(rowJson(row).text())).isObject());
    }

    void columnsKeepTheirOrder() { QCOMPARE(csvLine(rowColumns()), heading); }

    /// Each column has a member of its own, in CSV in both directions and in JSON.
    void everyColumnComesBack() {
        const CsvRow cells = distinctCells();
        PointRow row = rowFromCells(cells);
        QCOMPARE(rowCells(row), cells);
        QVERIFY(row.spanUs.median == 12 && row.spanUs.minimum == 13 && row.spanUs.lowerQuartile == 14);
        QVERIFY(row.provenance.requestedRepeats == 10 && row.provenance.capSeconds == 42 && row.kernels.size() == 2);
        QVERIFY(row.kernels[0] == (KernelTime{"rows", 29}) && row.kernels[1] == (KernelTime{"columns", 1.5}));
        QVERIFY(row.timings.warmUp.size() == 1 && row.timings.racing == (std::vector<double>{1.5, 2}));
        QVERIFY(row.warnings.size() == 2 && row.warnings[1] == "another");
        row.fromJournal = true;
        const QJsonObject json =
            QJsonDocument::fromJson(QByteArray::fromStdString(rowJson(row).text(JsonForm::OneLine))).object();
        QCOMPARE(json.size(), qsizetype(cells.size() + 1));
        for (std::size_t i = 0; i < cells.size(); ++i)
            QCOMPARE(json[QString::fromStdString(rowColumns()[i])].toVariant().toString().toStdString(), cells[i]);
        QVERIFY(json["kept"].toBool() && json["span_us"].isDouble() && json["kernels_us"].isString());
    }

    void malformedKernelTimesAreRefused() {
        for (const char* text : {"rows", "rows=", "rows=fast", "rows=1 2", "rows=1x"})
            QVERIFY_THROWS_EXCEPTION(Error, parseKernels(text));
        QVERIFY(parseKernels(" ").empty());
        QCOMPARE(kernelsText(parseKernels("a=1.50  b=c=12.3")), std::string("a=1.50 b=c=12.3"));
    }

    /// As a spreadsheet saves it: a byte-order mark, other line ends, blank lines.
    void spreadsheetsFilesAreRead() {
        std::string first = csvLine(rowColumns()), line = csvLine(rowCells(madeUpRow("invert")));
        for (std::string* text : {&first, &line})
            text->insert(text->size() - 1, "\r");
        const std::vector<PointRow> rows = rowsOfFile(parseCsv("\xef\xbb\xbf" + first + line + "\r\n,,\r\n"));
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rowCells(rows[0]), rowCells(madeUpRow("invert")));
    }

    /// Of a file whose columns stand otherwise, or are fewer, by their names.
    void columnsAreFoundByTheirNames() {
        std::vector<CsvRow> file{rowColumns(), distinctCells()};
        for (CsvRow& line : file)
            std::ranges::reverse(line);
        QCOMPARE(rowCells(rowsOfFile(file).at(0)), distinctCells());
        file[0].front() = "another"; // files_hash
        QVERIFY_THROWS_EXCEPTION(Error, rowsOfFile(file));
        for (CsvRow& line : file)
            line.erase(line.begin());
        QCOMPARE(rowsOfFile(file).at(0).provenance.files, std::string());
        for (CsvRow& line : file)
            line.pop_back(); // the device, without which nobody knows what a row is of
        QVERIFY_THROWS_EXCEPTION(Error, rowsOfFile(file));
        QVERIFY_THROWS_EXCEPTION(Error, rowsOfFile({rowColumns(), {"a cell"}}));
    }

    void cellsThatAreNone() {
        for (const auto& [column, cell] : {std::pair("repeats", "1e300"),
                                           {"repeats", "nan"},
                                           {"repeats", "three"},
                                           {"span_us", "1,5"},
                                           {"verdict", "good"},
                                           {"status", "first"}}) {
            CsvRow cells = rowCells(madeUpRow("invert"));
            cells[std::size_t(std::ranges::find(rowColumns(), column) - rowColumns().begin())] = cell;
            QVERIFY_THROWS_EXCEPTION(Error, rowFromCells(cells));
        }
    }

    void journalGoesOn() {
        const std::string path = file("journal.csv");
        Journal{path}.add(madeUpRow("invert"));
        const QString before = textOf(QString::fromStdString(path));
        {
            QFile half(QString::fromStdString(path));
            QVERIFY(half.open(QIODevice::Append));
            half.write("A device,half a li");
        }
        Journal again(path);
        QCOMPARE(textOf(QString::fromStdString(path)), before);
        QVERIFY(again.known(madeUpRow("invert")));
        QCOMPARE(again.known(madeUpRow("invert"))->spanUs.median, 12.5);
        QVERIFY(!again.known(madeUpRow("transpose")));
        again.add(madeUpRow("invert"));
        QCOMPARE(textOf(QString::fromStdString(path)), before);
        again.add(madeUpRow("transpose"));
        QCOMPARE(parseCsv(textOf(QString::fromStdString(path)).toStdString()).size(), std::size_t(3));
    }

    void journalRefusesOtherFiles() {
        const std::string path = file("other.csv");
        QFile other(QString::fromStdString(path));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("channel,bin\n1,2\n");
        other.close();
        QVERIFY_THROWS_EXCEPTION(Error, Journal{path});
        QVERIFY_THROWS_EXCEPTION(Error, Journal{file("no folder/rows.csv")});
    }

    // One place for a point, whatever became of it the first time.
    void failedRowsAreTriedAgain() {
        const std::string path = file("failed.csv");
        PointRow failed = madeUpRow("invert");
        failed.repeats = 0;
        Journal{path}.add(failed);
        Journal again(path);
        QVERIFY(!again.known(failed));
        again.add(madeUpRow("transpose"));
        again.add(madeUpRow("invert"));
        QVERIFY(again.known(failed));
        const auto rows = parseCsv(textOf(QString::fromStdString(path)).toStdString());
        QCOMPARE(rows.size(), std::size_t(3));
        QVERIFY(rowFromCells(rows[1]).hasTime() && rowFromCells(rows[1]).stack == "invert");
    }

    /// Of a driver without event times, by an older program: the point is measured again.
    void timesThatNoClockGivesAreNone() {
        const std::string path = file("clockless.csv");
        PointRow row = madeUpRow("invert");
        for (const double us : {0.0, 5e-7, std::numeric_limits<double>::infinity(), std::nan("")}) {
            row.spanUs.median = us;
            writeWhole(path, rowsCsv({row}));
            QVERIFY(!Journal(path).known(row));
            const PointRow found = readJournal(path).at(0);
            QVERIFY(!found.hasTime() && found.reason == noEventTimes && found.stack == row.stack);
        }
    }

    void journalsAreOneProcessEach() {
        const std::string path = file("shared.csv");
        {
            Journal first(path);
            QVERIFY_THROWS_EXCEPTION(Error, Journal{path});
            PointRow row = madeUpRow("invert");
            first.add(row);
            row.spanUs.median = 1;
            first.add(row); // puts another file in its place, which is locked too
            QVERIFY_THROWS_EXCEPTION(Error, Journal{path});
        }
        QVERIFY(Journal(path).known(madeUpRow("invert")));
    }

    /// A file without the columns of the provenance: nobody knows what measured its rows.
    void olderJournalsAreRead() {
        const std::string path = file("older.csv");
        writeWhole(path,
                   "device,stack,image,size,format,axes,span_us,repeats\nNVIDIA H200,invert,random,64x64,u8,,7.5,3\n");
        Journal journal(path);
        PointRow point;
        point.device = "NVIDIA H200";
        point.stack = "invert";
        point.image = "random";
        point.size = "64x64";
        point.format = "u8";
        point.provenance.program = "lightbench 0.1.0";
        QVERIFY(!journal.known(point));
        QCOMPARE(journal.others(point), (Differences{{"an origin that was not recorded"}}));
        QVERIFY(textOf(QString::fromStdString(path)).startsWith(QString::fromStdString(csvLine(rowColumns()))));
        point.repeats = 9;
        point.spanUs.median = 7;
        journal.add(point);
        const std::vector<PointRow> rows = rowsIn(path);
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].spanUs.median, 7.5);
        QCOMPARE(rows[1].repeats, 9);
    }

    void rowsWithoutFilesAreNotKept() {
        const std::string path = file("files.csv");
        PointRow old = madeUpRow("invert"), now = old;
        old.provenance = now.provenance = wholeProvenance();
        old.provenance.files.clear();
        Journal journal(path);
        journal.add(old);
        QVERIFY(!journal.known(now));
        QCOMPARE(journal.others(now), (Differences{{"files"}}));
    }

    /// A field that is added counts, or it would let rows of something else stand for one's own.
    void everyFieldOfAProvenanceCounts() {
        forEachField<Provenance>([](auto field) {
            Provenance mine = wholeProvenance();
            mine.deviceIndex = 2;
            Provenance other = mine;
            other.*field.member = {};
            QVERIFY(!(mine.*field.member == other.*field.member));
            QCOMPARE(differencesOf(mine, other).empty(), field.is(ResultOnly));
        });
    }

    void provenancesStandApart_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"program", "commit", "host", "driver", "device index", "kernels", "build options",
                                 "image", "check", "buffers", "repeats", "cap", "race", "files"})
            QTest::newRow(what) << what;
    }

    /// Rows of something else are never taken for known, and never written over.
    void provenancesStandApart() {
        QFETCH(QString, what);
        const std::string path = file("apart of " + what + ".csv");
        PointRow mine = madeUpRow("invert"), other = mine;
        mine.provenance = other.provenance = wholeProvenance();
        change(other.provenance, what);
        {
            Journal journal(path);
            journal.add(other);
            QVERIFY(!journal.known(mine));
            QCOMPARE(journal.others(mine), (Differences{{what.toStdString()}}));
            mine.spanUs.median = 99;
            journal.add(mine);
        }
        QCOMPARE(rowsIn(path).size(), std::size_t(2));
        QCOMPARE(rowsIn(path)[0].spanUs.median, 12.5);
        Journal again(path);
        QCOMPARE(again.known(mine)->spanUs.median, 99.0);
        QCOMPARE(again.known(other)->spanUs.median, 12.5);
        mine.provenance.time = "later";
        QVERIFY(again.known(mine));
        again.add(mine);
        QCOMPARE(rowsIn(path).size(), std::size_t(2));
    }

    /// A failure is no figure: whoever tries the point again takes its place, and leaves those of others.
    void failuresGiveTheirPlace() {
        const std::string path = file("places.csv");
        PointRow good = madeUpRow("invert"), failed = good, mine = good;
        good.provenance.program = "one", failed.provenance.program = "two", mine.provenance.program = "three";
        failed.repeats = 0;
        Journal journal(path);
        journal.add(failed);
        journal.add(good);
        QCOMPARE(rowsIn(path).size(), std::size_t(1));
        journal.add(failed);
        journal.add(good);
        QCOMPARE(rowsIn(path).size(), std::size_t(2));
        journal.add(mine);
        QCOMPARE(rowsIn(path).size(), std::size_t(2));
        QVERIFY(rowsIn(path)[0].provenance.program == "one" && rowsIn(path)[1].provenance.program == "three");
    }

private:
    QString name(const QString& file) const { return folder_.filePath(file); }
    std::string file(const QString& file) const { return name(file).toStdString(); }
    QTemporaryDir folder_;
};

LIGHTBENCH_TEST(JournalTest, NoApplication)
#include "journal.moc"
