// The files that the lab reads, so that nothing is written over them.
#pragma once

#include <QString>

namespace lightbench {

class Session;

enum class StackFiles { Included, NotInReport };

/// What the lab reads from that file, such as "the open image": the image, the files that the stacks name, the user's
/// kernels with headers and references, the experiment's journal, and the stack files of the tabs. Empty if nothing. A
/// file is recognised by any of its names.
QString readFrom(const Session& session, const QString& path, StackFiles stackFiles = StackFiles::Included);

} // namespace lightbench
