// Sample stacks are read from the resources, sample images are drawn by core.
#include "ui/lab/samples.h"

namespace lightbench {

QList<SampleStack> sampleStacks() { return {}; }
QString sampleName(const QString& id) { return id; }
QString sampleOfName(const QString&) { return {}; }
ImagePtr drawSample(const QString&) { return nullptr; }
void drawSampleThumbnails(QObject*, std::function<void(const QList<SampleItem>&)>) {}

} // namespace lightbench
