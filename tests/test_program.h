// A program for a room's tests: each class of tests makes itself known, and the program runs the one that its command
// line names: test_core core_text [what QTest takes].
#pragma once

#include <QCoreApplication>
#include <QTest>

#include <type_traits>

namespace lightbench::tests {

/// What a class of tests does with a command line of its own, of which the first word is the test's name.
using RunTest = int (*)(int count, char** words);

/// A test is named by its file: tests/core/core_text.cpp is core_text. Gives true.
bool isKnownTest(const char* file, RunTest run);

/// Of tests without an application.
struct NoApplication {
    NoApplication(int&, char**) {}
};

template <class Test, class Application> int runTest(int count, char** words) {
    Application application(count, words);
    if constexpr (std::is_base_of_v<QCoreApplication, Application>) application.setAttribute(Qt::AA_Use96Dpi, true);
    Test test;
    return QTest::qExec(&test, count, words);
}

} // namespace lightbench::tests

/// Below a class of tests. `Application` is what it needs around it: NoApplication, QCoreApplication, QApplication.
#define LIGHTBENCH_TEST(Test, Application)                                                                             \
    [[maybe_unused]] static const bool is##Test##Known =                                                               \
        lightbench::tests::isKnownTest(__FILE__, [](int count, char** words) {                                         \
            using namespace lightbench::tests;                                                                         \
            return runTest<Test, Application>(count, words);                                                           \
        });
