// `manual`: writes the manual as a folder of HTML pages.
#include "core/manual/manual.h"

#include <filesystem>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
constexpr std::string_view style =
    ":root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "img{max-width:100%;height:auto}pre{overflow-x:auto;padding:.75rem;border:1px solid #8886;border-radius:4px}"
    "code{font-size:.92em}table{border-collapse:collapse}th,td{border:1px solid #8886;padding:.25rem .6rem;"
    "text-align:left;vertical-align:top}nav{font-size:.92em;border-bottom:1px solid #8886;padding-bottom:.75rem}";

/// Converts "first-steps.md#a" to "first-steps.html#a".
std::string asHtmlName(std::string name) {
    const std::size_t end = name.find(".md");
    return end == name.npos ? name : name.replace(end, 3, ".html");
}

/// Relative links stay relative; of links that lead out of the manual only the text remains.
std::string htmlLink(std::string_view target, const ManualFile& page) {
    if (target.find("://") != target.npos) return std::string(target);
    if (manualTarget(target, page).empty()) return {};
    return asHtmlName(std::string(target));
}

std::string htmlPage(const ManualFile& page) {
    const std::string up = page.name.find('/') == page.name.npos ? "" : "../", title = markupText(manualTitle(page));
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
           "<meta name=\"viewport\" content=\"width=device-width\"><title>" +
           title + "</title><style>" + std::string(style) + "</style></head>\n<body>\n<nav><a href=\"" + up +
           "index.html\">The Lightbench manual</a></nav>\n" + manualHtml(page, htmlLink) + "</body>\n</html>\n";
}

int writeManual(const Arguments& arguments, CommandContext& context) {
    namespace fs = std::filesystem;
    const fs::path folder = arguments.positionals[0];
    std::error_code problem;
    for (const char* part : {"images", "filters"}) {
        fs::create_directories(folder / part, problem);
        if (problem)
            throw Error(ErrorKind::Input,
                        "cannot make the folder " + shownPath((folder / part).string()) + ": " + problem.message());
    }
    for (const ManualFile& file : manualFiles()) {
        const std::string path = (folder / asHtmlName(std::string(file.name))).string();
        const bool isPage = file.name.ends_with(".md");
        writeText(path, context, isPage ? htmlPage(file) : std::string(file.content));
    }
    print("Written: " + shownPath((folder / "index.html").string()) + "\n");
    return Success;
}
} // namespace

ProgramCommand manualCommand() {
    return {{.name = "manual",
             .positionals = "DIR",
             .summary = "Writes the manual as a folder of HTML",
             .details = "Open DIR/index.html in a browser. The folder is made if it does not exist. Pages of an "
                        "earlier manual in it are replaced.\n\nExample\n  lightbench-cli manual manual\n",
             .minimum = 1,
             .maximum = 1},
            writeManual};
}

} // namespace lightbench
