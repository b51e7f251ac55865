#include "ui/panels/stage/number_editor.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/controls/layouts.h"
#include "ui/controls/number_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int sliderPositions = 1000;
constexpr int fieldWidth = 84, narrowField = 66, sliderWidth = 32, gap = 8;

/// The decimals of a step, such as 1 for 0.1.
int decimalsOf(double step) {
    int decimals = 0;
    for (double s = step; decimals < 6 && std::abs(s - std::round(s)) > 1e-9; s *= 10)
        ++decimals;
    return decimals;
}

bool isWhole(const Parameter& parameter) { return parameter.kind == ParameterKind::Integer; }

double lowest(const Parameter& parameter) {
    return parameter.zeroIsAuto ? std::min(0.0, parameter.minimum) : parameter.minimum;
}

} // namespace

NumberField::NumberField(const Parameter& parameter, QWidget* parent) : QDoubleSpinBox(parent), parameter_(parameter) {
    setLocale(QLocale::c());
    setDecimals(isWhole(parameter) ? 0 : std::max(4, decimalsOf(parameter.step) + 1));
    const double farthest = isWhole(parameter) ? 2147483647.0 : 1e9; // with a minus: the least
    setRange(parameter.isOpen ? -farthest : lowest(parameter), parameter.isOpen ? farthest : parameter.maximum);
    setSingleStep(parameter.step);
    if (parameter.zeroIsAuto) setSpecialValueText(tr("auto"));
    if (!parameter.unit.empty()) setSuffix(thinSpace + words(parameter.unit));
    setAlignment(Qt::AlignRight);
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setCorrectionMode(QAbstractSpinBox::CorrectToNearestValue);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
        if (!typed_) before_ = value();
        typed_ = text;
    });
    connect(this, &QAbstractSpinBox::editingFinished, this,
            [this] { finished_ = std::exchange(typed_, {}).value_or(QString()); });
}

QString NumberField::bareNumber(QString text) const {
    if (text.startsWith(prefix())) text.remove(0, prefix().size());
    const QString unit = suffix().trimmed();
    text = text.trimmed();
    while (!unit.isEmpty() && text.endsWith(unit, Qt::CaseInsensitive))
        text = text.chopped(unit.size()).trimmed();
    return text;
}

std::optional<double> NumberField::numberIn(const QString& text) const {
    if (!specialValueText().isEmpty() && text.trimmed() == specialValueText()) return minimum();
    const auto number = numberFromText(bareNumber(text));
    return number && isWhole(parameter_) && *number != std::floor(*number) ? std::nullopt : number;
}

/// Never invalid, because Qt would then drop the typed character.
QValidator::State NumberField::validate(QString& text, int&) const {
    const auto number = numberIn(text);
    return number && isInside(*number) ? QValidator::Acceptable : QValidator::Intermediate;
}

double NumberField::valueFromText(const QString& text) const {
    const auto number = numberIn(text);
    return number ? std::clamp(*number, minimum(), maximum()) : typed_ ? before_ : value();
}

/// When typing ends: the nearest allowed value, or the previous one if the text is no number.
void NumberField::fixup(QString& text) const { text = prefix() + textFromValue(valueFromText(text)) + suffix(); }

QString NumberField::takeProblem() {
    const QString bare = bareNumber(std::exchange(finished_, {}));
    const auto number = numberIn(bare);
    if (bare.isEmpty() || (number && isInside(*number))) return {};
    if (number)
        return tr("%1 is outside %2: %3 is used.").arg(bare, words(rangeText(parameter_)), textFromValue(value()));
    return isWhole(parameter_)
               ? tr("“%1” is not a whole number: %2 is kept.").arg(bare, textFromValue(value()))
               : tr("“%1” is not a number: %2 is kept. Type one such as 1.5 or 1,5.").arg(bare, textFromValue(value()));
}

QString NumberField::textFromValue(double value) const {
    const int minimum = isWhole(parameter_) ? 0 : std::max(2, decimalsOf(parameter_.step));
    QString text = QString::number(value, 'f', decimals());
    const auto dot = text.indexOf('.');
    while (dot >= 0 && text.endsWith('0') && text.size() - dot - 1 > minimum)
        text.chop(1);
    return text;
}

double NumberField::snapped(double value) const {
    value = std::clamp(value, minimum(), maximum());
    if (parameter_.zeroIsAuto && value < parameter_.minimum)
        return value * 2 < parameter_.minimum ? 0 : parameter_.minimum;
    // As a person writes it: 12.2, not 12.200000000000001.
    if (!isWhole(parameter_)) return QString::number(value, 'f', decimals()).toDouble();
    const double steps = std::round((value - parameter_.minimum) / parameter_.step);
    const double last = std::floor((parameter_.maximum - parameter_.minimum) / parameter_.step);
    return parameter_.minimum + (parameter_.isOpen ? steps : std::min(steps, last)) * parameter_.step;
}

void NumberField::stepBy(int steps) {
    const bool fine = QApplication::keyboardModifiers() & Qt::ShiftModifier;
    const double step = fine && !isWhole(parameter_) ? parameter_.step / 10 : parameter_.step;
    const double from = value();
    double to = from + steps * step;
    if (parameter_.zeroIsAuto && from == 0 && steps > 0)
        to = std::max(to, parameter_.minimum);
    else if (parameter_.zeroIsAuto && to < parameter_.minimum)
        to = 0;
    setValue(snapped(to));
    selectAll();
}

StepSlider::StepSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) { setRange(0, sliderPositions); }

bool StepSlider::isOnKnob(QPoint position) const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    return style()->hitTestComplexControl(QStyle::CC_Slider, &option, position, this) == QStyle::SC_SliderHandle;
}

/// Pressing the slider jumps and starts a drag. The jump is reported after the press, so that both are one undo step.
void StepSlider::mousePressEvent(QMouseEvent* event) {
    wasDragged_ = false;
    const int before = value();
    if (event->button() == Qt::LeftButton && !isOnKnob(event->position().toPoint())) {
        constexpr int knob = 14; // width in the style sheet
        const QSignalBlocker quiet(this);
        const int at = int(event->position().x()) - knob / 2;
        setValue(QStyle::sliderValueFromPosition(minimum(), maximum(), at, std::max(1, width() - knob)));
    }
    QSlider::mousePressEvent(event);
    if (value() != before) emit valueChanged(value());
}

void StepSlider::mouseMoveEvent(QMouseEvent* event) {
    wasDragged_ = wasDragged_ || isSliderDown();
    QSlider::mouseMoveEvent(event);
}

void StepSlider::mouseDoubleClickEvent(QMouseEvent*) { emit resetRequested(); }

void StepSlider::wheelEvent(QWheelEvent* event) {
    // With Shift some systems report a sideways wheel.
    const int delta = event->angleDelta().y() ? event->angleDelta().y() : event->angleDelta().x();
    if (delta) emit stepped(delta > 0 ? 1 : -1);
    event->accept();
}

void StepSlider::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: return emit stepped(-1);
    case Qt::Key_Right:
    case Qt::Key_Up: return emit stepped(1);
    case Qt::Key_PageDown: return emit stepped(-10);
    case Qt::Key_PageUp: return emit stepped(10);
    default: QSlider::keyPressEvent(event);
    }
}

NumberEditor::NumberEditor(const Parameter& parameter, QWidget* parent)
    : ParameterEditor(parent), parameter_(parameter), minimum_(lowest(parameter)), maximum_(parameter.maximum),
      slider_(new StepSlider(this)), field_(new NumberField(parameter, this)) {
    auto* row = layOut<QHBoxLayout>(this, gap);
    row->addWidget(slider_, 1);
    row->addWidget(field_);
    field_->setFixedWidth(fieldWidth);
    slider_->setMinimumWidth(sliderWidth);
    setFocusProxy(field_);
    for (QWidget* part : {static_cast<QWidget*>(slider_), static_cast<QWidget*>(field_)}) {
        part->setAccessibleName(words(parameter.label));
        part->setAccessibleDescription(words(rangeText(parameter)));
    }
    connect(slider_, &QSlider::valueChanged, this, [this](int position) { take(valueAt(position)); });
    connect(slider_, &QSlider::sliderPressed, this, &NumberEditor::gestureEnded);
    connect(slider_, &QSlider::sliderReleased, this, [this] {
        if (slider_->wasDragged()) emit gestureEnded(); // the click may become a double click, which undoes it
    });
    connect(slider_, &StepSlider::stepped, field_, &NumberField::stepBy);
    connect(slider_, &StepSlider::resetRequested, this, &NumberEditor::resetRequested);
    connect(field_, &QDoubleSpinBox::valueChanged, this, [this](double v) { take(field_->snapped(v)); });
    connect(field_, &QAbstractSpinBox::editingFinished, this, [this] {
        setValue(value_); // shows the allowed value instead of the typed one
        emit problem(field_->takeProblem());
        emit gestureEnded();
    });
    setValue(std::clamp(0.0, minimum_, maximum_)); // slider and field agree from the start
}

QSize NumberEditor::minimumSizeHint() const {
    return {sliderWidth + gap + narrowField, QWidget::minimumSizeHint().height()};
}

void NumberEditor::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    field_->setFixedWidth(width() < sliderWidth + gap + fieldWidth ? narrowField : fieldWidth);
}

void NumberEditor::setValue(const ParameterValue& value) {
    const double shown = isWhole(parameter_) ? std::get<int>(value) : std::get<double>(value);
    if (shown == value_) return; // or text would change while the user types
    setValue(shown);
    emit problem({});
}

void NumberEditor::setValue(double value) {
    value_ = value;
    widen();
    const QSignalBlocker quiet(field_);
    field_->setValue(value);
    showOnSlider();
}

/// The slider takes in whatever value an open range was given.
void NumberEditor::widen() {
    if (!parameter_.isOpen) return;
    minimum_ = std::min(minimum_, value_);
    maximum_ = std::max(maximum_, value_);
}

void NumberEditor::showOnSlider() {
    const QSignalBlocker quiet(slider_);
    if (!slider_->isSliderDown()) slider_->setValue(positionOf(value_));
}

void NumberEditor::take(double value) {
    if (value == value_) return;
    value_ = value;
    widen();
    if (!field_->isTyping() || field_->snapped(field_->value()) != value) {
        const QSignalBlocker quiet(field_);
        field_->setValue(value);
    }
    showOnSlider();
    emit edited(isWhole(parameter_) ? ParameterValue(int(value)) : ParameterValue(value));
}

int NumberEditor::positionOf(double value) const {
    double share = (value - minimum_) / (maximum_ - minimum_);
    if (parameter_.logarithmic && minimum_ > 0)
        share = std::log(value / minimum_) / std::log(maximum_ / minimum_);
    else if (parameter_.logarithmic)
        share = std::log1p(value - minimum_) / std::log1p(maximum_ - minimum_);
    return maximum_ > minimum_ ? int(std::lround(share * sliderPositions)) : 0;
}

double NumberEditor::valueAt(int position) const {
    const double share = double(position) / sliderPositions;
    double value = minimum_ + share * (maximum_ - minimum_);
    if (parameter_.logarithmic && minimum_ > 0)
        value = minimum_ * std::pow(maximum_ / minimum_, share);
    else if (parameter_.logarithmic)
        value = minimum_ + std::expm1(share * std::log1p(maximum_ - minimum_));
    if (parameter_.kind == ParameterKind::Real) { // only as many digits as the range needs
        const double grain = std::pow(10.0, std::floor(std::log10(std::max(std::abs(value), parameter_.step))) - 2);
        value = std::round(value / grain) * grain;
    }
    return field_->snapped(value);
}

} // namespace lightbench
