// The user's variants of built-in filters in the window: copied in the Source tab, edited, and chosen like the others.
#include <QToolButton>

#include "core/definition/own_variant.h"
#include "tests/lab/lab_engine.h"
#include "tests/lab/text_files.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/bars/banner.h"
#include "ui/panels/source/source_editor.h"
#include "ui/panels/source/source_files.h"
#include "ui/panels/source/source_panel.h"
#include "ui/panels/source/variant_copy_button.h"

using namespace lightbench;
using namespace lightbench::tests;

class WindowOwnVariantsTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_own_variants")); }
    void init() {
        QSettings().clear();
        home_ = std::make_unique<QTemporaryDir>();
        qputenv("LIGHTBENCH_MY_KERNELS", home_->filePath("kernels").toUtf8());
        QVERIFY(open(labEngine()));
        openPicture();
        QVERIFY(settle());
        addFilter("threshold");
        QVERIFY(settle());
        source_ = window->findChild<SourcePanel*>();
        for (QWidget* tab = source_; tab; tab = tab->parentWidget())
            tab->setVisible(true);
        QTRY_VERIFY(source_->files()->count() > 0);
    }
    void cleanup() {
        window.reset();
        qputenv("LIGHTBENCH_MY_KERNELS", "off");
    }

    void aCopyIsChosenAndEdited();
    void aTakenNameIsAMessage();
    void theReadoutShowsProbes();

private:
    Session& session() { return window->lab().session; }
    ImagePtr result() { return window->lab().results.report()->output; }
    bool runsAs(const std::string& variant) {
        return waitUntil([&] {
            const ReportPtr& report = window->lab().results.report();
            return report && window->lab().results.isCurrent() && report->stages.size() == 1 &&
                   report->stages[0].variant == variant;
        });
    }
    std::unique_ptr<QTemporaryDir> home_;
    SourcePanel* source_ = nullptr;
};

void WindowOwnVariantsTest::aCopyIsChosenAndEdited() {
    const ImagePtr builtIn = result();
    const QString name = source_->copyButton()->suggestedName();
    QVERIFY2(name.endsWith("-2"), qPrintable(name));
    source_->copyButton()->copy(name);
    const std::string variant = "mine:" + name.toStdString();
    QVERIFY(runsAs(variant));
    QVERIFY(sameSamples(*result(), *builtIn));
    QCOMPARE(session().stack()[0].variant, variant);
    QVERIFY(source_->view()->text().startsWith("//@ variant of: threshold "));
    auto* chooser = inForm<QComboBox>("variant");
    QVERIFY(chooser && chooser->findData(QString::fromStdString(variant)) > 0);
    QCOMPARE(chooser->currentData().toString(), QString::fromStdString(variant));

    // A change of the file reaches the picture, and leaves the built-in variant alone.
    const QString file = home_->filePath("kernels/" + name + ".cl");
    QFile stored(file);
    QVERIFY(stored.open(QIODevice::ReadOnly));
    putFile(file, stored.readAll() + "\n#error changed\n");
    QVERIFY(waitUntil([&] { return window->banner()->text().contains("changed"); }));
    QVERIFY2(window->banner()->text().contains(name + ".cl"), qPrintable(window->banner()->text()));
    session().setVariant(0, "auto");
    QVERIFY(settle());
    QVERIFY(sameSamples(*result(), *builtIn));
}

void WindowOwnVariantsTest::aTakenNameIsAMessage() {
    source_->copyButton()->copy("fast");
    QVERIFY(runsAs("mine:fast"));
    session().setVariant(0, "auto");
    QVERIFY(settle());
    source_->copyButton()->copy("fast");
    QTRY_VERIFY2(window->banner()->text().contains("is there already"), qPrintable(window->banner()->text()));
    source_->copyButton()->copy("no name");
    QTRY_VERIFY2(window->banner()->text().contains("cannot be the name"), qPrintable(window->banner()->text()));
}

/// The value under the cursor, beside the samples.
void WindowOwnVariantsTest::theReadoutShowsProbes() {
    const QString file = home_->filePath("shade.cl");
    putFile(file, "kernel void shade(global const uchar* src, global uchar* dst, int width, int height) {\n"
                  "    int x = get_global_id(0), y = get_global_id(1);\n"
                  "    if (x >= width || y >= height) return;\n"
                  "    lb_probe(x + 1000 * y);\n"
                  "    dst[y * width + x] = 7;\n}\n");
    window->documents().open({file});
    QTRY_COMPARE(session().stack().size(), std::size_t(2));
    QVERIFY(settle());
    ImageView* view = &window->lab().view;
    const QPoint at = view->rect().center() + QPoint(30, 20);
    QTest::mouseMove(view, at);
    const auto pixel = view->pixelAt(at);
    QVERIFY(pixel);
    const QString wanted = QString("probe: %1").arg(pixel->x() + 1000 * pixel->y());
    QTRY_VERIFY2(view->readout().contains(wanted), qPrintable(view->readout()));
    QVERIFY(view->readout().contains("(x + 1000 * y, line 4)"));
    QCOMPARE(result()->at(pixel->x(), pixel->y(), 0), 7.0);
}

LIGHTBENCH_TEST(WindowOwnVariantsTest, QApplication)
#include "window_own_variants.moc"
