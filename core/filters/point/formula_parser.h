// Evaluates one expression of a formula on the host, with muparser: the CPU reference of the filter `formula`.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/filters/point/formula_names.h"

namespace lightbench {

/// One expression, evaluated again and again for other values of its variables. Not for several threads at once.
class FormulaParser {
public:
    /// Throws Error(Usage) that names the column if muparser cannot read it.
    explicit FormulaParser(const std::string& expression);
    ~FormulaParser();
    FormulaParser(const FormulaParser&) = delete;
    FormulaParser& operator=(const FormulaParser&) = delete;

    FormulaVariables variables;
    /// s(dx, dy): a sample of the channel at hand.
    std::function<double(double dx, double dy)> neighbour = [](double, double) { return 0.0; };

    double value();

private:
    struct Machine;
    std::unique_ptr<Machine> machine_;
};

} // namespace lightbench
