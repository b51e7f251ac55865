// window_maximum: the maximum or minimum of the window of K x K samples around each, for local-maximum and peaks.
//
// Borders replicate. Each variant is a file of its own, and the defines of a build select one of them. All kernels that
// finish take a threshold in the sample's units, and PEAKS says what becomes of the maxima (maximum_result.clh).
// MINIMUM inverts the order of the samples (sort_keys.clh), so that the same code finds minima. Tiles and strips
// compare minima as they are instead, which costs nothing. Alpha is copied from the source.
#if defined(TILE_ROWS)
#include "maximum_tiles.clh"
#elif defined(PAIR_ROWS)
#include "maximum_blocks.clh"
#elif defined(LANES)
#include "maximum_strips.clh"
#elif defined(K) || defined(ANY_K)
#ifdef K
#include "maximum_lines.clh"
#endif
#include "maximum_van_herk.clh"
#else
#include "maximum_direct.clh"
#endif
