// gaussian: a blur with a sampled Gaussian, equal along both axes. Each variant has a file in the folder gaussian.
//
// A plan's defines choose the variant. Every variant reads weights of sum 1, `2 radius + 1` floats for one axis,
// because the blur is separable. They differ in where the half-blurred image lies between the two passes: in global
// memory, in local memory or in registers. The head of each file says how it divides the work among work-items and
// groups.
#if defined(WARPS)
#include "gaussian/matrix_products.cl"
#elif defined(STRIP)
#include "gaussian/fused.cl"
#elif defined(STRIPS)
#include "gaussian/strips.cl"
#elif defined(ROWS)
#include "gaussian/columns_first.cl"
#elif defined(BLOCK_ROWS)
#include "gaussian/two_pass_local.cl"
#elif defined(LANES)
#include "gaussian/two_pass.cl"
#else
#include "gaussian/naive_2d.cl"
#endif
