// A menu with a text field at its top, which gets all typed text, whatever entry is highlighted.
#include "ui/panels/stack/filter_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMap>
#include <QScreen>
#include <QTimer>
#include <QWidgetAction>

#include <algorithm>

#include "ui/texts/texts.h"

namespace lightbench {

namespace {

QString filterToolTip(const Filter& filter) {
    const auto html = [](const std::string& text) { return words(text).toHtmlEscaped(); };
    return QStringLiteral("<p style='width:320px'><b>%1</b></p><p>%2</p>").arg(html(filter.summary), html(filter.doc));
}

/// The text at the right of a filter's label: its summary, shortened so that the reason of the match stays complete.
/// `width` is what the screen has room for, in pixels.
QString lineOf(const Filter& filter, const QString& reason, const QFontMetrics& metrics, int width) {
    const QString end = reason.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(reason);
    QString summary = words(filter.summary);
    if (summary.endsWith('.')) summary.chop(1);
    const int room = width - metrics.horizontalAdvance(end);
    return metrics.elidedText(summary, Qt::ElideRight, room) + end;
}

bool hasWord(const QString& text, const QString& start) {
    const QStringList words = text.split(QChar(' '), Qt::SkipEmptyParts);
    return std::ranges::any_of(words, [&](const QString& word) { return word.startsWith(start, Qt::CaseInsensitive); });
}

bool isText(const QKeyEvent* event) {
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    return plain && !event->text().isEmpty() && event->text()[0].isPrint();
}

/// The first synonym with a word that starts with the typed text; empty if there is none.
QString synonymOf(const Filter& filter, const QString& start) {
    for (const std::string& synonym : filter.synonyms)
        if (const QString text = words(synonym); hasWord(text, start)) return text;
    return {};
}

} // namespace

int matchRank(const Filter& filter, const QString& text) {
    const QString label = words(filter.label), id = words(filter.id);
    if (label.startsWith(text, Qt::CaseInsensitive)) return 0;
    if (hasWord(label, text) || hasWord(QString(id).replace('-', ' '), text)) return 1;
    const QString group = words(filter.group);
    if (group.startsWith(text, Qt::CaseInsensitive) || hasWord(group, text)) return 2;
    if (!synonymOf(filter, text).isEmpty()) return 3;
    if (label.contains(text, Qt::CaseInsensitive) || id.contains(text, Qt::CaseInsensitive)) return 4;
    const bool isLong = text.size() > 2; // shorter texts occur in every description
    const QString description = words(filter.summary + ' ' + filter.doc);
    return isLong && description.contains(text, Qt::CaseInsensitive) ? 5 : -1;
}

QString matchReason(const Filter& filter, const QString& text) {
    const int fit = matchRank(filter, text);
    const bool isInLabel = words(filter.label).contains(text, Qt::CaseInsensitive);
    switch (fit) {
    case 1:
    case 4: return isInLabel ? QString() : FilterMenu::tr("typed as %1").arg(words(filter.id));
    case 2: return FilterMenu::tr("group %1").arg(words(filter.group));
    case 3: return FilterMenu::tr("also called %1").arg(synonymOf(filter, text));
    case 5: return FilterMenu::tr("in its description");
    default: return {};
    }
}

FilterMenu::FilterMenu(const QString& title, const FilterStore& filters, QWidget* parent)
    : QMenu(title, parent), store_(filters), field_(new QLineEdit),
      nothing_(new QAction(tr("No filter has such a name"), this)) {
    setToolTipsVisible(true);
    field_->setPlaceholderText(tr("Type to find a filter"));
    field_->setAccessibleName(tr("Find a filter"));
    field_->setObjectName(QStringLiteral("findFilter"));
    // With the focus the field would select its text when highlighted, and the next letter would replace it.
    field_->setFocusPolicy(Qt::NoFocus);
    auto* holder = new QWidgetAction(this);
    holder->setDefaultWidget(field_);
    fieldAction_ = holder;
    addAction(holder);
    nothing_->setEnabled(false);
    addAction(nothing_);
    addGroups();
    connect(field_, &QLineEdit::textChanged, this, &FilterMenu::find);
    connect(&filters, &FilterStore::changed, this, &FilterMenu::refill);
    connect(this, &QMenu::aboutToShow, this, [this] {
        if (isStale_) refill();
        field_->clear();
        find({});
        QTimer::singleShot(0, this, &FilterMenu::chooseFirst); // a menu clears its active entry when it opens
    });
    find({});
}

QAction* FilterMenu::addFilter(QMenu* menu, const Filter& filter, const char* prefix) {
    QAction* action = menu->addAction(QString());
    describe(action, filter, QString());
    action->setObjectName(QLatin1String(prefix) + words(filter.id));
    action->setToolTip(filterToolTip(filter));
    // Connects to the action, because the menu disconnects actions that it removes.
    connect(action, &QAction::triggered, action, [this, id = words(filter.id)] { emit chosen(id); });
    return action;
}

/// QMenu shows text after a tab at the right.
void FilterMenu::describe(QAction* action, const Filter& filter, const QString& reason) {
    constexpr int ofOthers = 460; // the menu of groups and the label beside the summary, in pixels
    const int room = std::max(200, screen()->availableGeometry().width() - ofOthers);
    action->setText(words(filter.label) + QChar('\t') + lineOf(filter, reason, fontMetrics(), room));
}

/// An open menu stays as it is while a kernel file is edited, because the filters are still the same ones.
void FilterMenu::refill() {
    QStringList now;
    for (const Filter& filter : filters())
        now << words(filter.id);
    isStale_ = isVisible() && now == ids_;
    if (isStale_) return;
    hide();
    for (QMenu* group : std::as_const(groups_))
        delete group;
    qDeleteAll(found_);
    groups_.clear();
    found_.clear();
    addGroups();
    find({});
}

void FilterMenu::addGroups() {
    QMap<QString, QMenu*> groups;
    ids_.clear();
    for (const Filter& filter : filters()) {
        ids_ << words(filter.id);
        QMenu*& group = groups[words(filter.group)];
        if (!group) {
            group = addMenu(words(filter.group));
            group->setToolTipsVisible(true);
            group->installEventFilter(this);
            groups_ << group;
        }
        addFilter(group, filter, "add.");
    }
    for (const Filter& filter : filters())
        found_ << addFilter(this, filter, "found.");
}

void FilterMenu::find(const QString& text) {
    for (QMenu* group : groups_)
        group->menuAction()->setVisible(text.isEmpty());
    QMultiMap<int, QAction*> fitting;
    for (std::size_t i = 0; i < filters().size(); ++i) {
        QAction* action = found_[qsizetype(i)];
        const int fit = text.isEmpty() ? -1 : matchRank(filters()[i], text);
        action->setVisible(fit >= 0);
        if (fit < 0) continue;
        describe(action, filters()[i], matchReason(filters()[i], text));
        fitting.insert(fit, action);
    }
    for (int fit : fitting.uniqueKeys()) {
        QList<QAction*> actions = fitting.values(fit);
        std::ranges::sort(actions, {}, &QAction::text);
        addActions(actions); // moves them to the end
    }
    nothing_->setVisible(!text.isEmpty() && fitting.isEmpty());
    if (isVisible()) chooseFirst();
}

/// Sends the Down key, because setActiveAction would open the submenu.
void FilterMenu::chooseFirst() {
    if (!isVisible()) return;
    setActiveAction(nullptr);
    for (int i = 0; i < 3 && (!activeAction() || activeAction() == fieldAction_); ++i) {
        QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier);
        QMenu::keyPressEvent(&down);
    }
    if (activeAction() == fieldAction_) setActiveAction(nullptr); // no match to choose
}

/// The list changes under a resting mouse while the user types. The highlighted entry must stay, so that Return works.
bool FilterMenu::event(QEvent* event) {
    const bool isDone = QMenu::event(event);
    // The menu's timer clears the highlighted entry too, some time after a submenu was closed.
    constexpr QEvent::Type forgetting[] = {QEvent::Enter, QEvent::Leave, QEvent::MouseMove, QEvent::Timer};
    const bool mayForget = std::ranges::find(forgetting, event->type()) != std::end(forgetting);
    if (mayForget && !activeAction() && !field_->text().isEmpty()) chooseFirst();
    return isDone;
}

void FilterMenu::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Backspace)
        field_->setText(field_->text().chopped(std::min<qsizetype>(1, field_->text().size())));
    else if (isText(event) && !(event->text() == QStringLiteral(" ") && field_->text().isEmpty()))
        field_->setText(field_->text() + event->text());
    else if (event->matches(QKeySequence::Paste))
        field_->setText(field_->text() + QApplication::clipboard()->text().simplified());
    else
        QMenu::keyPressEvent(event);
}

/// Text typed while a submenu is open goes to the field.
bool FilterMenu::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || !isText(static_cast<QKeyEvent*>(event))) return false;
    static_cast<QMenu*>(watched)->hide();
    keyPressEvent(static_cast<QKeyEvent*>(event));
    return true;
}

} // namespace lightbench
