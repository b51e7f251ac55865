// A plot of bins and their counts: values in the units of an image format, ticks such as "20 k" or "1e5", and reading
// bins with mouse and keys. The histogram panel and the difference plot use it.
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// The lower end of a logarithmic axis of counts, so that a single one is visible.
inline constexpr double minCount = 0.7;

/// Has the theme's colours. Its owner adds the curves and sets the ranges.
class HistogramPlot : public QCustomPlot {
    Q_OBJECT

public:
    HistogramPlot(const QString& name, int minHeight);
    /// Adds a curve with a filled area below it.
    void addCurve(const QVector<double>& x, const QVector<double>& y, const QPen& pen, const QBrush& brush);

signals:
    void pointed(QPoint position);
    void left();                         ///< by pointer or focus
    void stepped(int steps, bool isFar); ///< by arrow keys, far with Shift; 0 when the plot gets the focus
    void resized();
    void coloursChanged();

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyColours();
};

/// The colour of the channel red, green or blue; another one for other names.
QColor channelColour(const QString& channel, const QColor& other);

/// The first value that falls into a bin, and the width of a bin, in the format's units.
double binStart(int bin, const Format& format);
double binWidth(const Format& format);
/// "143" for 8-bit, "36 608–36 863" for 16-bit, "0.559–0.563" for float.
QString binText(int bin, const Format& format);

/// Ticks at 0, a quarter, half, three quarters and full scale, or fewer if they do not fit into `width` logical pixels.
QSharedPointer<QCPAxisTicker> valueTicker(const Format& format, int width, const QFont& font);
/// Ticks for pixel counts up to `maximum`: "20 k", "1.5 M"; on a logarithmic axis "1e5". At most `lines` ticks.
QSharedPointer<QCPAxisTicker> countTicker(bool logarithmic, double maximum, int lines);
/// The upper end of a linear count axis, chosen so that a few spikes do not flatten the rest. `counts` holds all shown
/// bins; higher bins are cut off.
double linearTop(std::vector<double> counts);

} // namespace lightbench
