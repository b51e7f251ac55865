// Times reading and writing of one image file, for time_codecs.py: `time_codecs IN OUT ROUNDS` prints a line for each
// round, milliseconds of reading IN and of writing OUT, and then both again as processor time of all threads.
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>

#include "core/codecs/image_file.h"

using namespace lightbench;

namespace {
double now() {
    using namespace std::chrono;
    return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}
double processorTime() { return double(std::clock()) * 1000 / CLOCKS_PER_SEC; }
} // namespace

int main(int count, char** words) try {
    if (count != 4) {
        std::cerr << "time_codecs IN OUT ROUNDS\n";
        return 2;
    }
    for (int round = 0; round < std::atoi(words[3]); ++round) {
        const double begin = now(), work = processorTime();
        const ImagePtr image = loadImage(words[1]);
        const double read = now(), readWork = processorTime();
        saveImage(*image, words[2]);
        std::cout << read - begin << " " << now() - read << " " << readWork - work << " " << processorTime() - readWork
                  << "\n";
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
}
