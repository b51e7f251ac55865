// connected-components for GPUs: work-items unite runs of pixels in a union-find forest, first within tiles in local
// memory, then across their borders. So every pixel is read once, by all workgroups together. The plain kernel has one
// workgroup that passes over the image until no label changes.
//
// The image becomes words of 32 pixels of a row, a bit for each. Neighbouring set bits of a word form a run, and runs
// are the nodes of a union-find forest (union_find.clh). Run k of word w has the number w SLOTS + k. Numbers ascend in
// raster order, so that the root of a component is the run where it begins. tiles.clh unites runs, first within tiles
// in local memory, then across their borders. labels.clh makes every run a child of its root and numbers the roots.
// It paints the result, too. A run and not a pixel is a node, so that there are few unions. The grids have a
// workgroup for each tile, then a work-item for each word or a workgroup for each chunk of words.
//
// Work-items of different workgroups communicate in two launches: where borders are united, and where parents become
// roots. union_find.clh and labels.clh say which loads and stores race there, and why every order gives the same
// labels. Within a tile work-items communicate in local memory (tiles.clh).
//
// Defines: EIGHT (1: diagonal neighbours are connected, too); SLOTS (the maximum number of runs of a word); TILE_WORDS
// and TILE_ROWS (a tile); AREAS (1: the pixels of components are counted); SHOW_AREA, SHOW_COLOUR, SHOW_MASK (1: what
// is painted, labels if all are 0); WORD_ITEMS (the work-items that paint a word).
#include "measurement/connected_components/pixels.clh"
#include "measurement/connected_components/tiles.clh"
#include "measurement/connected_components/labels.clh"
