// The user's manual, as the program carries it: the pages and pictures of resources/manual, and HTML made from a page.
// The lab shows it on F1, and `lightbench-cli manual` writes it as a folder of HTML.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

struct ManualFile {
    std::string_view name; ///< within the manual, such as "first-steps.md" or "images/window.webp"
    std::string_view content;
};

/// Every page and picture. They live as long as the program.
std::span<const ManualFile> manualFiles();
/// Null if the manual has no such file.
const ManualFile* manualFile(std::string_view name);

/// The title of a page: its first heading, without marks.
std::string manualTitle(const ManualFile& page);

/// A line of the table of contents.
struct ManualEntry {
    std::string page;  ///< such as "filters/gaussian.md"
    std::string title; ///< such as "Find the fastest variant"
    std::string group; ///< the heading above it, such as "Answer a question"
};
/// The pages in the order of index.md, then those of the filters.
std::vector<ManualEntry> manualContents();

/// Maps a link target of a page to the one in the HTML. An empty result removes the link and keeps its text.
using MapLink = std::string (*)(std::string_view target, const ManualFile& page);
/// The body of a page as HTML, by md4c. Headings are anchors, named as GitHub names them.
std::string manualHtml(const ManualFile& page, MapLink mapLink);

/// Resolves a page's relative link to a file of the manual, such as "images/window.webp"; empty if it leads out of the
/// manual. A fragment (#...) is kept.
std::string manualTarget(std::string_view target, const ManualFile& page);

/// A page's words without marks and links, to search in.
std::string manualText(const ManualFile& page);

} // namespace lightbench
