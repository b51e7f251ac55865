// equalize: count the values of each colour channel, make a table of the counts, and look every sample up.
//
// The three steps are kernels of their own, and the defines of a plan tell which ones a program is for. With BANKS it
// counts in banked tables in local memory (banked_table.clh, table_sums.clh). With REPLICAS it looks samples up in
// replicated tables (replicated_tables.clh). In between, one workgroup a channel makes the table (equalizer.clh), or
// each workgroup of the look-up makes all tables itself, which saves a launch. auto-levels and otsu count and look up
// with the same kernels. 16-bit images have a table of 65536 entries a channel here (equalize_16bit.clh);
// tables_16bit.cl counts and looks them up. core/filters/counting/histogram_luts.h makes the plans.
#if SRC_TYPE_ID == U16
#include "equalize_16bit.clh"
#else
#include "counting.clh"
#include "equalizer.clh"

#ifdef BANKS
#include "banked_table.clh"
#include "table_sums.clh"

KERNEL void equalize_count(global const pixel_t* src, global uint* histogram, global uint* sums, int pixels) {
    local uint table[BINS * BANKS];
    local uint ticket;
    count_in_banks(src, pixels, table);
    add_to_sums(table, sums, histogram, &ticket);
}
#endif

// One workgroup makes the table of a channel.
KERNEL void equalize_table(global const uint* histogram, global uchar* table) {
    local equalizer_t equalizer;
    const int channel = get_group_id(0);
    prepare_equalizer(histogram + channel * 256, &equalizer);
    for (int value = get_local_id(0); value < 256; value += get_local_size(0))
        table[channel * 256 + value] = equalized(&equalizer, value);
}

#ifdef REPLICAS
#include "replicated_tables.clh"

KERNEL void equalize_look_up(global const pixel_t* src, global out_pixel_t* dst, global const uchar* table,
                             int pixels) {
    local uchar tables[TABLE_BYTES];
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) replicate(tables, i, table[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    look_up(src, dst, tables, pixels);
}

// Each workgroup makes the tables itself.
KERNEL void equalize_table_and_look_up(global const pixel_t* src, global out_pixel_t* dst, global const uint* histogram,
                                       int pixels) {
    local uchar tables[TABLE_BYTES];
    local equalizer_t equalizer;
    for (int channel = 0; channel < BIN_ROWS; ++channel) {
        prepare_equalizer(histogram + channel * 256, &equalizer);
        for (int value = get_local_id(0); value < 256; value += get_local_size(0))
            replicate(tables, channel * 256 + value, equalized(&equalizer, value));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    look_up(src, dst, tables, pixels);
}
#endif
#endif
