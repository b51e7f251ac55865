#include "ui/lab/tuning_dialog.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "core/base/text.h"
#include "core/tuning/tuning_results.h"
#include "ui/panels/stage/workgroup_editor.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
QString workgroupWords(const std::string& text) { return words(text).replace(QChar('x'), QStringLiteral(" × ")); }

QStringList cellsOf(const TuningResult& result, const std::string& unused) {
    return {words(result.stack),
            words(result.format),
            words(result.sizeClass).replace(QStringLiteral(" to "), QStringLiteral("–")),
            words(result.variant),
            workgroupWords(result.workgroup),
            result.gain > 0 ? QStringLiteral("× ") + words(threeDigits(result.gain)) : QStringLiteral("–"),
            words(result.date()),
            words(result.device),
            unused.empty() ? TuningDialog::tr("yes") : TuningDialog::tr("no: %1").arg(words(unused))};
}
} // namespace

TuningDialog::TuningDialog(TuningStore& store, const FilterStore& filters, std::vector<DeviceInfo> devices,
                           QWidget* parent)
    : QDialog(parent), store_(store), filters_(filters), devices_(std::move(devices)), head_(new QLabel(this)),
      table_(new QTableWidget(this)), remove_(new QPushButton(tr("Remove chosen"), this)),
      removeAll_(new QPushButton(tr("Remove all"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("tuning"));
    setWindowTitle(tr("Tuning results"));
    resize(980, 460);
    head_->setWordWrap(true);
    table_->setObjectName(QStringLiteral("tuningResults"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->verticalHeader()->hide();
    table_->setShowGrid(false);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* close = new QPushButton(tr("Close"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(remove_);
    buttons->addWidget(removeAll_);
    buttons->addStretch(1);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(head_);
    column->addWidget(table_, 1);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(remove_, &QPushButton::clicked, this, [this] {
        std::vector<TuningResult> chosen;
        for (const QModelIndex& index : table_->selectionModel()->selectedRows())
            chosen.push_back(store_.tuning().database->results[std::size_t(index.row())]);
        store_.remove(chosen);
    });
    connect(removeAll_, &QPushButton::clicked, this, [this] { store_.remove(store_.tuning().database->results); });
    connect(&store, &TuningStore::changed, this, &TuningDialog::fill);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &TuningDialog::refreshButtons);
    fill();
}

void TuningDialog::fill() {
    const QStringList names{tr("Stage"), tr("Format"),   tr("Pixels"), tr("Variant"), tr("Workgroup"),
                            tr("Gain"),  tr("Measured"), tr("Device"), tr("Used")};
    const Tuning& tuning = store_.tuning();
    const std::vector<TuningResult> none, &results = tuning.database ? tuning.database->results : none;
    table_->clear();
    table_->setColumnCount(int(names.size()));
    table_->setHorizontalHeaderLabels(names);
    table_->setRowCount(int(results.size()));
    for (int row = 0; row < int(results.size()); ++row) {
        const TuningResult& result = results[std::size_t(row)];
        const std::string unused = unusedReason(result, tuning, filters_.filters(), devices_);
        const QStringList cells = cellsOf(result, unused);
        for (int column = 0; column < int(cells.size()); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            if (!unused.empty()) item->setForeground(theme().textDim);
            item->setToolTip(
                tr("%1, driver %2, %3; measured on %4, as fast as %n other(s)", nullptr, result.ties)
                    .arg(words(result.device), words(result.driver), words(result.settings), words(result.size)));
            table_->setItem(row, column, item);
        }
    }
    table_->resizeColumnsToContents();
    table_->horizontalHeader()->setStretchLastSection(true);
    head_->setText(
        !store_.file().isEnabled()
            ? tr("There are no tuning results: LIGHTBENCH_TUNING is off, or its file cannot be read (see the log).")
            : tr("The winners of races. auto uses them for such a stage, format and size on this device. The tab "
                 "Experiment and lightbench-cli tune add to them. They are stored in %1.")
                  .arg(words(shownPath(store_.file().path()))));
    refreshButtons();
}

void TuningDialog::refreshButtons() {
    remove_->setEnabled(table_->selectionModel()->hasSelection());
    removeAll_->setEnabled(table_->rowCount() > 0);
}

} // namespace lightbench
