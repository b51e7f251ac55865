#include "ui/commands/help_dialogs.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

#include "core/framework/filter_catalog.h"
#include "ui/panels/stack/filter_menu.h"

namespace lightbench {

namespace {

QString helpText(const char* text) { return QCoreApplication::translate("Help", text); }
QString html(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QString parameterRows(const Filter& filter) {
    QString rows;
    for (const Parameter& p : filter.parameters)
        rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2&nbsp;&nbsp;</td><td>%3&nbsp;&nbsp;</td>"
                               "<td>%4</td></tr>")
                    .arg(html(p.name), html(rangeText(p)), html(valueText(p.initial)), html(p.doc));
    if (rows.isEmpty()) return {};
    return QStringLiteral("<table><tr><td><i>%1</i></td><td><i>%2</i></td><td><i>%3</i></td><td></td></tr>%4</table>")
        .arg(helpText("Parameter"), helpText("Values"), helpText("Default"), rows);
}

QString variantRows(const Filter& filter) {
    QString rows;
    for (const Variant* v : allVariants(filter)) {
        const std::string rule = v->applies.rule.empty() ? "" : " Does not always apply: " + v->applies.rule + ".";
        rows += QStringLiteral("<li><b>%1</b> (%2): %3</li>")
                    .arg(html(v->id), html(v->tolerance.text()), html(v->idea + rule));
    }
    return QStringLiteral("<p><i>%1</i></p><ul>%2</ul>").arg(helpText("Variants"), rows);
}

bool fits(const Filter& filter, const QString& text) {
    const auto named = [&](const Parameter& p) {
        return QString::fromStdString(p.name + ' ' + p.label).contains(text, Qt::CaseInsensitive);
    };
    return text.isEmpty() || matchRank(filter, text) >= 0 || std::ranges::any_of(filter.parameters, named);
}

QString filtersHtml(const QString& text, const FilterCatalog& filters) {
    QString page;
    for (const Filter& filter : filters.filters())
        if (fits(filter, text))
            page += QStringLiteral("<h3>%1 <code>%2</code></h3><p>%3</p>%4%5")
                        .arg(html(filter.label), html(filter.id), html(filter.doc), parameterRows(filter),
                             variantRows(filter));
    return page.isEmpty() ? QString()
                          : QStringLiteral("<h2><a name='filters'></a>%1</h2>").arg(helpText("Filters")) + page;
}

QString keysHtml(const QList<KeyHelp>& keys, const QString& text) {
    QString rows, group;
    for (const KeyHelp& key : keys) {
        if (!(key.group + ' ' + key.keys + ' ' + key.text).contains(text, Qt::CaseInsensitive)) continue;
        if (group != key.group)
            rows += QStringLiteral("<tr><td colspan='2'><br><i>%1</i></td></tr>").arg(key.group.toHtmlEscaped());
        group = key.group;
        rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(key.keys.toHtmlEscaped(), key.text.toHtmlEscaped());
    }
    if (rows.isEmpty()) return {};
    return QStringLiteral("<h2><a name='keys'></a>%1</h2><table>%2</table>").arg(helpText("Keys"), rows);
}

/// Keys that are no commands, such as those held down.
QList<KeyHelp> heldKeys() {
    return {
        {helpText("Picture"), helpText("Space held"),
         helpText("The other image: before instead of after, after instead of before")},
        {helpText("Picture"), helpText("Arrows"),
         helpText("Move the picture, while it has the focus; with Shift in small steps")},
        {helpText("Picture"), helpText("Wheel"), helpText("Zoom at the cursor; with Shift, move; dragging moves too")},
        {helpText("Window"), helpText("F10"), helpText("The menu")},
        {helpText("Stack"), helpText("Return"),
         helpText("Switch the chosen stage on or off, while the stack has the focus")},
        {helpText("Form"), helpText("Arrows, wheel"),
         helpText("Step the setting that has the focus; with Shift in small steps; a double click resets it")},
        {helpText("Form"), helpText("Return"),
         helpText("Press the button or open the choice that has the focus; in a field, end the typing")},
    };
}

} // namespace

QString helpHtml(const QList<KeyHelp>& keys, const FilterCatalog& filters, const QString& text) {
    const QString page = keysHtml(keys, text) + filtersHtml(text, filters);
    return page.isEmpty()
               ? QStringLiteral("<p>%1</p>").arg(helpText("Nothing has such a name. Try a shorter part of it."))
               : page;
}

HelpDialog::HelpDialog(const QList<KeyHelp>& keys, const FilterStore& filters, QWidget* parent)
    : QDialog(parent), keys_(keys), filters_(filters), field_(new QLineEdit(this)), page_(new QTextBrowser(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("help"));
    setWindowTitle(helpText("Help"));
    resize(760, 640);
    field_->setPlaceholderText(helpText("Type to find a filter, a setting or a key"));
    field_->setAccessibleName(helpText("Find in the help"));
    field_->setClearButtonEnabled(true);
    field_->setFocus();
    page_->setFocusPolicy(Qt::ClickFocus);
    auto* close = new QPushButton(helpText("Close"), this);
    close->setAutoDefault(false); // Return in the field must not press it
    auto* column = new QVBoxLayout(this);
    column->addWidget(field_);
    column->addWidget(page_, 1);
    column->addWidget(close, 0, Qt::AlignRight);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(field_, &QLineEdit::textChanged, this, &HelpDialog::find);
    connect(&filters, &FilterStore::changed, this, [this] { find(field_->text()); });
    find({});
}

void HelpDialog::find(const QString& text) { page_->setHtml(helpHtml(keys_, filters_.filters(), text.trimmed())); }

void HelpDialog::showPart(Part part) {
    field_->clear();
    show();
    raise();
    activateWindow();
    page_->scrollToAnchor(part == Keys ? QStringLiteral("keys") : QStringLiteral("filters"));
}

/// Scrolls the page while the focus stays in the field.
void HelpDialog::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: QCoreApplication::sendEvent(page_, event); break;
    default: QDialog::keyPressEvent(event);
    }
}

void showHelp(const QList<KeyHelp>& keys, const FilterStore& filters, HelpDialog::Part part, QWidget* parent) {
    auto* help = parent->findChild<HelpDialog*>();
    if (!help) help = new HelpDialog(heldKeys() + keys, filters, parent);
    help->showPart(part);
}

void showAbout(QWidget* parent) {
    QMessageBox::about(
        parent, helpText("About Lightbench"),
        QStringLiteral("<h3>Lightbench %1</h3><p>%2</p><p>%3</p>")
            .arg(QCoreApplication::applicationVersion(),
                 helpText("A desktop lab for image kernels: stack filters, run them on an OpenCL device, and see the "
                          "result, its time, and whether it equals the CPU reference."),
                 helpText("Licence: GNU General Public License, version 3 or later.")));
}

} // namespace lightbench
