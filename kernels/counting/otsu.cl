// otsu: makes each colour channel black and white, with the threshold that separates its tones best (Otsu 1979).
//
// The threshold makes the variance between both parts of the histogram largest. The kernels of equalize or
// tables_16bit.cl count 8- and 16-bit samples; floats have a histogram of 256 bins between their ends. One workgroup a
// channel then finds the threshold, each work-item for a few values, because all variances are independent. 8- and
// 16-bit samples are looked up in a table afterwards. Floats, and bytes on CPUs, are compared with the threshold, in
// vectors. Variances are integers that sort like them, so that all devices agree. The defines of a plan tell which
// kernels a program is for. core/filters/counting/otsu.cpp makes the plans.

#ifdef LANES
#include "otsu_compare.clh"
#elif SRC_TYPE_ID == U16
#include "otsu_table_16bit.clh"
#elif SRC_IS_FLOAT
#include "otsu_floats.clh"
#else
#include "otsu_table.clh"
#endif
