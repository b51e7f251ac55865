// Sample images and stacks that the empty window offers. The stack panel and the documents use them. Thumbnails are
// drawn on a background thread.
#pragma once

#include <QList>

#include <functional>

#include "core/image/image.h"
#include "ui/files/sample_item.h"

namespace lightbench {

/// A stack to start with.
struct SampleStack {
    QString label, doc;
    QString text; ///< in the format of core/run/stack_text.h
};

/// The stacks in resources/stacks, named by file and described by each file's first comment.
QList<SampleStack> sampleStacks();

/// Converts between a sample's id and the name that stands for its path; empty for other names.
QString sampleName(const QString& id);
QString sampleOfName(const QString& name);
ImagePtr sampleImage(const QString& id);
/// Draws thumbnails in the background and delivers them on the context's thread, unless the context was destroyed.
void drawSampleThumbnails(QObject* context, std::function<void(const QList<SampleItem>&)> deliver);

} // namespace lightbench
