#include "core/manual/manual.h"

#include <md4c-html.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "core/base/error.h"

namespace lightbench {

namespace {
bool isPage(const ManualFile& file) { return file.name.ends_with(".md"); }

std::string replaceAll(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

std::string withoutTags(std::string_view html) {
    std::string text;
    bool isTag = false;
    for (const char c : html) {
        if (c == '<') isTag = true;
        if (!isTag) text += c;
        if (c == '>') isTag = false;
    }
    return text;
}

std::string withoutEntities(std::string text) {
    for (const auto& [entity, letter] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}})
        text = replaceAll(std::move(text), entity, letter);
    return text;
}

/// GitHub's anchor of a heading: lower case, without punctuation, with hyphens for spaces.
std::string anchorOf(std::string_view heading) {
    std::string anchor;
    for (const char c : heading) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) != 0 || letter >= 128 || c == '_' || c == '-')
            anchor += char(std::tolower(letter));
        else if (c == ' ')
            anchor += '-';
    }
    return anchor;
}

std::string rendered(std::string_view markdown) {
    std::string html;
    const auto append = [](const MD_CHAR* text, MD_SIZE size, void* to) {
        static_cast<std::string*>(to)->append(text, size);
    };
    if (md_html(markdown.data(), MD_SIZE(markdown.size()), append, &html, MD_DIALECT_GITHUB, 0) != 0)
        fail(ErrorKind::Device, "a page of the manual cannot be shown");
    return html;
}

/// <h2>Text</h2> becomes <h2 id="text"><a name="text"></a>Text</h2>, because browsers use `id` and Qt uses `name`.
std::string withAnchors(const std::string& html) {
    std::string result;
    std::map<std::string, int> seen;
    std::size_t from = 0;
    for (std::size_t at = html.find("<h"); at != html.npos; at = html.find("<h", at + 1)) {
        if (at + 4 > html.size() || std::isdigit(static_cast<unsigned char>(html[at + 2])) == 0 || html[at + 3] != '>')
            continue;
        const std::size_t end = html.find("</h", at);
        if (end == html.npos) break;
        std::string anchor = anchorOf(withoutEntities(withoutTags(html.substr(at + 4, end - at - 4))));
        if (const int times = seen[anchor]++; times > 0) anchor += "-" + std::to_string(times);
        result += html.substr(from, at + 3 - from) + " id=\"" + anchor + "\"><a name=\"" + anchor + "\"></a>";
        from = at + 4;
    }
    return result + html.substr(from);
}

/// Calls `mapLink` on every target, and takes the tags of links away that lead nowhere.
std::string withLinks(const std::string& html, const ManualFile& page, MapLink mapLink) {
    std::string result;
    std::size_t from = 0;
    const auto targetAt = [&](std::size_t at, std::string_view before) {
        const std::size_t first = at + before.size(), last = html.find('"', first);
        return withoutEntities(html.substr(first, last - first));
    };
    for (std::size_t at = 0; at < html.size(); ++at) {
        constexpr std::string_view anchor = "<a href=\"", picture = "<img src=\"";
        const bool isLink = html.compare(at, anchor.size(), anchor) == 0;
        if (!isLink && html.compare(at, picture.size(), picture) != 0) continue;
        const std::string_view before = isLink ? anchor : picture;
        const std::string target = targetAt(at, before), to = mapLink(target, page);
        result += html.substr(from, at - from);
        const std::size_t end = html.find('>', at), close = html.find("</a>", at);
        if (isLink && to.empty()) {
            result += html.substr(end + 1, close - end - 1);
            from = close + 4;
        } else {
            result += std::string(before) + to;
            from = html.find('"', at + before.size());
        }
        at = from - 1;
    }
    return result + html.substr(from);
}

/// The list items of index.md that link to a page: "- [Title](page.md): more".
std::vector<ManualEntry> entriesOf(const ManualFile& page, const std::string& folder, const std::string& group) {
    std::vector<ManualEntry> entries;
    std::string heading = group;
    std::size_t from = 0;
    while (from < page.content.size()) {
        const std::size_t end = std::min(page.content.find('\n', from), page.content.size());
        const std::string_view line = page.content.substr(from, end - from);
        from = end + 1;
        if (group.empty() && line.ends_with(':')) heading = line.substr(0, line.size() - 1);
        const std::size_t middle = line.find("]("), close = line.find(".md)");
        if (!line.starts_with("- [") || middle == line.npos || close == line.npos) continue;
        const std::string name = folder + std::string(line.substr(middle + 2, close + 3 - middle - 2));
        if (const ManualFile* linked = manualFile(name)) entries.push_back({name, manualTitle(*linked), heading});
    }
    return entries;
}
} // namespace

const ManualFile* manualFile(std::string_view name) {
    const auto all = manualFiles();
    const auto found = std::ranges::find(all, name, &ManualFile::name);
    return found == all.end() ? nullptr : &*found;
}

std::string manualTitle(const ManualFile& page) {
    // after a leading comment
    const std::size_t from = page.content.starts_with("# ") ? 0 : page.content.find("\n# ") + 1;
    const std::string html = rendered(page.content.substr(from, page.content.find('\n', from) - from));
    std::string title = withoutEntities(withoutTags(html));
    while (!title.empty() && title.back() == '\n')
        title.pop_back();
    return title;
}

std::vector<ManualEntry> manualContents() {
    const ManualFile *index = manualFile("index.md"), *filters = manualFile("filters/index.md");
    std::vector<ManualEntry> all;
    if (index) all = entriesOf(*index, {}, {});
    if (filters)
        for (ManualEntry& entry : entriesOf(*filters, "filters/", "Filters"))
            all.push_back(std::move(entry));
    return all;
}

std::string manualHtml(const ManualFile& page, MapLink mapLink) {
    return withLinks(withAnchors(rendered(page.content)), page, mapLink);
}

std::string manualTarget(std::string_view target, const ManualFile& page) {
    const std::size_t hash = std::min(target.find('#'), target.size());
    std::string_view path = target.substr(0, hash);
    std::string folder(page.name.substr(0, page.name.rfind('/') + 1));
    if (path.empty()) return std::string(page.name) + std::string(target.substr(hash));
    while (path.starts_with("../")) {
        if (folder.empty()) return {};
        folder.pop_back();
        folder.resize(folder.rfind('/') + 1);
        path.remove_prefix(3);
    }
    const std::string name = folder + std::string(path);
    return manualFile(name) ? name + std::string(target.substr(hash)) : std::string();
}

std::string manualText(const ManualFile& page) {
    if (!isPage(page)) return {};
    return withoutEntities(withoutTags(rendered(page.content)));
}

} // namespace lightbench
