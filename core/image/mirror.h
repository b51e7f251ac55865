// Mirrors positions beyond the end of an image, repeating the edge pixel. Bench images and experiments enlarge images
// so.
#pragma once

namespace lightbench {

/// The position in 0..n-1 for position i >= 0: 0 1 2 2 1 0 0 1 2 for n = 3.
inline int reflectedIndex(int i, int n) {
    const int phase = i % (2 * n);
    return phase < n ? phase : 2 * n - 1 - phase;
}

} // namespace lightbench
