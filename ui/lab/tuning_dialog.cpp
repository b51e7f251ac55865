// One row per choice; the last column says why a choice is not used.
#include "ui/lab/tuning_dialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/text.h"
#include "core/tuning/tuning_applicability.h"
#include "ui/panels/stage/workgroup_editor.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
QString workgroupWords(const std::string& text) { return words(text).replace(QChar('x'), QStringLiteral(" × ")); }

QStringList cellsOf(const TunedChoice& choice, const std::string& unused) {
    return {words(choice.stack),
            words(choice.format),
            words(choice.sizeClass).replace(QStringLiteral(" to "), QStringLiteral("–")),
            words(choice.variant),
            workgroupWords(choice.workgroup),
            choice.gain > 0 ? QStringLiteral("× ") + words(threeDigits(choice.gain)) : QStringLiteral("–"),
            words(choice.date()),
            words(choice.device),
            unused.empty() ? TuningDialog::tr("yes") : TuningDialog::tr("no: %1").arg(words(unused))};
}
} // namespace

TuningDialog::TuningDialog(TuningStore& store, const FilterStore& filters, std::vector<DeviceInfo> devices,
                           QWidget* parent)
    : QDialog(parent), store_(store), filters_(filters), devices_(std::move(devices)), head_(new QLabel(this)),
      table_(new QTableWidget(this)), forget_(new QPushButton(tr("Forget chosen"), this)),
      forgetAll_(new QPushButton(tr("Forget all"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("tuning"));
    setWindowTitle(tr("What auto has learned"));
    resize(980, 460);
    head_->setWordWrap(true);
    table_->setObjectName(QStringLiteral("tunedChoices"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* close = new QPushButton(tr("Close"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(forget_);
    buttons->addWidget(forgetAll_);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(head_);
    column->addWidget(table_, 1);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(forget_, &QPushButton::clicked, this, &TuningDialog::forgetChosen);
    connect(forgetAll_, &QPushButton::clicked, this, [this] { store_.forget(store_.tuning().database->choices); });
    connect(&store, &TuningStore::changed, this, &TuningDialog::fill);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &TuningDialog::refreshButtons);
    fill();
}

void TuningDialog::fill() {
    const QStringList names{tr("Stage"), tr("Format"),   tr("Pixels"), tr("Variant"), tr("Workgroup"),
                            tr("Gain"),  tr("Measured"), tr("Device"), tr("Used")};
    const Tuning& tuning = store_.tuning();
    const std::vector<TunedChoice> none, &choices = tuning.database ? tuning.database->choices : none;
    table_->clear();
    table_->setColumnCount(int(names.size()));
    table_->setHorizontalHeaderLabels(names);
    table_->setRowCount(int(choices.size()));
    for (int row = 0; row < int(choices.size()); ++row) {
        const TunedChoice& choice = choices[std::size_t(row)];
        const std::string unused = unusedReason(choice, tuning, filters_.filters(), devices_);
        const QStringList cells = cellsOf(choice, unused);
        for (int column = 0; column < int(cells.size()); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            if (!unused.empty()) item->setForeground(theme().textDim);
            item->setToolTip(
                tr("%1, driver %2, %3; measured on %4, as fast as %n other(s)", nullptr, choice.ties)
                    .arg(words(choice.device), words(choice.driver), words(choice.settings), words(choice.size)));
            table_->setItem(row, column, item);
        }
    }
    table_->resizeColumnsToContents();
    table_->horizontalHeader()->setStretchLastSection(true);
    head_->setText(
        !store_.file().isEnabled()
            ? tr("Nothing is remembered: LIGHTBENCH_TUNING is off, or its file cannot be read (see the log).")
            : tr("The winners of races: what auto takes for such a stage, format and size on this device. "
                 "The tab Experiment adds to it, and lightbench-cli tune. They are in %1.")
                  .arg(words(shownPath(store_.file().path()))));
    refreshButtons();
}

void TuningDialog::forgetChosen() {
    std::vector<TunedChoice> chosen;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows())
        chosen.push_back(store_.tuning().database->choices[std::size_t(index.row())]);
    store_.forget(chosen);
}

void TuningDialog::refreshButtons() {
    forget_->setEnabled(table_->selectionModel()->hasSelection());
    forgetAll_->setEnabled(table_->rowCount() > 0);
}

} // namespace lightbench
