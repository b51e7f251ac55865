// What the empty states offer: sample images and stacks to try.
#pragma once

#include <QList>

#include <functional>

#include "core/image/image.h"
#include "ui/view/sample_item.h"

namespace lightbench {

/// A stack to start with.
struct SampleStack {
    QString label, doc;
    QString text; ///< as core/run/stack_text.h reads it
};

/// The stacks of resources/stacks: named by their files, explained by the comment at their head.
QList<SampleStack> sampleStacks();

/// The name that a sample image goes by in place of a path, and back; an empty string for other names.
QString sampleName(const QString& id);
QString sampleOfName(const QString& name);
ImagePtr sampleImage(const QString& id);
/// Draws thumbnails in the background and hands them over on the context's thread, unless it is gone by then.
void drawSampleThumbnails(QObject* context, std::function<void(const QList<SampleItem>&)> deliver);

} // namespace lightbench
