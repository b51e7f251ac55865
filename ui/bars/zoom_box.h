// The zoom field in the top bar, with presets and free input. A zoom is a factor: 1.0 means 100 %, one image pixel for
// each screen pixel.
#pragma once

#include <QComboBox>

#include <optional>

namespace lightbench {

/// Formats a zoom with three significant digits, such as "37.2 %" or "1 600 %"; 1.0 is 100 %.
QString zoomText(double zoom);
/// Parses "150", "150 %", "12,5%", "2x" or "2:1". A number alone is a percentage. Returns nothing for other texts.
std::optional<double> zoomFromText(const QString& text);

class ZoomBox : public QComboBox {
    Q_OBJECT

public:
    explicit ZoomBox(QWidget* parent = nullptr);
    /// Shows the zoom, but leaves a text that is being typed.
    void setZoom(double zoom);

signals:
    void zoomChosen(double zoom);
    void fitChosen();
    void finished(); ///< the user left the field with Return or Escape

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void take();
    void showZoom();
    double zoom_ = 1;
};

} // namespace lightbench
