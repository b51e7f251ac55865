// floyd-steinberg: the program of each variant, chosen by the defines of its plan.
//
// floyd_steinberg/diffuse.clh explains the pixel and which pixels depend on which. progress_markers.clh explains how
// workgroups wait for one another without a deadlock. Each variant has a file of its own, named as the user sees it.
// The fastest one, pipelined, has three forms: for gray 8-bit images in black and white, for all others, and for CPUs.
#ifdef LOADER_WARPS
#include "floyd_steinberg/pipelined_planes.clh"
#elif defined(BLOCK)
#include "floyd_steinberg/pipelined_words.clh"
#elif defined(VECTOR)
#include "floyd_steinberg/pipelined_vector.clh"
#else
#include "floyd_steinberg/barrier_wavefront.clh"
#include "floyd_steinberg/row_per_group.clh"
#include "floyd_steinberg/row_per_item.clh"
#include "floyd_steinberg/row_per_item_polling.clh"
#include "floyd_steinberg/single_group.clh"
#endif
