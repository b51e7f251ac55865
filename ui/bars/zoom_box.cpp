#include "ui/bars/zoom_box.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QToolTip>

#include <cmath>

#include "ui/controls/number_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr double presets[] = {0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32};

std::optional<double> positive(const QString& text) {
    const auto value = numberFromText(text);
    return value && *value > 0 ? value : std::nullopt;
}

/// × and x, and the Cyrillic letter that the key x types on a Russian layout.
bool isTimes(QChar c) { return c == QChar(0xD7) || c.toLower() == 'x' || c.toLower() == QChar(0x445); }

} // namespace

QString zoomText(double zoom) {
    const double percent = zoom * 100;
    QString number = percent >= 999.5 ? countText(quint64(std::llround(percent)))
                                      : QString::number(percent, 'g', 3); // the least is 0.39, so there is no exponent
    // a zoom that is almost 100 %
    if (number == QStringLiteral("100") && zoom != 1) number = QString::number(percent, 'f', 3);
    return number + thinSpace + QStringLiteral("%");
}

std::optional<double> zoomFromText(const QString& text) {
    QString plain = text.trimmed();
    if (!plain.isEmpty() && isTimes(plain.back())) return positive(plain.chopped(1));
    const QStringList ratio = plain.split(':');
    if (ratio.size() == 2) {
        const auto over = positive(ratio[0]), under = positive(ratio[1]);
        return over && under ? std::optional(*over / *under) : std::nullopt;
    }
    if (plain.endsWith('%')) plain.chop(1);
    const auto percent = positive(plain);
    return percent ? std::optional(*percent / 100) : std::nullopt;
}

ZoomBox::ZoomBox(QWidget* parent) : QComboBox(parent) {
    setObjectName(QStringLiteral("zoom"));
    setAccessibleName(tr("Zoom"));
    setToolTip(tr(
        "Zoom: screen pixels for each pixel of the image. Choose a value or type one, such as 150 (percent) or fit"));
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setCompleter(nullptr);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    addItem(tr("Fit"), 0.0);
    for (const double preset : presets)
        addItem(zoomText(preset), preset);
    setMaxVisibleItems(count());
    lineEdit()->setAlignment(Qt::AlignRight);
    lineEdit()->setAccessibleName(tr("Zoom"));
    const int chrome = 44; // for padding and the arrow
    setFixedWidth(fontMetrics().horizontalAdvance(zoomText(128)) + chrome);
    connect(this, &QComboBox::activated, this, [this](int row) {
        const double preset = itemData(row).toDouble();
        preset > 0 ? emit zoomChosen(preset) : emit fitChosen();
        showZoom();
        emit finished();
    });
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { setStyleProperty(this, "invalid", false); });
    showZoom();
}

void ZoomBox::setZoom(double zoom) {
    zoom_ = zoom;
    if (!lineEdit()->isModified() || !lineEdit()->hasFocus()) showZoom();
}

void ZoomBox::showZoom() {
    setEditText(zoomText(zoom_));
    lineEdit()->setModified(false);
    setStyleProperty(this, "invalid", false);
}

void ZoomBox::take() {
    const QString text = currentText().trimmed();
    const auto zoom = zoomFromText(text);
    if (text.compare(tr("Fit"), Qt::CaseInsensitive) == 0)
        emit fitChosen();
    else if (text == zoomText(zoom_))
        emit zoomChosen(zoom_); // not the rounded number in the field, such as 66.7 for two thirds
    else if (zoom)
        emit zoomChosen(*zoom);
    else {
        setStyleProperty(this, "invalid", true);
        return QToolTip::showText(mapToGlobal(QPoint(0, height())),
                                  tr("“%1” is not a zoom: type a number of percent, such as 150, or fit").arg(text),
                                  this);
    }
    showZoom();
    emit finished();
}

void ZoomBox::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return take();
    if (event->key() == Qt::Key_Escape) {
        showZoom();
        return emit finished();
    }
    QComboBox::keyPressEvent(event);
}

void ZoomBox::focusOutEvent(QFocusEvent* event) {
    QComboBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) showZoom();
}

} // namespace lightbench
