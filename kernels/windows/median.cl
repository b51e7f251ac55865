// median: the middle value of the K x K samples around each. Borders replicate, and alpha is copied.
//
// Each variant is a file of its own, and the defines of a build select one kind. With PAIR_ROWS it is the median of
// shared sorted columns for GPUs (median_pairs.clh), with TILE that of strips for CPUs (median_strips.clh). The others
// compute runs of LANES neighbouring samples, each lane on its own: the bitwise selection (median_bitwise.clh), which
// serves any window with ANY_K, and the selection network (median_network.clh). All compare sort keys, so that floats
// are ordered by IEEE 754's totalOrder.
#if defined(PAIR_ROWS)
#include "median_pairs.clh"
#elif defined(TILE)
#include "median_strips.clh"
#else
#ifdef K
#include "median_network.clh"
#endif
#include "median_bitwise.clh"
#endif
