// Macros, for with_headers.cl and mix.h.
#ifndef MACROS_H
#define MACROS_H
#define KERNEL __kernel
#define AT(x, y) ((y)*width + (x))
#endif
