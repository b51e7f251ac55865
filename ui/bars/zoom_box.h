// The view's zoom: always shown, with presets, and a field that can be typed in.
#pragma once

#include <QComboBox>

#include <optional>

namespace lightbench {

/// "37.2 %", "1 600 %": 1.0 is 100 %. Three significant digits.
QString zoomText(double zoom);
/// "150", "150 %", "12,5%", "2x", "2:1" as a zoom; nothing for what is none. A number alone is percent.
std::optional<double> zoomFromText(const QString& text);

class ZoomBox : public QComboBox {
    Q_OBJECT

public:
    explicit ZoomBox(QWidget* parent = nullptr);
    /// Shows it; what is being typed stays.
    void setZoom(double zoom);

signals:
    void zoomChosen(double zoom);
    void fitChosen();
    void finished(); ///< the field has been left by Return or Escape

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void take();
    void showZoom();
    void setProblem(bool problem);
    double zoom_ = 1;
};

} // namespace lightbench
