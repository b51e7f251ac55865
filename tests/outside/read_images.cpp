// Reads the image files that its command line names, for walk_odd_files.py: one line for each on the standard output,
// either an error or the shape and the note, and the samples as FOLDER/NUMBER.npy. It starts without a driver, so that
// a thousand files take seconds.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "core/codecs/image_file.h"
#include "core/codecs/npy.h"

using namespace lightbench;

namespace {
std::string oneLine(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\t') c = ' ';
    return text;
}

void writeSamples(const Image& image, const std::string& path) {
    std::ofstream out(path, std::ios::binary);
    const std::vector<std::byte> file = writeNpy(image);
    out.write(reinterpret_cast<const char*>(file.data()), std::streamsize(file.size()));
}
} // namespace

/// read_images FOLDER < PATHS, a path a line. Answers: NUMBER, "read" or "refused", the shape or the reason, the note,
/// separated by tabs.
int main(int count, char** words) {
    if (count != 2) {
        std::cerr << "read_images FOLDER, with paths on the standard input\n";
        return 2;
    }
    std::string path;
    for (int number = 0; std::getline(std::cin, path); ++number) {
        try {
            const LoadedImage loaded = readImage(path);
            writeSamples(*loaded.image, std::string(words[1]) + "/" + std::to_string(number) + ".npy");
            std::cout << number << "\tread\t" << loaded.image->shape().name() << "\t" << oneLine(loaded.note) << "\n";
        } catch (const std::exception& error) {
            std::cout << number << "\trefused\t" << oneLine(error.what()) << "\t\n";
        }
        std::cout.flush();
    }
    return 0;
}
