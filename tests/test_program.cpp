// The program of a room's tests.
#include "tests/test_program.h"

#include <cstdio>
#include <map>
#include <string>

namespace lightbench::tests {

namespace {
std::map<std::string, RunTest>& knownTests() {
    static std::map<std::string, RunTest> tests;
    return tests;
}
} // namespace

bool isKnownTest(const char* file, RunTest run) {
    const std::string path = file;
    const std::size_t name = path.rfind('/') + 1;
    return knownTests().emplace(path.substr(name, path.rfind('.') - name), run).second;
}

} // namespace lightbench::tests

int main(int count, char** words) {
    const auto& tests = lightbench::tests::knownTests();
    const auto test = count > 1 ? tests.find(words[1]) : tests.end();
    if (test != tests.end()) return test->second(count - 1, words + 1);
    std::fputs("name one of these tests:\n", stderr);
    for (const auto& [name, run] : tests)
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
