// The manual: F1 opens the page of what has the focus, every page shows, links lead on, and words are found.
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QToolTip>

#include "core/framework/filter_catalog.h"
#include "core/manual/manual.h"
#include "tests/built_in_stacks.h"
#include "tests/lab/window_fixture.h"
#include "tests/test_program.h"
#include "ui/controls/glossary_tip.h"
#include "ui/manual/manual_browser.h"
#include "ui/manual/manual_pages.h"
#include "ui/manual/manual_window.h"
#include "ui/panels/difference/difference_panel.h"

using namespace lightbench;

class WindowManualTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(prepare("window_manual")); }
    void init() {
        QSettings().clear();
        QVERIFY(open());
    }
    void cleanup() { window.reset(); }

    void f1OpensThePageOfThePart() {
        addFilter("median");
        window->findChild<QComboBox*>(QStringLiteral("devices"))->setFocus();
        window->commands().action("manual")->trigger();
        auto* manual = window->findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->browser()->page(), QStringLiteral("troubleshooting.md"));
        const auto pageOf = [&](const char* name) {
            const auto* part = window->findChild<QWidget*>(QString::fromLatin1(name));
            return part ? manualPageOf(part, window->lab().session) : QStringLiteral("there is no such part");
        };
        QCOMPARE(pageOf("parameter.k"), QStringLiteral("filters/median.md"));
        QCOMPARE(pageOf("experimentTable"), QStringLiteral("fastest-variant.md"));
        QCOMPARE(pageOf("truth.list"), QStringLiteral("is-my-gpu-right.md#what-the-differences-look-like"));
        QCOMPARE(manualPageOf(window.get(), window->lab().session), QString());
    }

    /// Each part that the table names is there, and its page has such a heading.
    void everyPartHasAPage() {
        addFilter("median");
        int pages = 0;
        for (QWidget* widget : window->findChildren<QWidget*>()) {
            const QString target = manualPageOf(widget, window->lab().session);
            if (target.isEmpty()) continue;
            const ManualFile* page = manualFile(target.section('#', 0, 0).toStdString());
            QVERIFY2(page, qPrintable(target));
            const std::string html = manualHtml(*page, [](auto, auto&) { return std::string(); });
            const std::string anchor = "id=\"" + target.section('#', 1).toStdString() + "\"";
            if (target.contains('#')) QVERIFY2(html.find(anchor) != html.npos, qPrintable(target));
            ++pages;
        }
        QVERIFY(pages > 50);
    }

    /// While a tooltip shows that names a term, F1 opens the glossary there.
    void tooltipsLeadToTheGlossary() {
        const std::string html = manualHtml(*manualFile("glossary.md"), [](auto, auto&) { return std::string(); });
        QSet<QString> pages;
        for (const auto* header : window->findChildren<QHeaderView*>())
            for (int i = 0; header->model() && i < header->count(); ++i)
                pages << glossaryPageOf(header->model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString());
        for (const auto* widget : window->findChildren<QWidget*>())
            pages << glossaryPageOf(widget->toolTip());
        pages.remove(QString());
        QVERIFY(pages.size() > 12);
        for (const QString& page : pages) {
            const std::string anchor = "id=\"" + page.section('#', 1).toStdString() + "\"";
            QVERIFY2(html.find(anchor) != html.npos, qPrintable(page));
        }
        QToolTip::showText(window->mapToGlobal(QPoint(20, 20)),
                           withTerm(QStringLiteral("A"), QStringLiteral("Speed-up")));
        QCOMPARE(manualPageHere(window.get(), window->lab().session), QStringLiteral("glossary.md#speed-up"));
        QToolTip::showText(window->mapToGlobal(QPoint(20, 20)), QStringLiteral("no term"));
        QVERIFY(!manualPageHere(window.get(), window->lab().session).startsWith("glossary"));
        QToolTip::hideText();
    }

    /// The mouse at a figure means that figure, and not what stands near it on the panel's page.
    void figuresLeadToTheGlossary() {
        window->commands().action("check")->setChecked(true);
        openPicture();
        addFilter("invert");
        QVERIFY(settle());
        QLabel* figure = nullptr;
        for (auto* label : window->findChild<DifferencePanel*>()->findChildren<QLabel*>())
            if (label->text().startsWith("Mean")) figure = label;
        QVERIFY(figure && figure->isVisible());
        QCOMPARE(manualPageOf(figure, window->lab().session), QStringLiteral("glossary.md#rmse"));
    }

    /// A part of a page is where it was asked for, whatever the width at which the window opens.
    void aPartIsShownAtOnce() {
        showManual(QStringLiteral("is-my-gpu-right.md#tolerances"), window.get());
        auto* browser = window->findChild<ManualWindow*>()->browser();
        QVERIFY(QTest::qWaitForWindowExposed(browser->window()));
        const int shown = browser->verticalScrollBar()->value();
        browser->scrollToAnchor(QStringLiteral("tolerances"));
        QCOMPARE(shown, browser->verticalScrollBar()->value());
        browser->window()->resize(700, 500);
        QCoreApplication::processEvents();
        const int narrow = browser->verticalScrollBar()->value();
        browser->scrollToAnchor(QStringLiteral("tolerances"));
        QCOMPARE(narrow, browser->verticalScrollBar()->value());
    }

    void everyPageShowsWithItsPictures() {
        showManual({}, window.get());
        auto* browser = window->findChild<ManualWindow*>()->browser();
        QCOMPARE(manualContents().size() > allFilters().size() + 15, true);
        for (const ManualEntry& entry : manualContents()) {
            browser->showPage(QString::fromStdString(entry.page));
            QCOMPARE(browser->page().toStdString(), entry.page);
            QVERIFY2(browser->toPlainText().startsWith(QString::fromStdString(entry.title)), entry.page.c_str());
            static const QRegularExpression tag(QStringLiteral("<img src=\"([^\"]*)\""));
            auto pictures = tag.globalMatch(browser->toHtml());
            while (pictures.hasNext()) {
                const QUrl name(pictures.next().captured(1));
                const auto image = browser->loadResource(QTextDocument::ImageResource, name).value<QImage>();
                QVERIFY2(image.width() > 100 && image.width() <= browser->width(), qPrintable(name.toString()));
            }
        }
    }

    void linksLeadOn() {
        showManual(QStringLiteral("index.md"), window.get());
        auto* browser = window->findChild<ManualWindow*>()->browser();
        emit browser->anchorClicked(QUrl(QStringLiteral("manual:/filters/index.md")));
        QCOMPARE(browser->page(), QStringLiteral("filters/index.md"));
        QVERIFY(browser->toHtml().contains(QStringLiteral("manual:/filters/gaussian.md")));
        QVERIFY(!browser->toHtml().contains(QStringLiteral("MEASUREMENTS.md\"")));
        browser->backward();
        QCOMPARE(browser->page(), QStringLiteral("index.md"));
        browser->showPage(QStringLiteral("nowhere.md"));
        QCOMPARE(browser->page(), QStringLiteral("index.md"));
    }

    void wordsAreFound() {
        showManual({}, window.get());
        auto* manual = window->findChild<ManualWindow*>();
        auto* field = manual->findChild<QLineEdit*>();
        auto* list = manual->findChild<QListWidget*>();
        const int all = list->count();
        QTest::keyClicks(field, "interquartile range");
        QVERIFY(list->count() > 0 && list->count() < all);
        for (int i = 0; i < list->count(); ++i) // each page with the text that was found
            QVERIFY2(list->item(i)->text().section('\n', 1).contains("interquartile", Qt::CaseInsensitive),
                     qPrintable(list->item(i)->text()));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(manual->browser()->toPlainText().contains("interquartile", Qt::CaseInsensitive));
        QVERIFY(!manual->browser()->extraSelections().isEmpty());
        field->setText(QStringLiteral("gaussian"));
        QVERIFY(list->item(0)->text().contains("gaussian", Qt::CaseInsensitive)); // titles come first
        field->setText(QStringLiteral("qwertz"));
        QCOMPARE(list->count(), 1);
        QVERIFY(list->item(0)->text().startsWith("No page"));
        field->clear();
        QCOMPARE(list->count(), all);
    }
};

LIGHTBENCH_TEST(WindowManualTest, QApplication)
#include "window_manual.moc"
