#include "ui/state/files/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QPointer>
#include <QThreadPool>

#include "core/sample_images/sample_images.h"
#include "ui/files/qt_pixels.h"

/// Registers resources/stacks.qrc, which a static library does not do by itself. Must be a global function.
static void loadStackResources() { Q_INIT_RESOURCE(stacks); }

namespace lightbench {

namespace {

const QString samplePrefix = QStringLiteral("sample:");

/// The comment at the head of a stack, as one paragraph.
QString headComment(const QString& text) {
    QStringList lines;
    for (const QString& line : text.split('\n')) {
        if (!line.startsWith('#')) break;
        lines << line.mid(1).trimmed();
    }
    return lines.join(QChar(' '));
}

/// Converts "edge-dither" to "Edge dither".
QString labelOfFile(const QString& name) {
    QString label = QString(name).replace('-', ' ');
    label[0] = label[0].toUpper();
    return label;
}

/// The lines of a stack without comments, joined.
QString bareText(const QString& text) {
    QStringList lines;
    for (const QString& line : text.split('\n'))
        if (!line.startsWith('#') && !line.trimmed().isEmpty()) lines << line.trimmed();
    return lines.join(QStringLiteral(" | "));
}

QList<SampleItem> drawThumbnails() {
    constexpr Size thumbnail{240, 160};
    QList<SampleItem> items;
    for (const SampleImage& sample : sampleImages()) {
        const Image image = drawSample(sample.id, thumbnail);
        items << SampleItem{QString::fromStdString(sample.id), QString::fromStdString(sample.label),
                            asQImage(image, false).copy()};
    }
    return items;
}

} // namespace

QList<SampleStack> sampleStacks() {
    loadStackResources();
    QList<SampleStack> stacks;
    for (const QFileInfo& info : QDir(QStringLiteral(":/stacks")).entryInfoList(QDir::Files, QDir::Name)) {
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QString text = QString::fromUtf8(file.readAll());
        const QString toolTip = QStringLiteral("<p style='width:320px'>%1</p><p><code>%2</code></p>")
                                    .arg(headComment(text).toHtmlEscaped(), bareText(text).toHtmlEscaped());
        stacks << SampleStack{labelOfFile(info.completeBaseName()), toolTip, text};
    }
    return stacks;
}

QString sampleName(const QString& id) { return samplePrefix + id; }

QString sampleOfName(const QString& name) {
    return name.startsWith(samplePrefix) ? name.mid(samplePrefix.size()) : QString();
}

ImagePtr sampleImage(const QString& id) { return std::make_shared<const Image>(drawSample(id.toStdString())); }

void drawSampleThumbnails(QObject* context, std::function<void(const QList<SampleItem>&)> deliver) {
    QThreadPool::globalInstance()->start([guard = QPointer<QObject>(context), deliver = std::move(deliver)] {
        const QList<SampleItem> items = drawThumbnails();
        // Posted to the application, because the context may only be used on its own thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [guard, deliver, items] {
                if (guard) deliver(items);
            },
            Qt::QueuedConnection);
    });
}

} // namespace lightbench
