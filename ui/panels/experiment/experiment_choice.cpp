#include "ui/panels/experiment/experiment_choice.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stage_images.h"
#include "ui/controls/combo_box.h"
#include "ui/controls/layouts.h"
#include "ui/state/session/session.h"
#include "ui/texts/texts.h"

namespace lightbench {

namespace {
const QString sizeAxis = QStringLiteral("size");
const std::string automatic = "auto";

bool canBeVaried(const Parameter& parameter) {
    return parameter.kind == ParameterKind::Integer || parameter.kind == ParameterKind::Real ||
           parameter.kind == ParameterKind::Choice || parameter.kind == ParameterKind::Switch;
}

bool hasKernels(const Filter& filter) {
    return std::ranges::any_of(filter.variants, [](const Variant& variant) { return bool(variant.plan); });
}

double numberOf(const ParameterValue& value) {
    if (const int* whole = std::get_if<int>(&value)) return *whole;
    const double* real = std::get_if<double>(&value);
    return real ? *real : 0;
}

/// Whether a sweep over the values is one over these sizes. There may be one value more: what `auto` chose.
bool isSweepOf(const std::vector<std::string>& sizes, const std::vector<std::string>& values) {
    const auto isThere = [&](const std::string& size) { return std::ranges::find(values, size) != values.end(); };
    return values.size() <= sizes.size() + 1 && std::ranges::all_of(sizes, isThere);
}

/// The sizes of a workgroup axis as the field shows them: "usual", "all", or a list.
QString sizesText(const Stage& stage, const Axis& axis, const FilterCatalog& filters) {
    for (const std::string word : {"usual", "all"})
        if (isSweepOf(parseAxis("workgroup=" + word, {stage}, filters, {}).values, axis.values)) return words(word);
    QStringList list;
    for (const std::string& value : axis.values)
        if (value != automatic) list << words(value);
    return list.join(QChar(','));
}

/// Rounds a value to the parameter's steps, if it has any.
double legal(const Parameter& parameter, double value) {
    value = std::clamp(value, parameter.minimum, parameter.maximum);
    if (parameter.kind != ParameterKind::Integer) return std::round(value * 1000) / 1000;
    const double step = std::max(1.0, parameter.step);
    const double steps = std::floor((value - parameter.minimum) / step + 0.5);
    return std::min(parameter.minimum + steps * step, parameter.maximum);
}
} // namespace

std::string proposedValues(const Parameter& parameter, const ParameterValue& now) {
    if (parameter.kind == ParameterKind::Choice || parameter.kind == ParameterKind::Switch) return "all";
    const double middle = numberOf(now) > 0 ? numberOf(now) : std::max(1.0, parameter.minimum);
    QStringList values;
    for (const double times : {0.5, 1.0, 2.0, 4.0, 8.0})
        values << words(numberText(legal(parameter, middle * times)));
    values.removeDuplicates();
    return values.join(QChar(',')).toStdString();
}

ExperimentChoice::ExperimentChoice(const FilterStore& filters, QWidget* parent)
    : QWidget(parent), filters_(filters), kindBox_(new ComboBox), workgroups_(new QComboBox) {
    auto* row = layOut<QHBoxLayout>(this, 8);
    fields_[0] = addField(tr("Parameter"));
    fields_[1] = addField(tr("Second parameter"));
    workgroups_->setEditable(true);
    workgroups_->setInsertPolicy(QComboBox::NoInsert);
    workgroups_->addItems({QStringLiteral("usual"), QStringLiteral("all")});
    workgroups_->setAccessibleName(tr("Workgroup sizes"));
    workgroups_->setToolTip(tr("Sizes: usual (of many, those of 64 to 256 work-items, as a row or a block), all, or a "
                               "list such as 64, 16x16, 32x8"));
    workgroups_->setMinimumWidth(96);
    workgroups_->setMaximumWidth(200);
    workgroups_->setObjectName(QStringLiteral("experimentWorkgroups"));
    connect(workgroups_, &QComboBox::editTextChanged, this, &ExperimentChoice::changed);
    layout()->addWidget(workgroups_);
    row->setAlignment(Qt::AlignLeft);
    const std::pair<QString, QString> kinds[] = {
        {tr("Race variants"), tr("Which variant of the chosen stage is the fastest here")},
        {tr("Workgroup sweep"), tr("Which workgroup is the fastest for the stage's variant")},
        {tr("Parameter sweep"), tr("How the time of every variant grows with a parameter")},
        {tr("Two parameters"), tr("Which variant is the fastest for each pair of values of two parameters")},
        {tr("Devices"), tr("The stage on every device of this machine")}};
    for (const auto& [text, tip] : kinds) {
        kindBox_->addItem(text);
        kindBox_->setItemData(kindBox_->count() - 1, tip, Qt::ToolTipRole);
    }
    kindBox_->setAccessibleName(tr("What the experiment varies"));
    kindBox_->setObjectName(QStringLiteral("experimentKind"));
    connect(kindBox_, &QComboBox::currentIndexChanged, this, [this](int kind) {
        kindBox_->setToolTip(kindBox_->itemData(kind, Qt::ToolTipRole).toString());
        showFields();
        emit changed();
    });
    kindBox_->setToolTip(kinds[0].second);
    showFields();
}

ExperimentChoice::Field ExperimentChoice::addField(const QString& name) {
    const Field field{new ComboBox, new QLineEdit};
    field.parameter->setAccessibleName(name);
    field.parameter->setToolTip(tr("What is varied"));
    field.values->setAccessibleName(tr("Values"));
    field.values->setToolTip(tr("Values: a list 1,2,5 (with decimal commas 0,5; 1; 1,5), a range 3..31..2, or all"));
    field.values->setClearButtonEnabled(false);
    field.values->setMinimumWidth(96);
    field.values->setMaximumWidth(200);
    connect(field.parameter, &QComboBox::currentIndexChanged, this, [this, field] {
        propose(field);
        emit changed();
    });
    connect(field.values, &QLineEdit::textEdited, this, &ExperimentChoice::changed);
    layout()->addWidget(field.parameter);
    layout()->addWidget(field.values);
    return field;
}

ExperimentKind ExperimentChoice::kind() const { return ExperimentKind(kindBox_->currentIndex()); }

void ExperimentChoice::setKind(ExperimentKind kind) { kindBox_->setCurrentIndex(int(kind)); }

void ExperimentChoice::showFields() {
    const bool isOne = kind() == ExperimentKind::Parameter, areTwo = kind() == ExperimentKind::Parameters;
    const bool areWorkgroups = kind() == ExperimentKind::Workgroups;
    setVisible(isOne || areTwo || areWorkgroups);
    workgroups_->setVisible(areWorkgroups);
    fields_[0].setVisible(isOne || areTwo);
    fields_[1].setVisible(areTwo);
}

void ExperimentChoice::Field::setVisible(bool isVisible) const {
    parameter->setVisible(isVisible);
    values->setVisible(isVisible);
}

void ExperimentChoice::setStage(const Stage& stage) {
    const bool isSame = stage.filter == stage_.filter && isDefinedAlike(stage.filter, offered_, filters_.filters());
    stage_ = stage;
    if (isSame) return;
    offered_ = filters_.filters();
    const Filter& filter = filters_.filters().byId(stage.filter);
    int place = 0;
    for (const Field& field : fields_) {
        const QSignalBlocker quiet(field.parameter);
        field.parameter->clear();
        for (const Parameter& parameter : filter.parameters)
            if (canBeVaried(parameter))
                field.parameter->addItem(words(parameter.label), words(filter.id + "." + parameter.name));
        field.parameter->addItem(tr("Image size"), sizeAxis);
        field.parameter->setCurrentIndex(std::min(place++, field.parameter->count() - 1));
        propose(field);
    }
}

void ExperimentChoice::propose(const Field& field) {
    const QString axis = field.parameter->currentData().toString();
    if (axis == sizeAxis) return field.values->setText(QStringLiteral("256,512,1024,2048"));
    const std::string name = axis.section('.', 1).toStdString();
    if (const Parameter* parameter = findParameter(filters_.filters().byId(stage_.filter), name))
        field.values->setText(words(proposedValues(*parameter, stage_.parameters.get(name))));
}

void ExperimentChoice::setParameter(int field, const QString& axis, const QString& values) {
    fields_[field].parameter->setCurrentIndex(fields_[field].parameter->findData(axis));
    fields_[field].values->setText(values);
    emit changed();
}

void ExperimentChoice::setWorkgroups(const QString& sizes) { workgroups_->setEditText(sizes); }

QString ExperimentChoice::workgroups() const { return workgroups_->currentText(); }

void ExperimentChoice::setAxes(const Stage& stage, const std::vector<Axis>& axes) {
    using enum ExperimentKind;
    setStage(stage);
    int field = 0;
    for (const Axis& axis : axes) {
        if (axis.target.kind == AxisTarget::Workgroup) setWorkgroups(sizesText(stage, axis, filters_.filters()));
        const QString name = words(axis.name);
        if (field == 2 || fields_[field].parameter->findData(name) < 0) continue;
        QStringList values;
        for (const std::string& value : axis.values)
            values << words(value);
        setParameter(field++, name, values.join(QChar(',')));
    }
    const bool areDevices = isVaried(axes, AxisTarget::Device), areGroups = isVaried(axes, AxisTarget::Workgroup);
    setKind(field == 2   ? Parameters
            : field == 1 ? Parameter
            : areDevices ? Devices
            : areGroups  ? Workgroups
                         : Variants);
}

/// If semicolons separate the values, a comma is a decimal comma; otherwise commas separate them.
std::string ExperimentChoice::axisText(const Field& field) const {
    QString values = field.values->text();
    if (values.contains(';')) values.replace(',', '.').replace(';', ',');
    return (field.parameter->currentData().toString() + QChar('=') + values).toStdString();
}

std::vector<Axis> ExperimentChoice::axesFor(const Stage& stage, const std::vector<DeviceInfo>& devices) const {
    const auto axis = [&](const std::string& text) { return parseAxis(text, {stage}, filters_.filters(), devices); };
    switch (kind()) {
    case ExperimentKind::Variants: return {axis("variant=all")};
    case ExperimentKind::Workgroups: {
        Axis workgroups = axis("workgroup=" + workgroups_->currentText().toStdString());
        if (std::ranges::find(workgroups.values, automatic) == workgroups.values.end())
            workgroups.values.insert(workgroups.values.begin(), automatic); // adds the stage's own choice
        return {workgroups};
    }
    case ExperimentKind::Parameter: return {axis(axisText(fields_[0])), axis("variant=kernels")};
    case ExperimentKind::Parameters:
        if (fields_[0].parameter->currentIndex() == fields_[1].parameter->currentIndex())
            throw Error(ErrorKind::Usage, tr("Choose two different parameters.").toStdString());
        return {axis(axisText(fields_[0])), axis(axisText(fields_[1])), axis("variant=kernels")};
    case ExperimentKind::Devices: break;
    }
    if (devices.size() < 2)
        throw Error(ErrorKind::Usage,
                    tr("There is only one device, so there is nothing to compare it with.").toStdString());
    return {axis("device=all")};
}

std::optional<ExperimentRequest>
ExperimentChoice::requestFor(const Session& session, const std::vector<DeviceInfo>& devices, QString* problem) const {
    const auto none = [&](const QString& why) {
        *problem = why;
        return std::nullopt;
    };
    if (!session.device())
        return none(tr("There is no device to measure on. Install an OpenCL driver and start "
                       "again; the Log says more."));
    if (!session.image()) return none(tr("Open an image: an experiment measures the chosen stage on it."));
    if (session.current() < 0)
        return none(tr("Add a filter to the stack and choose it: an experiment finds its "
                       "fastest variant or workgroup on this image."));
    const int row = session.current();
    Stage stage = session.stack()[std::size_t(row)];
    const Filter& filter = filters_.filters().byId(stage.filter);
    if (!hasKernels(filter))
        return none(
            tr("%1 runs on the host only: it has no variants to race.").arg(labelOf(stage, filters_.filters())));
    if (!session.takenInput(row) || !session.inputOf(row))
        return none(tr("%1 does not accept its input; its card says why.").arg(labelOf(stage, filters_.filters())));
    if (row > 0 && !stackImageParameter(stage).empty())
        return none(
            tr("%1 uses another image of this stack, but it is measured by itself. Choose a file for that image.")
                .arg(labelOf(stage, filters_.filters())));
    stage.enabled = true;
    using enum ExperimentKind;
    if (kind() != Devices) stage.workgroup.reset();
    if (kind() != Devices && kind() != Workgroups) stage.variant = "auto";
    if (kind() == Workgroups) {
        if (stage.variant == "auto") stage.variant = session.choices(row)->automatic->id;
        if (stage.variant == "auto" || !variantById(filter, stage.variant).plan)
            return none(tr("The variant %1 runs on the host: it has no workgroups. Choose another variant.")
                            .arg(words(stage.variant)));
    }
    const Stack& stack = session.stack();
    try {
        return ExperimentRequest{session.image(),
                                 session.imageName(),
                                 Stack(stack.begin(), stack.begin() + row),
                                 stage,
                                 filters_.filters(),
                                 axesFor(stage, devices),
                                 session.device()->index};
    } catch (const Error& error) {
        return none(words(error.what()));
    }
}

/// Such as "every variant of Gaussian".
QString ExperimentChoice::subjectOf(const Stage& stage, int points) const {
    const QString name = labelOf(stage, filters_.filters());
    switch (kind()) {
    case ExperimentKind::Variants: return tr("every variant of %1").arg(name);
    case ExperimentKind::Workgroups: return tr("%1 workgroups of the variant of %2").arg(points).arg(name);
    case ExperimentKind::Parameter: return tr("every variant of %1 at each of the values").arg(name);
    case ExperimentKind::Parameters: return tr("every variant of %1 at each pair of values").arg(name);
    case ExperimentKind::Devices: break;
    }
    return tr("%1 on every device").arg(name);
}

} // namespace lightbench
