// Calls the function `reference` of a Python file, in a python3 of its own with NumPy. A file runs only after the user
// has allowed its text.
#pragma once

#include <string>
#include <vector>

#include "core/framework/parameter.h"
#include "core/image/image.h"

namespace lightbench {

struct PythonScript {
    std::string file; ///< for messages
    std::string text;
    double seconds = 30; ///< its time limit
};

/// Calls reference(image, **parameters) for each image, all of one shape. Returns as many images of that shape. Numbers
/// and switches are numbers and bools in Python, a choice is its name. Throws Error(Usage) in one line that names the
/// file, and the line in it: not allowed, no python3 or NumPy, an exception, a wrong result, or too slow. Obeys the
/// current CancelScope.
std::vector<Image> callPython(const PythonScript& script, const std::vector<Image>& images,
                              const ParameterValues& values);

/// True if the user has allowed a Python file of this text to run.
bool isPythonAllowed(const std::string& text);
/// Stores that answer in the user's data folder, by the text's hash and with the text. LIGHTBENCH_ALLOWED_PYTHON names
/// another folder, or is "off". Throws Error(Input) if it cannot be written.
void allowPython(const std::string& text);

} // namespace lightbench
