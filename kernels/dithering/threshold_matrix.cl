// Ordered dithers, such as Bayer's matrix and blue noise: the program of each form, chosen by the defines of its plan.
//
// Each sample lies between two levels. A matrix of thresholds, repeated over the whole image, decides which of the two
// it becomes: the upper one if the remainder above the lower level reaches the threshold at the pixel's place. Pixels
// do not depend on one another. The forms differ in what divides the samples: GPUs take them in words, processors in
// vectors. To the colours of a palette a third form adds the matrix to whole pixels, and finds the nearest colour.
#ifdef STRIDE
#include "threshold_matrix/words.clh"
#elif defined(LANES)
#include "threshold_matrix/runs.clh"
#else
#include "threshold_matrix/nearest_colour.clh"
#endif
