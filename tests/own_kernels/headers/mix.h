// A mixture, for with_headers.cl.
#include "macros.h"
inline uchar mixed(uchar a, uchar b, float amount) { return convert_uchar_sat_rte(mix((float)a, (float)b, amount)); }
