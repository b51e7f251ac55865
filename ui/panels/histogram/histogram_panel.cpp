#include "ui/panels/histogram/histogram_panel.h"

#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/charts/histogram_plot.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text_button.h"
#include "ui/state/session/results.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

QColor withAlpha(QColor colour, int alpha) {
    colour.setAlpha(alpha);
    return colour;
}

/// True for a bin without neighbours, which would be a line one pixel wide. Images of few levels consist of such bins.
bool standsAlone(const Bins& bins, std::size_t i) {
    return bins[i] && (i == 0 || !bins[i - 1]) && (i == 255 || !bins[i + 1]);
}

/// The number of pixels of a channel. `outside` is null for integer formats, whose values all lie in bins.
quint64 pixelsOf(const Bins& bins, const OutsideCounts* outside) {
    const quint64 apart = outside ? quint64(outside->nans) + outside->minusInfinities + outside->plusInfinities : 0;
    return std::accumulate(bins.begin(), bins.end(), apart);
}

/// Names each kind that occurs, such as "30 NaN, 5 above 1".
QString outsideWords(const OutsideCounts& outside) {
    QStringList parts;
    const auto add = [&](std::uint32_t count, const QString& what) {
        if (count > 0) parts << HistogramPanel::tr("%1 %2").arg(countText(count), what);
    };
    add(outside.nans, QStringLiteral("NaN"));
    add(outside.minusInfinities, QStringLiteral("−∞"));
    add(outside.plusInfinities, QStringLiteral("+∞"));
    add(outside.below, HistogramPanel::tr("below 0"));
    add(outside.above, HistogramPanel::tr("above 1"));
    return parts.join(QStringLiteral(", "));
}

/// The counts of a channel: its bins, and what none of them holds (null for integer formats).
struct Counts {
    const Bins* bins = nullptr; ///< null: the histogram lacks the channel
    const OutsideCounts* outside = nullptr;
};

Counts countsOf(const Histogram& histogram, const QString& channel) {
    const auto found = std::ranges::find(histogram.channels, channel.toStdString());
    const bool isOne = histogram.bins.size() == 1; // of all channels' names
    const auto i = isOne ? 0 : std::size_t(found - histogram.channels.begin());
    if (i >= histogram.bins.size()) return {};
    return {&histogram.bins[i], i < histogram.outside.size() ? &histogram.outside[i] : nullptr};
}

} // namespace

HistogramPanel::HistogramPanel(QWidget* parent)
    : QWidget(parent), plot_(new HistogramPlot(tr("Histogram plot"), 64)), empty_(new QLabel(tr("No result yet"))),
      readout_(new QLabel) {
    setAccessibleName(tr("Histogram"));
    auto* column = layOut<QVBoxLayout>(this, 4, {8, 4, 8, 4});
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

HistogramPanel::HistogramPanel(const Results& results, QWidget* parent) : HistogramPanel(parent) {
    for (const auto signal : {&Results::reportChanged, &Results::sourceChanged, &Results::pinnedChanged})
        connect(&results, signal, this, [this, &results] { showResultOf(results); });
}

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
    plot_->setToolTip(tr("The left and right arrow keys go from bin to bin; with Shift, by sixteen bins"));
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis})
        axis->setTickLabelPadding(4);
    marker_ = new QCPItemStraightLine(plot_);
    marker_->setVisible(false);
    plot_->axisRect()->setMinimumMargins({4, 8, 24, 4});
    connect(plot_, &HistogramPlot::pointed, this, [this](const QPoint& position) {
        if (!plot_->axisRect()->rect().contains(position)) return leavePlot();
        showBin(int(std::floor(plot_->xAxis->pixelToCoord(position.x()) / binWidth(format_))));
    });
    connect(plot_, &HistogramPlot::stepped, this,
            [this](int steps, bool isFar) { showBin(bin_ + steps * (isFar ? 16 : 1)); });
    connect(plot_, &HistogramPlot::left, this, &HistogramPanel::leavePlot);
    connect(plot_, &HistogramPlot::resized, this, &HistogramPanel::fitAxes);
    connect(plot_, &HistogramPlot::coloursChanged, this, [this] {
        applyColours();
        refresh();
    });
}

void HistogramPanel::applyColours() {
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->grid()->setPen(QPen(withAlpha(theme().border, 160), 0));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    plot_->xAxis->grid()->setVisible(false);
    marker_->setPen(QPen(theme().accent, 1));
}

void HistogramPanel::showPair(const Pictured& before, const Pictured& after) {
    const auto isKnown = [](const Pictured& one) { return one.known || !one.image; };
    const Format format = after.image ? after.image->format() : Format{};
    if (isKnown(before) && isKnown(after)) {
        counted_ = {};
        counting_.cancel();
        if (before.known != before_ || after.known != after_) setHistograms(before.known, after.known, format);
        return;
    }
    if (counted_ == std::array{before.image, after.image}) return;
    counted_ = {before.image, after.image};
    const auto counted = [isKnown](const Pictured& one) {
        return isKnown(one) ? one.known : std::make_shared<const Histogram>(histogramOf(*one.image));
    };
    counting_.compute([=] { return std::pair(counted(before), counted(after)); },
                      [this, format](const auto& both) { setHistograms(both.first, both.second, format); });
}

/// While two settings are compared, "before" shows A and "after" shows B.
void HistogramPanel::nameSides(bool isComparing) {
    beforeName_ = isComparing ? tr("A") : tr("before");
    afterName_ = isComparing ? tr("B") : tr("after");
    beforeButton_->setText(beforeName_);
    afterButton_->setText(afterName_);
}

void HistogramPanel::showResultOf(const Results& results) {
    nameSides(results.isComparing());
    const ReportPtr& report = results.report();
    if (!report) return showPair({}, {});
    if (!report->inputHistogram) return; // keeps the previous histograms until the new ones arrive
    const auto pictured = [](const ImagePtr& shown, const Report& of) {
        return Pictured{shown, shown == of.output ? of.outputHistogram : nullptr};
    };
    const Pictured after = pictured(results.shownPicture(), *report);
    if (!results.isComparing()) return showPair({report->input, report->inputHistogram}, after);
    showPair(pictured(results.pinnedPicture(), *results.pinned()), after);
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

QStringList HistogramPanel::shownChannels(const Histogram& histogram) const {
    if (histogram.bins.size() == 1) return {QStringLiteral("gray")};
    if (channel_ == "all") return {QStringLiteral("red"), QStringLiteral("green"), QStringLiteral("blue")};
    return {channel_};
}

void HistogramPanel::addCurve(const Histogram& histogram, const QString& channel, bool after) {
    const Bins* bins = countsOf(histogram, channel).bins;
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
    const bool isNeutral = channel == "luma" || channel == "gray";
    const QColor colour = channelColour(channel, theme().text);
    const QColor outline = isNeutral ? theme().textDim : colour.darker(120);
    plot_->addCurve(x, y, QPen(after ? withAlpha(colour, 200) : outline, 1),
                    after ? QBrush(withAlpha(colour, 60)) : QBrush(Qt::NoBrush));
    if (aloneX.isEmpty()) return;
    QCPGraph* bars = plot_->addGraph();
    bars->setLineStyle(QCPGraph::lsImpulse);
    bars->setData(aloneX, aloneY, true);
    QPen pen(isNeutral ? theme().accent : colour, 3);
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
        const auto [bins, outside] = countsOf(histogram, channel);
        if (!bins) continue;
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
            const OutsideCounts* outside = countsOf(*histogram, channel).outside;
            if (!outside || !outside->any()) continue;
            channels << (shownChannels(*histogram).size() == 1 ? QString() : channel + QChar(' ')) +
                            outsideWords(*outside);
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

void HistogramPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // A narrow panel hides its heading, so that the choices fit.
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    heading_->setVisible(heading_->sizeHint().width() + toggles_->sizeHint().width() + 8 <= room);
    const int lines = room < 230 ? 3 : 2; // fixed height, so that reading a bin moves nothing
    readout_->setFixedHeight(readout_->fontMetrics().lineSpacing() * lines + 2);
}

} // namespace lightbench
