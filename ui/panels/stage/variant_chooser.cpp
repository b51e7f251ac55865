#include "ui/panels/stage/variant_chooser.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include "core/framework/plan.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text_line.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
constexpr int listWidth = 440, variantPadding = 8, variantGap = 2;
/// Text width of an entry, if frame and scroll bar take the most.
constexpr int narrowest = listWidth - 2 * variantPadding - 24;

/// Draws two or three paragraphs: label and id on one line, the idea, and a note if there is one.
class VariantDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        int height = 2 * variantPadding + variantGap + QFontMetrics(labelFont()).height();
        for (const Paragraph& one : paragraphs(index))
            height += variantGap + heightOf(one.text, narrowest);
        return {listWidth, height};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        painter->save();
        if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme().cardSelected);
        const bool enabled = index.flags() & Qt::ItemIsEnabled;
        QRect at = option.rect.adjusted(variantPadding, variantPadding, -variantPadding, -variantPadding);
        painter->setFont(labelFont());
        painter->setPen(enabled ? theme().text : theme().textDim);
        painter->drawText(at, Qt::AlignLeft | Qt::AlignTop, index.data(Qt::DisplayRole).toString());
        const int labelHeight = painter->fontMetrics().height();
        painter->setFont(ideaFont());
        painter->setPen(theme().textDim);
        painter->drawText(at, Qt::AlignRight | Qt::AlignTop, index.data(VariantChooser::IdRole).toString());
        at.setTop(at.top() + labelHeight);
        for (const Paragraph& one : paragraphs(index)) {
            at.setTop(at.top() + variantGap);
            painter->setPen(one.colour);
            painter->drawText(at, Qt::TextWordWrap, one.text);
            at.setTop(at.top() + heightOf(one.text, at.width()));
        }
        painter->restore();
    }

private:
    struct Paragraph {
        QString text;
        QColor colour;
    };
    static std::vector<Paragraph> paragraphs(const QModelIndex& index) {
        std::vector<Paragraph> all;
        const auto add = [&](int role, const QColor& colour) {
            const QString text = index.data(role).toString();
            if (!text.isEmpty()) all.push_back({text, colour});
        };
        add(VariantChooser::IdeaRole, theme().textDim);
        add(VariantChooser::NoteRole, theme().accent);
        add(VariantChooser::MissingRole, theme().warning);
        return all;
    }
    static QFont labelFont() { return interfaceFont(1.0); }
    static QFont ideaFont() { return interfaceFont(0.92); }
    static int heightOf(const QString& text, int width) {
        return QFontMetrics(ideaFont()).boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap, text).height();
    }
};

QString noteText(const Variant& variant) {
    if (isPlain(variant))
        return VariantChooser::tr("This is the algorithm as a textbook writes it, to read and to race against. auto "
                                  "never chooses it.");
    return variant.needsProgress
               ? VariantChooser::tr("Runs in a process of its own: it waits for other work-items in ways that OpenCL "
                                    "does not promise to end.")
               : QString();
}
} // namespace

VariantChooser::VariantChooser(const Filter& filter, QWidget* parent)
    : QWidget(parent), filter_(filter), box_(new ComboBox(this)), explanation_(new QWidget(parent)),
      idea_(textLine(explanation_, "dim", "variantIdea")), note_(textLine(explanation_, "dim", "variantNote")),
      problem_(textLine(explanation_, "error", "variantProblem")) {
    auto* column = layOut<QVBoxLayout>(this, 4);
    column->addWidget(box_);
    auto* lines = layOut<QVBoxLayout>(explanation_, 4, {0, 0, 0, 4});
    for (QLabel* label : {idea_, note_, problem_})
        lines->addWidget(label);
    setFocusProxy(box_);
    box_->setObjectName(QStringLiteral("variant"));
    box_->setAccessibleName(tr("Variant"));
    box_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    box_->setMaxVisibleItems(30);
    box_->view()->setMinimumWidth(listWidth);
    box_->setItemDelegate(new VariantDelegate(box_));
    box_->addItem(tr("auto"), QStringLiteral("auto"));
    for (const Variant* variant : allVariants(filter))
        box_->addItem(words(variant->label), words(variant->id));
    connect(box_, &QComboBox::currentIndexChanged, this, [this] { emit chosen(box_->currentData().toString()); });
}

void VariantChooser::setContext(const Stage& stage, const Variant* automatic, const std::optional<DeviceInfo>& device,
                                const std::optional<ImageShape>& input, const std::string& tunedOn) {
    const QSignalBlocker quiet(box_);
    parameters_ = stage.parameters;
    device_ = device;
    input_ = input;
    box_->setItemText(0, automatic ? tr("auto · %1").arg(words(automatic->id)) : tr("auto"));
    box_->setItemData(0,
                      tunedOn.empty() ? tr("The variant that was measured best on such a device and image.")
                                      : tr("The fastest here by your own race of %1.").arg(words(tunedOn)),
                      IdeaRole);
    int row = 1;
    for (const Variant* variant : allVariants(filter_))
        fillEntry(row++, *variant);
    box_->setCurrentIndex(box_->findData(words(stage.variant)));
    explain(stage.variant == "auto" ? automatic : &variantById(filter_, stage.variant));
}

/// Why the variant cannot be chosen here; empty if it can.
QString VariantChooser::problemOf(const Variant& variant) const {
    if (!device_) return {};
    const std::string missing = missingOn(*device_, variant);
    if (!missing.empty()) return tr("Not on this device: %1").arg(words(missing));
    const std::string reason = input_ ? whyNotApplicable(variant, {*input_, parameters_, *device_, {}}) : std::string();
    return reason.empty() ? QString() : tr("Does not apply here: %1").arg(words(reason));
}

void VariantChooser::fillEntry(int row, const Variant& variant) {
    const QString missing = problemOf(variant), note = noteText(variant);
    qobject_cast<QStandardItemModel*>(box_->model())->item(row)->setEnabled(missing.isEmpty());
    box_->setItemData(row, words(variant.idea), IdeaRole);
    box_->setItemData(row, note, NoteRole);
    box_->setItemData(row, missing, MissingRole);
    QStringList all{words(variant.idea), note, missing};
    all.removeAll(QString());
    box_->setItemData(row, plainToolTip(all.join('\n')), Qt::ToolTipRole);
    box_->setItemData(row, all.join(' '), Qt::AccessibleDescriptionRole);
}

void VariantChooser::explain(const Variant* variant) {
    showTextOn(idea_, variant ? tr("%1: %2").arg(words(variant->label), words(variant->idea)) : QString());
    showTextOn(note_, variant ? noteText(*variant) : QString());
    showTextOn(problem_, variant ? problemOf(*variant) : QString());
    box_->setToolTip(variant ? plainToolTip(words(variant->label + " (" + variant->id + ")\n" + variant->idea))
                             : tr("How the filter is computed on the device"));
}

} // namespace lightbench
