// A row of buttons in wide and narrow places: none is squeezed, and the menu has those that do not fit.
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/test_program.h"
#include "ui/controls/overflow_row.h"

using namespace lightbench;

class OverflowRowTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        for (QToolButton*& button : buttons_) {
            button = new QToolButton;
            button->setText(QString(8, QChar('a' + char(&button - buttons_.data()))));
        }
        row_ = std::make_unique<OverflowRow>(std::vector(buttons_.begin(), buttons_.end()));
        row_->show();
    }

    void aWideRowHasAll() {
        row_->resize(row_->sizeHint());
        QCOMPARE(shown(), QString("abcd"));
        QVERIFY(!more());
    }

    void aNarrowRowHasAMenu() {
        for (int width = row_->sizeHint().width(); width >= row_->minimumSizeHint().width(); --width) {
            row_->resize(width, 30);
            for (const QToolButton* button : row_->findChildren<QToolButton*>()) {
                if (!button->isVisible()) continue;
                QVERIFY2(button->width() >= button->sizeHint().width(), "squeezed");
                QVERIFY2(button->geometry().right() < width, "cut off");
            }
        }
        QCOMPARE(shown(), QString());
        QCOMPARE(inMenu(), QString("abcd"));
    }

    void theMenuClicks() {
        row_->resize(row_->minimumSizeHint());
        buttons_[2]->setCheckable(true);
        buttons_[3]->setEnabled(false);
        const QSignalSpy clicked(buttons_[2], &QToolButton::clicked);
        QCOMPARE(inMenu(), QString("abcd"));
        menu()->actions()[2]->trigger();
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(inMenu(), QString("abcd"));
        QVERIFY(menu()->actions()[2]->isChecked() && !menu()->actions()[3]->isEnabled());
    }

    void aButtonMayHaveAMenu() {
        row_->resize(row_->minimumSizeHint());
        buttons_[1]->setMenu(new QMenu(buttons_[1]));
        QCOMPARE(inMenu(), QString("abcd"));
        QCOMPARE(menu()->actions()[1]->menu(), buttons_[1]->menu());
    }

    void hiddenButtonsAreNowhere() {
        row_->setShown(buttons_[1], false);
        row_->resize(row_->sizeHint());
        QCOMPARE(shown(), QString("acd"));
        row_->resize(row_->minimumSizeHint());
        QCOMPARE(inMenu(), QString("acd"));
        row_->setShown(buttons_[1], true);
        row_->resize(row_->sizeHint());
        QCOMPARE(shown(), QString("abcd"));
    }

private:
    QString shown() const {
        QString letters;
        for (const QToolButton* button : buttons_)
            if (button->isVisible()) letters += button->text()[0];
        return letters;
    }
    QToolButton* more() const {
        for (QToolButton* button : row_->findChildren<QToolButton*>())
            if (button->isVisible() && button->accessibleName() == "More") return button;
        return nullptr;
    }
    QMenu* menu() const { return more()->menu(); }
    QString inMenu() const {
        emit menu()->aboutToShow();
        QString letters;
        for (const QAction* action : menu()->actions())
            letters += action->text()[0];
        return letters;
    }
    std::unique_ptr<OverflowRow> row_;
    std::array<QToolButton*, 4> buttons_{};
};

LIGHTBENCH_TEST(OverflowRowTest, QApplication)
#include "overflow_row.moc"
