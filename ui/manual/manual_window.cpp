// One list serves as contents and search result: all pages, or those with every typed word.
#include "ui/manual/manual_window.h"

#include <QLineEdit>
#include <QListWidget>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

#include "ui/controls/layouts.h"
#include "ui/manual/manual_browser.h"
#include "ui/texts/texts.h"

namespace lightbench {

namespace {
constexpr int pageRole = Qt::UserRole;
constexpr int lead = 24; ///< characters before a word that was found
const QString firstPage = QStringLiteral("index.md");

QListWidgetItem* headingOf(const QString& text) {
    auto* item = new QListWidgetItem(text);
    item->setFlags(Qt::NoItemFlags);
    return item;
}

QListWidgetItem* entryOf(const ManualEntry& entry) {
    auto* item = new QListWidgetItem(QStringLiteral("    ") + words(entry.title));
    item->setData(pageRole, words(entry.page));
    return item;
}

/// The text around the first occurrence of all words as they were typed, else of the first word, as one line. It begins
/// with a whole word before that.
QString around(const QString& text, const QStringList& words) {
    qsizetype at = text.indexOf(words.join(QChar(' ')), 0, Qt::CaseInsensitive);
    if (at < 0) at = text.indexOf(words.front(), 0, Qt::CaseInsensitive);
    const qsizetype from = at <= lead ? 0 : text.indexOf(QChar(' '), at - lead) + 1;
    return (from > 0 ? QStringLiteral("… %1") : QStringLiteral("%1")).arg(text.mid(std::min(from, at), 160));
}

QToolButton* arrowButton(QWidget* parent, const QString& text, const QString& tip, const QKeySequence& keys) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setAccessibleName(tip);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    button->setShortcut(keys);
    button->setEnabled(false);
    return button;
}
} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent), field_(new QLineEdit(this)), contents_(new QListWidget(this)), browser_(new ManualBrowser(this)),
      back_(arrowButton(this, tr("Back"), tr("The page before"), QKeySequence(Qt::ALT | Qt::Key_Left))),
      forward_(arrowButton(this, tr("Forward"), tr("The next page"), QKeySequence(Qt::ALT | Qt::Key_Right))) {
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Lightbench manual"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    resize(1000, 720);
    field_->setPlaceholderText(tr("Search the manual"));
    field_->setAccessibleName(tr("Search the manual"));
    field_->setClearButtonEnabled(true);
    contents_->setAccessibleName(tr("Contents"));
    contents_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    contents_->setTextElideMode(Qt::ElideRight);

    auto* side = new QWidget(this);
    auto* column = layOut<QVBoxLayout>(side);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(back_);
    buttons->addWidget(forward_);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addWidget(field_);
    column->addWidget(contents_, 1);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(side);
    splitter->addWidget(browser_);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({280, 720});
    auto* whole = new QVBoxLayout(this);
    whole->addWidget(splitter);

    connect(field_, &QLineEdit::textChanged, this, &ManualWindow::find);
    connect(field_, &QLineEdit::returnPressed, this, [this] {
        if (QListWidgetItem* item = contents_->currentItem()) emit contents_->itemClicked(item);
    });
    const auto open = [this](QListWidgetItem* item) {
        const QString page = item->data(pageRole).toString(), text = field_->text().simplified();
        if (page.isEmpty()) return;
        browser_->showPage(page);
        browser_->showWords(text.split(' ', Qt::SkipEmptyParts));
    };
    connect(contents_, &QListWidget::itemClicked, this, open);
    connect(contents_, &QListWidget::itemActivated, this, open);
    connect(back_, &QToolButton::clicked, browser_, &QTextBrowser::backward);
    connect(forward_, &QToolButton::clicked, browser_, &QTextBrowser::forward);
    connect(browser_, &QTextBrowser::backwardAvailable, back_, &QWidget::setEnabled);
    connect(browser_, &QTextBrowser::forwardAvailable, forward_, &QWidget::setEnabled);
    connect(browser_, &ManualBrowser::pageShown, this, &ManualWindow::markPage);
    for (const ManualEntry& entry : manualContents())
        pages_.push_back({entry, words(entry.title), words(manualText(*manualFile(entry.page))).simplified()});
    fillContents();
}

void ManualWindow::showPage(const QString& page) { browser_->showPage(page); }

void ManualWindow::fillContents() {
    contents_->clear();
    QString group;
    for (const Page& page : pages_) {
        const QString heading = words(page.entry.group);
        if (heading != group) contents_->addItem(headingOf(heading));
        group = heading;
        contents_->addItem(entryOf(page.entry));
    }
    markPage(browser_->page());
}

/// Pages with a match in the title come first.
void ManualWindow::find(const QString& text) {
    const QStringList words = text.simplified().split(' ', Qt::SkipEmptyParts);
    if (words.isEmpty()) return fillContents();
    contents_->clear();
    QList<QListWidgetItem*> titled, others;
    for (const Page& page : pages_) {
        const auto has = [](const QString& where) {
            return [&where](const QString& word) { return where.contains(word, Qt::CaseInsensitive); };
        };
        if (!std::all_of(words.begin(), words.end(), has(page.text))) continue;
        QListWidgetItem* item = entryOf(page.entry);
        item->setText(page.title + QChar('\n') + around(page.text, words));
        item->setToolTip(around(page.text, words));
        (std::all_of(words.begin(), words.end(), has(page.title)) ? titled : others) << item;
    }
    for (QListWidgetItem* item : titled + others)
        contents_->addItem(item);
    if (contents_->count() == 0) contents_->addItem(headingOf(tr("No page has these words")));
    contents_->setCurrentRow(titled.isEmpty() && others.isEmpty() ? -1 : 0);
}

void ManualWindow::markPage(const QString& page) {
    for (int i = 0; i < contents_->count(); ++i)
        if (contents_->item(i)->data(pageRole).toString() == page) contents_->setCurrentRow(i);
}

void showManual(const QString& page, QWidget* window) {
    auto* manual = window->findChild<ManualWindow*>();
    if (!manual) {
        manual = new ManualWindow(window);
        manual->setAttribute(Qt::WA_DeleteOnClose);
    }
    manual->show(); // first, because the width decides where a part of the page is
    manual->showPage(page.isEmpty() ? firstPage : page);
    manual->raise();
    manual->activateWindow();
}

} // namespace lightbench
