#include "ui/panels/stage/workgroup_editor.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include "core/base/error.h"
#include "core/base/text.h"
#include "ui/controls/glossary_tip.h"
#include "ui/controls/layouts.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
/// Converts 16 × 16, also with a Cyrillic х, to 16x16.
std::string plain(const QString& text) {
    static const QRegularExpression times(QStringLiteral("\\s*[x×*хX]\\s*")); // the fourth is Cyrillic
    return text.trimmed().toLower().replace(times, QStringLiteral("x")).toStdString();
}
} // namespace

QString workgroupLabel(Workgroup workgroup) {
    if (workgroup == driverChosenWorkgroup) return words(workgroupText(workgroup));
    return workgroup.y == 1 ? QString::number(workgroup.x)
                            : QStringLiteral("%1 × %2").arg(workgroup.x).arg(workgroup.y);
}

WorkgroupEditor::WorkgroupEditor(QWidget* parent)
    : QWidget(parent), box_(new QComboBox(this)), line_(new QLabel(this)) {
    auto* column = layOut<QVBoxLayout>(this, 4);
    column->addWidget(box_);
    column->addWidget(line_);
    setFocusProxy(box_);
    box_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    box_->setEditable(true);
    box_->setInsertPolicy(QComboBox::NoInsert);
    box_->setCompleter(nullptr);
    box_->setAccessibleName(tr("Workgroup"));
    box_->setObjectName(QStringLiteral("workgroup"));
    box_->setToolTip(withTerm(tr("Work-items that run together and share local memory. Choose a size, or type one such "
                                 "as 64 or 16x16"),
                              QStringLiteral("workgroup")));
    line_->setWordWrap(true);
    line_->setTextFormat(Qt::PlainText); // it shows typed text
    line_->setObjectName(QStringLiteral("workgroupLine"));
    connect(box_, &QComboBox::activated, this, [this](int index) { typed(box_->itemData(index).toString(), true); });
    connect(box_->lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) { typed(text, false); });
    connect(box_->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        if (box_->lineEdit()->isModified()) typed(box_->currentText(), true);
    });
}

QString WorkgroupEditor::explanation() const { return line_->text(); }

void WorkgroupEditor::setContext(const Stage& stage, const Filter& filter, const StageChoices& choices,
                                 const ImageShape& input, const DeviceInfo& device) {
    stage_ = stage;
    input_ = input;
    device_ = device;
    filter_ = &filter;
    choices_ = choices;
    if (!choices.variant->plan) // the CPU variant has none
        return setUnavailable(tr("Runs on the host: it has no workgroups."));
    setEnabled(true);
    fill();
    showCurrent();
}

/// With variant `auto`, the variant may depend on the size.
WorkgroupChoice WorkgroupEditor::judgeTyped(const std::optional<Workgroup>& wanted) const {
    if (wanted == stage_.workgroup) return choices_.workgroup;
    PlanRequest request{input_, stage_.parameters, device_, {}};
    const Variant& variant =
        stage_.variant == "auto" ? automaticVariant(*filter_, request, wanted) : variantById(*filter_, stage_.variant);
    request.workgroup = wanted.value_or(choices_.automaticWorkgroup);
    return judgeWorkgroup(*filter_, variant, request);
}

void WorkgroupEditor::setUnavailable(const QString& why) {
    const QSignalBlocker quiet(box_);
    box_->clear();
    box_->setEditText(tr("auto"));
    setEnabled(false);
    showMessage(why, false);
}

void WorkgroupEditor::fill() {
    const QSignalBlocker quiet(box_);
    const QString kept = box_->lineEdit()->isModified() ? box_->currentText() : QString();
    box_->clear();
    box_->addItem(tr("auto · %1").arg(workgroupLabel(choices_.automaticWorkgroup)), QStringLiteral("auto"));
    for (const WorkgroupChoice& choice : choices_.offered) {
        box_->addItem(workgroupLabel(choice.workgroup), words(workgroupText(choice.workgroup)));
        const int row = box_->count() - 1;
        if (choice.legal) continue;
        box_->setItemData(row, words(choice.reason), Qt::ToolTipRole);
        qobject_cast<QStandardItemModel*>(box_->model())->item(row)->setEnabled(false);
    }
    if (!kept.isEmpty()) box_->setEditText(kept);
}

void WorkgroupEditor::showCurrent() {
    if (box_->lineEdit()->isModified() && box_->lineEdit()->hasFocus()) return typed(box_->currentText(), false);
    const QSignalBlocker quiet(box_);
    const QString text = stage_.workgroup ? words(workgroupText(*stage_.workgroup)) : QStringLiteral("auto");
    const int row = box_->findData(text);
    box_->setCurrentIndex(row);
    box_->setEditText(row >= 0 ? box_->itemText(row) : workgroupLabel(*stage_.workgroup));
    box_->lineEdit()->setModified(false);
    box_->lineEdit()->setCursorPosition(0);
    explain(stage_.workgroup, choices_.workgroup);
}

void WorkgroupEditor::explain(const std::optional<Workgroup>& wanted, const WorkgroupChoice& choice) {
    if (!choice.legal) return showMessage(words(choice.reason), true);
    QString text = choice.workgroup == driverChosenWorkgroup
                       ? tr("the driver chooses a size at each launch")
                       : tr("%1 of %2 work-items").arg(choice.items).arg(device_.maxWorkgroup);
    if (choice.localBytes)
        text += tr(", %1 of %2 local memory")
                    .arg(words(byteText(double(choice.localBytes))), words(byteText(double(device_.localMemory))));
    if (wanted && !(*wanted == choices_.automaticWorkgroup))
        text += tr(" · auto chooses %1").arg(workgroupLabel(choices_.automaticWorkgroup));
    else if (!stage_.workgroup)
        text += choices_.tunedOn.empty() ? tr(" · chosen by auto")
                                         : tr(" · by your race of %1").arg(words(choices_.tunedOn));
    showMessage(text, false);
}

void WorkgroupEditor::showMessage(const QString& text, bool isProblem) {
    line_->setText(isProblem ? QStringLiteral("✗ ") + text : text);
    setStyleProperty(line_, "role", isProblem ? "error" : "dim");
    setStyleProperty(box_, "invalid", isProblem);
}

void WorkgroupEditor::typed(const QString& text, bool take) {
    if (!filter_) return;
    try {
        // The text of a listed entry, such as "auto · 64", stands for its data.
        const int row = box_->findText(text);
        const std::string given = row >= 0 ? box_->itemData(row).toString().toStdString() : plain(text);
        const std::optional<Workgroup> workgroup = parseWorkgroup(given);
        const WorkgroupChoice choice = judgeTyped(workgroup);
        explain(workgroup, choice);
        if (!take || !choice.legal) return;
        box_->lineEdit()->setModified(false);
        emit chosen(workgroup);
    } catch (const Error& error) {
        showMessage(words(error.what()), true);
    }
}

} // namespace lightbench
