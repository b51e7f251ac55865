#include "ui/panels/source/history_list.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>

#include <algorithm>
#include <functional>

#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/controls/text_line.h"
#include "ui/state/session/session.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int numberRole = Qt::UserRole + 1;
enum HistoryColumn { WhenColumn, TimeColumn, VerdictColumn };

/// In the order of their newest runs: a version that was restored and ran again is first.
std::vector<KernelVersion> newestFirst(const VersionsPtr& versions) {
    std::vector<KernelVersion> all = versions ? *versions : std::vector<KernelVersion>();
    std::ranges::reverse(all); // of one second, the newer text first
    std::ranges::stable_sort(all, std::greater(), [](const KernelVersion& one) { return one.run.when; });
    return all;
}
} // namespace

QString versionName(const KernelVersion& version) {
    const QDateTime when = QDateTime::fromString(words(version.run.when), Qt::ISODate).toLocalTime();
    if (!when.isValid()) return HistoryList::tr("version %1").arg(version.number);
    const bool isToday = when.date() == QDate::currentDate();
    return when.toString(isToday ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm"));
}

HistoryList::HistoryList(const Session& session, KernelVersions& versions, EngineThread& thread, QWidget* parent)
    : QWidget(parent), kept_(versions), race_(thread), list_(new QTreeWidget), empty_(new QLabel),
      outcome_(new QLabel) {
    auto* column = layOut<QVBoxLayout>(this, 4);
    list_->setHeaderLabels({tr("Ran at"), tr("Kernel time"), tr("Verdict")});
    list_->setRootIsDecorated(false);
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setAccessibleName(tr("Versions that ran"));
    list_->setObjectName(QStringLiteral("history"));
    list_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    list_->header()->setStretchLastSection(true);
    empty_->setText(tr("Each version of the file that ran appears here."));
    empty_->setProperty("role", "dim");
    empty_->setWordWrap(true);
    outcome_->setWordWrap(true);
    outcome_->setTextFormat(Qt::PlainText);
    column->addWidget(empty_);
    column->addWidget(list_, 1);
    column->addWidget(outcome_);
    auto* row = new QHBoxLayout;
    compare_ = namedButton(
        tr("Compare"),
        tr("Show the lines that differ between two versions, or between one version and the text as it is now"),
        "compareVersions");
    restore_ =
        namedButton(tr("Restore"), tr("Use the text of this version and its headers; Undo brings your text back"),
                    "restoreVersion");
    start_ = namedButton(tr("Race"), {}, "raceVersions");
    for (QToolButton* button : {compare_, restore_, start_})
        row->addWidget(button);
    row->addStretch(1);
    column->addLayout(row);
    connect(list_, &QTreeWidget::itemSelectionChanged, this, &HistoryList::refreshButtons);
    connect(compare_, &QToolButton::clicked, this, [this] {
        const std::vector<KernelVersion> both = chosen();
        emit compareRequested(both.front(), both.size() == 2 ? std::optional(both.back()) : std::nullopt);
    });
    connect(restore_, &QToolButton::clicked, this, [this] { emit restoreRequested(chosen().front()); });
    connect(start_, &QToolButton::clicked, this,
            [this, &session] { race_.start(session, session.current(), rival()->definition, versionName(*rival())); });
    for (const auto changed : {&VersionRace::stateChanged, &VersionRace::progressChanged})
        connect(&race_, changed, this, [this] { showTextOn(outcome_, race_.text()); });
    connect(&versions, &KernelVersions::changed, this, [this] {
        if (isVisible()) refresh();
    });
    outcome_->hide();
    fill({}, {});
}

void HistoryList::follow(const FilterDefinition& inUse) {
    definition_ = inUse;
    kept_.read(inUse.fileName());
    refresh();
}

void HistoryList::refresh() {
    const VersionsPtr versions = kept_.of(definition_.fileName());
    std::optional<int> number;
    if (versions)
        for (const KernelVersion& one : *versions)
            if (one.definition.text == definition_.text && one.definition.headers == definition_.headers)
                number = one.number;
    if (versions != versions_ || number != inUse_ || count() == 0) fill(versions, number);
}

void HistoryList::fill(const VersionsPtr& versions, std::optional<int> inUse) {
    std::vector<int> numbers;
    for (const KernelVersion& one : chosen())
        numbers.push_back(one.number);
    versions_ = versions;
    inUse_ = inUse;
    list_->clear();
    for (const KernelVersion& one : newestFirst(versions)) {
        const QString when = versionName(one);
        auto* item = new QTreeWidgetItem(list_, {one.number == inUse_ ? tr("%1 (in use)").arg(when) : when,
                                                 measuredText(one.run.milliseconds, one.run.isMeasured),
                                                 words(one.run.verdict)});
        item->setData(WhenColumn, numberRole, one.number);
        for (const HistoryColumn each : {WhenColumn, TimeColumn, VerdictColumn})
            item->setToolTip(each, tr("%1 on %2").arg(words(one.run.stage), words(one.run.device)));
    }
    empty_->setVisible(count() == 0);
    list_->setVisible(count() > 0);
    choose(numbers);
    refreshButtons();
}

int HistoryList::count() const { return list_->topLevelItemCount(); }

QString HistoryList::race() const { return outcome_->text(); }

void HistoryList::choose(const std::vector<int>& numbers) {
    for (int i = 0; i < count(); ++i) {
        QTreeWidgetItem* item = list_->topLevelItem(i);
        item->setSelected(std::ranges::count(numbers, item->data(WhenColumn, numberRole).toInt()) > 0);
    }
}

std::vector<KernelVersion> HistoryList::chosen() const {
    std::vector<KernelVersion> all;
    for (int i = count(); i-- > 0;) {
        const QTreeWidgetItem* item = list_->topLevelItem(i);
        if (!item->isSelected()) continue;
        const auto found =
            std::ranges::find(*versions_, item->data(WhenColumn, numberRole).toInt(), &KernelVersion::number);
        if (found != versions_->end()) all.push_back(*found);
    }
    return all;
}

void HistoryList::refreshButtons() {
    const std::vector<KernelVersion> now = chosen();
    compare_->setEnabled(now.size() == 1 || now.size() == 2);
    restore_->setEnabled(now.size() == 1);
    const bool canRace = rival().has_value();
    start_->setEnabled(canRace);
    start_->setToolTip(canRace ? tr("Measure this version against the one in use, in turns")
                               : tr("Choose a version that is not in use: it races with the one in use"));
}

/// The chosen version that is not in use, if there is one; the one in use may be chosen, too.
std::optional<KernelVersion> HistoryList::rival() const {
    std::vector<KernelVersion> others = chosen();
    const auto isInUse = [this](const KernelVersion& one) { return one.number == *inUse_; };
    if (!inUse_) return std::nullopt;
    std::erase_if(others, isInUse);
    return others.size() == 1 ? std::optional(others.front()) : std::nullopt;
}

} // namespace lightbench
