// clahe: contrast-limited adaptive histogram equalization (Zuiderveld 1994), with a table for each tile and channel.
//
// Three steps: count the values of each tile, make tables from the counts, and look each pixel up between the tables of
// the four nearest tiles. Counts above the limit are clipped, and what is clipped goes back to all bins in equal
// shares. Bytes are counted in local memory, and the same kernel makes the tables unless workgroups share a tile
// (clahe_tables.clh). 16-bit samples have 65536 counters a tile in global memory, which become its table
// (clahe_tables_16bit.clh). The look-up is clahe_look_up.clh; with PARTS, for CPUs, clahe_look_up_between.clh is added.
// SINGLE_ITEM_GROUP is 1 if a workgroup has one work-item. RUN is the number of pixels that a work-item counts or looks
// up in a row. core/filters/counting/clahe.cpp makes the plans.
#include "borders.clh"

enum { VALUES = SRC_TYPE_ID == U16 ? 65536 : 256 };

INLINE sample_t channel_of(pixel_t pixel, int channel) {
#if SRC_CHANNELS == 4
    return channel == 0 ? pixel.x : channel == 1 ? pixel.y : pixel.z;
#else
    return pixel;
#endif
}

#if SRC_TYPE_ID == U16
#include "clahe_tables_16bit.clh"
#else
#include "clahe_tables.clh"
#endif
#include "clahe_look_up.clh"
#ifdef PARTS
#include "clahe_look_up_between.clh"
#endif
