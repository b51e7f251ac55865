// A window with a kernel file of its own, for tests of the user's kernels. The kernels run in lightbench-worker, as in
// the lab itself.
#pragma once

#include "tests/lab/lab_engine.h"
#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "ui/bars/banner.h"
#include "ui/documents/opened_kernels.h"

namespace lightbench::tests {

/// A kernel that sets each sample to `value`, an expression of OpenCL C. Without `lines` that is line 4.
inline QByteArray kernelOf(const QByteArray& value, const QByteArray& parameters = "float strength",
                           const QByteArray& lines = {}) {
    return lines + "kernel void shade(global const uchar* src, global uchar* dst, int width, int height, " +
           parameters +
           ") {\n    int x = get_global_id(0), y = get_global_id(1);\n"
           "    if (x >= width || y >= height) return;\n    dst[y * width + x] = " +
           value + ";\n}\n";
}

class OwnKernelWindow : protected WindowFixture {
protected:
    /// A new folder with the file shade.cl, and no settings.
    void makeFile() {
        QSettings().clear();
        home_ = std::make_unique<QTemporaryDir>();
        path_ = home_->filePath("shade.cl");
        putFile(path_, kernelOf("convert_uchar_sat(10 * strength)"));
    }
    /// The file, and a new window, which has not opened it yet.
    bool startWithFile() {
        makeFile();
        return start();
    }
    bool start() {
        if (!open(labEngine())) return false;
        errors_.clear(), notices_.clear();
        QObject::connect(&window->lab().messages, &Messages::errorShown, window.get(),
                         [this](const QString& error) { errors_ << error; });
        QObject::connect(&window->lab().messages, &Messages::noticeChanged, window.get(),
                         [this](const QString& notice) { notices_ << notice; });
        return true;
    }
    void openKernel() {
        openPicture();
        QVERIFY(settle());
        window->documents().open({path_});
        QTRY_COMPARE(stages(), QStringLiteral("shade"));
        QVERIFY(settle());
        QVERIFY(shows(10));
    }
    QString stages() { return QString::fromStdString(stackLine(session().stack(), session().filters())); }
    Session& session() { return window->lab().session; }
    void set(const char* parameter, double value) {
        session().setParameter(0, parameter, value);
        session().endGesture();
    }
    /// Every sample of the shown picture has this value.
    bool shows(int value) {
        return waitUntil([&] {
            const ReportPtr& report = window->lab().results.report();
            return report && window->lab().results.isCurrent() && report->output->at(3, 5, 0) == value &&
                   report->output->at(200, 100, 2) == value;
        });
    }
    bool hasError(const QString& part) {
        return waitUntil([&] { return window->banner()->text().contains(part); });
    }
    std::unique_ptr<QTemporaryDir> home_;
    QString path_;
    QStringList errors_, notices_;
};

} // namespace lightbench::tests
