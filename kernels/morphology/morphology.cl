// morphology: erosions and dilations, and what open, close, gradient, top-hat and black-hat make of them.
//
// A program with TILE has the kernel of morphology_strips.clh, which computes both steps of an operation at once on
// CPUs. Other programs have the kernels of morphology_runs.clh, one for each step and one for differences. Square
// windows on GPUs use the kernels of window_maximum instead. Beyond the edge the edge pixel repeats, as samples outside
// are in no window. Alpha is copied from the source (Serra, Image Analysis and Mathematical Morphology, 1982).
#ifdef TILE
#include "morphology_strips.clh"
#else
#include "morphology_runs.clh"
#endif
