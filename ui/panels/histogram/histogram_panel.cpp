// Draws the histogram, its toggles and its readout.
#include "ui/panels/histogram/histogram_panel.h"

#include <qcustomplot.h>

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/histogram_axes.h"
#include "ui/controls/segments.h"
#include "ui/panels/histogram/histogram_text.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr double minCount = 0.7; ///< lower end of the logarithmic axis, so that one pixel is visible

QColor channelColour(const QString& channel) {
    const int strength = theme().dark ? 190 : 150;
    if (channel == "red") return {strength + 20, 90, 90};
    if (channel == "green") return {80, strength, 95};
    if (channel == "blue") return {90, 125, strength + 40};
    return theme().text;
}

QColor withAlpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

/// True for a bin without neighbours, which would be a line one pixel wide. Images of few levels consist of such bins.
bool standsAlone(const Bins& bins, std::size_t i) {
    return bins[i] && (i == 0 || !bins[i - 1]) && (i == 255 || !bins[i + 1]);
}

} // namespace

HistogramPanel::HistogramPanel(QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot), empty_(new QLabel(tr("No result yet"))), readout_(new QLabel) {
    setAccessibleName(tr("Histogram"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    buildToggles();
    buildChannels();
    buildPlot();
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setProperty("role", "dim");
    empty_->setMinimumHeight(64);
    readout_->setProperty("role", "dim");
    readout_->setFont(interfaceFont(0.9));
    readout_->setWordWrap(true);
    readout_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    readout_->setAccessibleName(tr("Histogram readout"));
    for (QWidget* part :
         {static_cast<QWidget*>(plot_), static_cast<QWidget*>(empty_), channelRow_, static_cast<QWidget*>(readout_)})
        column->addWidget(part, part == plot_ || part == empty_ ? 1 : 0);
    column->setAlignment(channelRow_, Qt::AlignLeft);
    applyColours();
    refresh();
}

HistogramPanel::~HistogramPanel() = default;

void HistogramPanel::buildToggles() {
    auto* heading = heading_ = new QLabel(tr("HISTOGRAM"));
    heading->setProperty("role", "heading");
    heading->setFont(interfaceFont(0.85, QFont::DemiBold));
    heading->setToolTip(tr("How many pixels have each value: 256 bins per channel"));
    beforeButton_ = toggle(tr("before"), tr("Show the histogram of the image before the stack, as an outline"));
    afterButton_ = toggle(tr("after"), tr("Show the histogram of the result, filled"));
    nameSides(false);
    logButton_ = toggle(tr("log"), tr("Logarithmic counts: bins with few pixels stay visible"));
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(heading);
    row->addStretch();
    row->addWidget(toggles_ = segments({beforeButton_, afterButton_, logButton_}));
    beforeButton_->setObjectName(QStringLiteral("histogramBefore"));
    afterButton_->setObjectName(QStringLiteral("histogramAfter"));
    logButton_->setObjectName(QStringLiteral("histogramLog"));
    for (QToolButton* button : {beforeButton_, afterButton_, logButton_}) {
        button->setChecked(true);
        connect(button, &QToolButton::toggled, this, &HistogramPanel::refresh);
    }
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void HistogramPanel::buildChannels() {
    const std::array<std::array<QString, 3>, 5> choices{{
        {"luma", tr("luma"), tr("Luma, the weighted sum of red, green and blue by grayscale's rule")},
        {"red", tr("R"), tr("The red channel")},
        {"green", tr("G"), tr("The green channel")},
        {"blue", tr("B"), tr("The blue channel")},
        {"all", tr("RGB"), tr("Red, green and blue together")},
    }};
    for (const auto& [id, text, toolTip] : choices) {
        auto* button = toggle(text, toolTip);
        button->setObjectName(id);
        button->setAutoExclusive(true);
        button->setChecked(id == channel_);
        connect(button, &QToolButton::clicked, this, [this, channel = id] { setChannel(channel); });
        channelButtons_ << button;
    }
    channelRow_ = segments(channelButtons_);
}

void HistogramPanel::buildPlot() {
    plot_->setMinimumHeight(64);
    plot_->setAccessibleName(tr("Histogram plot"));
    plot_->setToolTip(tr("Left and right arrow read one bin after the other, with Shift sixteen on"));
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setTickLength(0, 3);
        axis->setSubTicks(false);
        axis->setNumberFormat(QStringLiteral("g")); // else QCustomPlot turns "1e5" into a power
        axis->setLabelPadding(2);
        axis->setTickLabelPadding(4);
    }
    plot_->setFocusPolicy(Qt::TabFocus);
    marker_ = new QCPItemStraightLine(plot_);
    marker_->setVisible(false);
    plot_->axisRect()->setAutoMargins(QCP::msAll);
    plot_->axisRect()->setMinimumMargins({4, 8, 24, 4});
}

void HistogramPanel::applyColours() {
    const Theme& colours = theme();
    plot_->setBackground(QBrush(colours.field));
    const QFont font = interfaceFont(0.8);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setBasePen(QPen(colours.border));
        axis->setTickPen(QPen(colours.border));
        axis->setTickLabelColor(colours.textDim);
        axis->setLabelColor(colours.textDim);
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
        axis->grid()->setPen(QPen(withAlpha(colours.border, 160), 0));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    plot_->xAxis->grid()->setVisible(false);
    marker_->setPen(QPen(colours.accent, 1));
}

void HistogramPanel::setHistograms(HistogramPtr before, HistogramPtr after, Format format) {
    before_ = std::move(before);
    after_ = std::move(after);
    format_ = format;
    refresh();
}

bool HistogramPanel::isLogarithmic() const { return logButton_->isChecked(); }

QString HistogramPanel::channel() const { return channel_; }

void HistogramPanel::setChannel(const QString& channel) {
    for (QToolButton* button : channelButtons_)
        if (button->objectName() == channel) {
            channel_ = channel;
            button->setChecked(true);
        }
    refresh();
}

const Bins* HistogramPanel::binsOf(const HistogramPtr& histogram, const QString& channel) const {
    if (!histogram || histogram->bins.empty()) return nullptr;
    for (std::size_t i = 0; i < histogram->channels.size(); ++i)
        if (QString::fromStdString(histogram->channels[i]) == channel) return &histogram->bins[i];
    return histogram->bins.size() == 1 ? &histogram->bins.front() : nullptr;
}

QStringList HistogramPanel::shownChannels(const Histogram& histogram) const {
    if (histogram.bins.size() == 1) return {QStringLiteral("gray")};
    if (channel_ == "all") return {QStringLiteral("red"), QStringLiteral("green"), QStringLiteral("blue")};
    return {channel_};
}

void HistogramPanel::addCurve(const Histogram& histogram, const QString& channel, bool after) {
    const Bins* bins = binsOf(after ? after_ : before_, histogram.bins.size() == 1 ? QString() : channel);
    if (!bins) return;
    const double width = binWidth(format_), none = isLogarithmic() ? minCount / 10 : 0;
    QVector<double> x, y, aloneX, aloneY;
    for (std::size_t i = 0; i < bins->size(); ++i) {
        x << binStart(int(i), format_) + width / 2;
        y << ((*bins)[i] ? double((*bins)[i]) : none);
        if (after && standsAlone(*bins, i)) {
            aloneX << x.back();
            aloneY << y.back();
        }
    }
    const QColor colour = channelColour(channel);
    QCPGraph* graph = plot_->addGraph();
    graph->setLineStyle(QCPGraph::lsStepCenter);
    graph->setData(x, y, true);
    graph->setPen(after ? QPen(withAlpha(colour, 200), 1) : QPen(withAlpha(colour, 140), 1, Qt::DotLine));
    if (!after) graph->setPen(QPen(channel == "luma" || channel == "gray" ? theme().textDim : colour.darker(120), 1));
    if (after) graph->setBrush(withAlpha(colour, 60));
    if (aloneX.isEmpty()) return;
    QCPGraph* bars = plot_->addGraph();
    bars->setLineStyle(QCPGraph::lsImpulse);
    bars->setData(aloneX, aloneY, true);
    const bool neutral = channel == "luma" || channel == "gray";
    QPen pen(neutral ? theme().accent : colour, 3);
    pen.setCapStyle(Qt::FlatCap);
    bars->setPen(pen);
}

void HistogramPanel::refresh() {
    const bool any = before_ || after_;
    plot_->setVisible(any);
    readout_->setVisible(any);
    empty_->setVisible(!any);
    const bool colour = (before_ && before_->bins.size() > 1) || (after_ && after_->bins.size() > 1);
    channelRow_->setVisible(any && colour);
    for (QToolButton* button : {beforeButton_, afterButton_, logButton_})
        button->setEnabled(any);
    plot_->clearGraphs();
    for (const bool after : {true, false}) {
        const HistogramPtr& histogram = after ? after_ : before_;
        if (!histogram || !(after ? afterButton_ : beforeButton_)->isChecked()) continue;
        for (const QString& name : shownChannels(*histogram))
            addCurve(*histogram, name, after);
    }
    refreshAxes();
    leavePlot();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void HistogramPanel::refreshAxes() {
    std::vector<double> counts;
    for (int i = 0; i < plot_->graphCount(); ++i)
        for (const QCPGraphData& point : *plot_->graph(i)->data())
            counts.push_back(point.value);
    maximum_ = std::max(1.0, counts.empty() ? 1.0 : *std::ranges::max_element(counts));
    const bool logarithmic = isLogarithmic();
    const double top = logarithmic ? maximum_ * 2 : linearTop(std::move(counts));
    plot_->xAxis->setRange(0, binStart(256, format_));
    plot_->yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    plot_->yAxis->setRange(logarithmic ? minCount : 0, top);
    fitAxes();
    cut_ = maximum_ > top;
    if (cut_) markCutBins(top);
}

/// Draws as many ticks as fit; small plots get no axis names.
void HistogramPanel::fitAxes() {
    constexpr int beside = 72, beneath = 48, minimum = 130; // counts at the left, values below
    const QFont font = plot_->xAxis->tickLabelFont();
    const bool named = plot_->height() >= minimum;
    plot_->xAxis->setLabel(named ? tr("value") : QString());
    plot_->yAxis->setLabel(named ? tr("pixels") : QString());
    plot_->xAxis->setTicker(valueTicker(format_, plot_->width() - beside, font));
    const int lines = (plot_->height() - beneath) / (QFontMetrics(font).height() + 4);
    plot_->yAxis->setTicker(countTicker(isLogarithmic(), maximum_, lines));
}

/// Marks bins that exceed the axis at its upper edge.
void HistogramPanel::markCutBins(double top) {
    QVector<double> x;
    for (int i = 0; i < plot_->graphCount(); ++i)
        for (const QCPGraphData& point : *plot_->graph(i)->data())
            if (point.value > top && !x.contains(point.key)) x << point.key;
    QCPGraph* marks = plot_->addGraph();
    marks->setName(QStringLiteral("cut"));
    marks->setLineStyle(QCPGraph::lsNone);
    marks->setScatterStyle({QCPScatterStyle::ssTriangle, QPen(theme().text, 1), QBrush(theme().text), 6});
    marks->setData(x, QVector<double>(x.size(), top * 0.96));
}

QString HistogramPanel::countsText(const Histogram& histogram, int bin) const {
    QStringList counts;
    const QStringList channels = shownChannels(histogram);
    for (const QString& channel : channels) {
        const Bins* bins = binsOf(&histogram == after_.get() ? after_ : before_, channel);
        if (!bins) continue;
        const std::size_t place = std::size_t(bins - histogram.bins.data());
        const OutsideCounts* outside = place < histogram.outside.size() ? &histogram.outside[place] : nullptr;
        const quint64 count = (*bins)[std::size_t(bin)], all = pixelsOf(*bins, outside);
        const QString share = QString::number(all ? 100.0 * double(count) / double(all) : 0, 'g', 3);
        counts << (channels.size() == 1 ? tr("%1 px (%2 %)").arg(countText(count), share)
                                        : QStringLiteral("%1 %2").arg(QString(channel[0]).toUpper(), countText(count)));
    }
    return counts.size() > 1 ? counts.join(' ') + tr(" px") : counts.join(' ');
}

QString HistogramPanel::readout(int bin) const {
    const bool colour = (before_ && before_->bins.size() > 1) || (after_ && after_->bins.size() > 1);
    const QHash<QString, QString> names{
        {"luma", tr("luma")}, {"red", tr("red")}, {"green", tr("green")}, {"blue", tr("blue")}};
    const QString name = colour ? names.value(channel_, tr("value")) : tr("value");
    QStringList parts{QStringLiteral("%1 %2").arg(name, binText(bin, format_))};
    if (before_) parts << beforeName_ + QChar(' ') + countsText(*before_, bin);
    if (after_) parts << afterName_ + QChar(' ') + countsText(*after_, bin);
    return parts.join(QStringLiteral(" · "));
}

/// Counts outside the bins of float images: NaN and infinities are in none, and the end bins contain values beyond
/// 0..1.
QString HistogramPanel::outsideText() const {
    QStringList sides;
    for (const auto& [histogram, name] : {std::pair(before_, beforeName_), {after_, afterName_}}) {
        if (!histogram || histogram->outside.empty()) continue;
        QStringList channels;
        for (const QString& channel : shownChannels(*histogram)) {
            const Bins* bins = binsOf(histogram, channel);
            const std::size_t place = bins ? std::size_t(bins - histogram->bins.data()) : histogram->outside.size();
            if (place >= histogram->outside.size() || !histogram->outside[place].any()) continue;
            channels << (shownChannels(*histogram).size() == 1 ? QString() : channel + QChar(' ')) +
                            outsideWords(histogram->outside[place]);
        }
        if (!channels.isEmpty()) sides << name + QStringLiteral(": ") + channels.join(QStringLiteral("; "));
    }
    return sides.isEmpty() ? QString() : sides.join(QStringLiteral(" · ")) + QChar('.');
}

void HistogramPanel::leavePlot() {
    const QString cut = tr("▲ Bars cut off at the top; the highest is %1 px.").arg(countText(quint64(maximum_)));
    const QString outside = outsideText();
    readout_->setText((cut_ ? cut + QChar(' ') : QString()) + (outside.isEmpty() ? outside : outside + QChar(' ')) +
                      tr("Point at the plot to read a bin."));
    marker_->setVisible(false);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void HistogramPanel::showBin(int bin) {
    bin_ = std::clamp(bin, 0, 255);
    readout_->setText(readout(bin_).replace(QStringLiteral(" · ") + afterName_, QChar('\n') + afterName_));
    const double middle = binStart(bin_, format_) + binWidth(format_) / 2;
    marker_->point1->setCoords(middle, 1);
    marker_->point2->setCoords(middle, 2);
    marker_->setVisible(true);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void HistogramPanel::hover(const QPoint& position) {
    if (!plot_->axisRect()->rect().contains(position)) return leavePlot();
    showBin(int(std::floor(plot_->xAxis->pixelToCoord(position.x()) / binWidth(format_))));
}

bool HistogramPanel::moveBin(int key, bool far) {
    if (key != Qt::Key_Left && key != Qt::Key_Right) return false;
    showBin(bin_ + (key == Qt::Key_Right ? 1 : -1) * (far ? 16 : 1));
    return true;
}

bool HistogramPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_ || plot_->isHidden()) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseMove) hover(static_cast<QMouseEvent*>(event)->pos());
    if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut) leavePlot();
    if (event->type() == QEvent::FocusIn) showBin(bin_);
    if (event->type() == QEvent::Resize) fitAxes();
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (moveBin(key->key(), key->modifiers() & Qt::ShiftModifier)) return true;
    }
    return QWidget::eventFilter(watched, event);
}

void HistogramPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // A narrow panel hides its heading, so that the choices fit.
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    heading_->setVisible(heading_->sizeHint().width() + toggles_->sizeHint().width() + 8 <= room);
    const int lines = room < 230 ? 3 : 2; // fixed height, so that reading a bin moves nothing
    readout_->setFixedHeight(readout_->fontMetrics().lineSpacing() * lines + 2);
}

void HistogramPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        applyColours();
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace lightbench
