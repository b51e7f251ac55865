// Lets several test classes share one program. Each class registers itself, and the program runs the one that its
// command line names: `test_core core_text` and then the arguments of QTest.
#pragma once

#include <QCoreApplication>
#include <QTest>

#include <type_traits>

#include "tests/waiting.h"

namespace lightbench::tests {

/// Runs a test class with a command line whose first word is the test's name.
using RunTest = int (*)(int count, char** words);

/// Registers a test, named by its file: tests/core/core_text.cpp is core_text. Returns true.
bool isKnownTest(const char* file, RunTest run);

/// For tests without an application.
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

/// Put this below a test class. `Application` is the application that it needs: NoApplication, QCoreApplication or
/// QApplication.
#define LIGHTBENCH_TEST(Test, Application)                                                                             \
    [[maybe_unused]] static const bool is##Test##Known =                                                               \
        lightbench::tests::isKnownTest(__FILE__, [](int count, char** words) {                                         \
            using namespace lightbench::tests;                                                                         \
            return runTest<Test, Application>(count, words);                                                           \
        });
