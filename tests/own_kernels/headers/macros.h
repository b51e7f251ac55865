#ifndef MACROS_H
#define MACROS_H
#define KERNEL __kernel
#define AT(x, y) ((y)*width + (x))
#endif
