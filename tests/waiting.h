// How long tests wait for a state. QTest gives up after five seconds, which a busy machine may need: here it is a
// minute. Include this, or test_program.h, behind <QTest>.
#pragma once

#include <QTest>

#include <utility>

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, 60000)
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, 60000)
#define QTRY_COMPARE(expression, expected) QTRY_COMPARE_WITH_TIMEOUT(expression, expected, 60000)

namespace lightbench {

/// Handles events until the condition holds. Returns false if it does not within a minute.
template <class Condition> bool waitUntil(Condition holds) { return QTest::qWaitFor(std::move(holds), 60000); }

} // namespace lightbench
