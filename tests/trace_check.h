// Checks traces against the rules of the Trace Event Format, and of Perfetto for complete events. Every test of a trace
// writer uses it.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QPair>
#include <QSet>
#include <QStringList>

#include <cmath>

namespace lightbench::tests {

/// Errors in one row of complete events: out of order, before 0, or overlapping without nesting.
inline QStringList rowFaults(const QJsonArray& events) {
    constexpr double sameUs = 1e-6; // times are whole nanoseconds
    QStringList faults;
    QList<double> ends; // ends of the events that may enclose the next one
    double last = 0;
    for (const QJsonValue event : events) {
        const double begin = event["ts"].toDouble(-1), end = begin + event["dur"].toDouble(NAN);
        const QString name = event["name"].toString();
        if (begin < 0 || !(end >= begin)) faults << name + ": no time of its own";
        if (begin < last) faults << name + ": before the one before it";
        last = begin;
        while (!ends.isEmpty() && ends.last() <= begin + sameUs)
            ends.removeLast();
        if (!ends.isEmpty() && end > ends.last() + sameUs) faults << name + ": overlaps in part";
        ends << end;
    }
    return faults;
}

/// All errors of a trace; empty if it is correct.
inline QStringList traceFaults(const QJsonObject& trace) {
    QStringList faults;
    QSet<int> processes;
    QSet<QPair<int, int>> named;
    QMap<QPair<int, int>, QJsonArray> rows;
    for (const QJsonValue event : trace["traceEvents"].toArray()) {
        const QPair<int, int> row(event["pid"].toInt(-1), event["tid"].toInt(-1));
        const QString phase = event["ph"].toString(), name = event["name"].toString();
        if (row.first < 0 || row.second < 0 || name.isEmpty()) faults << "an event without name or row";
        if (phase == "M" && name == "process_name" && event["args"]["name"].isString()) processes << row.first;
        if (phase == "M" && name == "thread_name" && event["args"]["name"].isString()) named << row;
        if (phase == "X") rows[row].append(event);
        if (phase != "M" && phase != "X") faults << "an event of the phase " + phase;
        if (phase == "X" && !event["cat"].isString()) faults << name + ": no category";
    }
    if (rows.isEmpty()) faults << "no events";
    for (auto row = rows.cbegin(); row != rows.cend(); ++row) {
        if (!named.contains(row.key()) || !processes.contains(row.key().first)) faults << "a row without a name";
        faults += rowFaults(row.value());
    }
    return faults;
}

} // namespace lightbench::tests
