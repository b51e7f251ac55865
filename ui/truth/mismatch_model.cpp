// Formats the cells.
#include "ui/truth/mismatch_model.h"

#include <cmath>

#include "ui/controls/glossary_tip.h"
#include "ui/view/overlay.h"

namespace lightbench {

MismatchModel::MismatchModel(const Truth& truth, QObject* parent) : QAbstractTableModel(parent), truth_(truth) {
    connect(&truth, &Truth::changed, this, [this] {
        beginResetModel();
        endResetModel();
    });
}

int MismatchModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !truth_.found() ? 0 : int(truth_.found()->mismatches.size());
}

int MismatchModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant MismatchModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const bool isWords = index.column() == Channel || index.column() == Group;
    if (role == Qt::TextAlignmentRole) return int((isWords ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    return text(truth_.found()->mismatches[std::size_t(index.row())], index.column());
}

QString MismatchModel::text(const Mismatch& mismatch, int column) const {
    const Format& format = truth_.found()->format;
    const double distance = mismatch.actual - mismatch.expected;
    switch (Column(column)) {
    case X: return QString::number(mismatch.pixel.x);
    case Y: return QString::number(mismatch.pixel.y);
    case Channel:
        return QString::fromStdString(channelName(std::size_t(mismatch.channel), std::size_t(format.channels)));
    case Result: return sampleText(mismatch.actual, format);
    case Reference: return sampleText(mismatch.expected, format);
    case Distance:
        if (!std::isfinite(distance)) return sampleText(distance, format);
        return (distance < 0 ? QStringLiteral("−") : QStringLiteral("+")) + sampleText(std::abs(distance), format);
    case Group: return groupText(mismatch.pixel);
    case ColumnCount: break;
    }
    return {};
}

/// The tile of the grid, and the position within it.
QString MismatchModel::groupText(Point pixel) const {
    if (truth_.found()->tilings.empty()) return QStringLiteral("–");
    const Size tile = truth_.found()->tilings[0].tile;
    return tr("%1, %2 at %3, %4")
        .arg(pixel.x / tile.width)
        .arg(pixel.y / tile.height)
        .arg(pixel.x % tile.width)
        .arg(pixel.y % tile.height);
}

QVariant MismatchModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const bool comparesSettings = truth_.found() && truth_.found()->comparesSettings;
    const QStringList names{tr("x"),
                            tr("y"),
                            tr("Channel"),
                            comparesSettings ? tr("B") : tr("Result"),
                            comparesSettings ? tr("A") : tr("Reference"),
                            tr("d"),
                            tr("Workgroup")};
    const QStringList tips{tr("Column of the pixel"),
                           tr("Row of the pixel"),
                           tr("The channel that is farthest from its reference there"),
                           comparesSettings ? tr("What the stack as it stands made") : tr("What the device made"),
                           comparesSettings ? tr("What setting A made") : tr("What the reference made"),
                           tr("The first less the second, in steps of the sample format"),
                           withTerm(tr("Which workgroup's tile the pixel lies in, across and down, and where in it"),
                                    QStringLiteral("workgroup"))};
    if (role == Qt::DisplayRole) return names.value(section);
    if (role == Qt::ToolTipRole) return tips.value(section);
    return {};
}

} // namespace lightbench
