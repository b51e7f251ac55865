// Pages have URLs manual:/NAME, so that QTextBrowser keeps their history.
#include "ui/manual/manual_browser.h"

#include <QDesktopServices>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextCursor>

#include <algorithm>

#include "core/codecs/codecs.h"
#include "core/manual/manual.h"
#include "ui/files/qt_pixels.h"

namespace lightbench {

namespace {
constexpr int pageMargin = 16; ///< in pixels, on each side

QUrl addressOf(const QString& page) {
    const qsizetype hash = page.indexOf('#');
    QUrl address;
    address.setScheme(QStringLiteral("manual"));
    address.setPath('/' + page.left(hash));
    if (hash >= 0) address.setFragment(page.mid(hash + 1));
    return address;
}

/// Converts links to names relative to the manual's top folder, so that they work on every page.
std::string windowLink(std::string_view target, const ManualFile& page) {
    if (target.find("://") != target.npos) return std::string(target);
    const std::string name = manualTarget(target, page);
    return name.empty() ? std::string() : "manual:/" + name;
}

QString styleFor(const QPalette& palette) {
    const QString line = palette.color(QPalette::Mid).name(), ground = palette.color(QPalette::AlternateBase).name();
    return QStringLiteral("pre { background-color: %1; } h1 { font-size: x-large; } h2 { font-size: large; } "
                          "h3 { font-size: medium; } table { border-collapse: collapse; border: 1px solid %2; } "
                          "td, th { padding: 3px 8px; border: 1px solid %2; } th { text-align: left; }")
        .arg(ground, line);
}

QImage decoded(const ManualFile& picture, int width) {
    const auto bytes = std::as_bytes(std::span(picture.content));
    const Codec* codec = codecByContent(bytes);
    if (!codec) return {};
    const DecodedImage file = codec->decode(bytes, [](const DecodingCost&) {});
    const QImage whole = asQImage(file.image, file.image.shape().hasAlpha()).copy();
    return whole.width() > width ? whole.scaledToWidth(width, Qt::SmoothTransformation) : whole;
}
} // namespace

ManualBrowser::ManualBrowser(QWidget* parent) : QTextBrowser(parent) {
    setObjectName(QStringLiteral("manualPage"));
    setAccessibleName(tr("Page of the manual"));
    setOpenLinks(false);
    document()->setDocumentMargin(pageMargin);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        if (link.scheme() == QLatin1String("manual"))
            setSource(link, QTextDocument::HtmlResource);
        else
            QDesktopServices::openUrl(link);
    });
    connect(this, &QTextBrowser::sourceChanged, this, [this] { emit pageShown(page()); });
}

void ManualBrowser::showPage(const QString& page) {
    if (!manualFile(page.section('#', 0, 0).toStdString())) return;
    setSource(addressOf(page), QTextDocument::HtmlResource);
    setExtraSelections({});
    scrollToPart();
}

/// Lays out the whole page first: the scroll bar that a long page brings makes its text narrower.
void ManualBrowser::scrollToPart() {
    (void)document()->size();
    if (source().hasFragment()) scrollToAnchor(source().fragment());
    placeOfPart_ = verticalScrollBar()->value();
}

void ManualBrowser::showWords(const QStringList& words) {
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat format;
    format.setBackground(palette().color(QPalette::Highlight));
    format.setForeground(palette().color(QPalette::HighlightedText));
    for (const QString& word : words)
        for (QTextCursor at = document()->find(word); !at.isNull(); at = document()->find(word, at))
            marks.push_back({at, format});
    setExtraSelections(marks);
    QTextCursor first = document()->find(words.join(QChar(' ')));
    if (first.isNull() && !words.isEmpty()) first = document()->find(words.front());
    if (first.isNull()) return;
    first.setPosition(first.selectionStart());
    setTextCursor(first);
    ensureCursorVisible();
}

QVariant ManualBrowser::loadResource(int type, const QUrl& name) {
    const ManualFile* file = manualFile(name.path().mid(1).toStdString());
    if (!file) return {};
    if (type == QTextDocument::ImageResource) {
        pictureWidth_ = std::max(200, viewport()->width() - 2 * pageMargin);
        const qreal scale = devicePixelRatioF();
        QImage picture = decoded(*file, int(pictureWidth_ * scale));
        picture.setDevicePixelRatio(scale);
        return picture;
    }
    pictureWidth_ = 0;
    document()->setDefaultStyleSheet(styleFor(palette()));
    return QString::fromStdString(manualHtml(*file, windowLink));
}

/// Pictures follow the window's width; the scroll position stays on the same text, and on the part of the page that was
/// asked for.
void ManualBrowser::resizeEvent(QResizeEvent* event) {
    const int range = std::max(1, verticalScrollBar()->maximum()), place = verticalScrollBar()->value();
    const bool isAtPart = source().hasFragment() && place == placeOfPart_;
    QTextBrowser::resizeEvent(event);
    const bool fits = pictureWidth_ == 0 || std::abs(viewport()->width() - 2 * pageMargin - pictureWidth_) < 8;
    if (!fits) reload();
    if (isAtPart)
        scrollToPart();
    else if (!fits)
        verticalScrollBar()->setValue(int(qint64(place) * verticalScrollBar()->maximum() / range));
}

} // namespace lightbench
