// How long a TIFF file must be, from its first directory (TIFF 6.0, sections 2 and 3). libtiff tells of missing ends on
// stderr only, and not always.
#pragma once

#include <QByteArrayView>

namespace lightbench {

/// True if the directory, or a strip or tile that it names, lies beyond the end. BigTIFF is left to the decoder.
bool tiffTruncated(QByteArrayView content);

} // namespace lightbench
