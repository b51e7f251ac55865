// Help that cannot fall behind: it is written by the declarations of the filters.
#include "ui/lab/help_dialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "core/filter.h"

namespace lightbench {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Help", text); }
QString html(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QString parameterRows(const Filter& filter) {
    QString rows;
    for (const Parameter& p : filter.parameters)
        rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2&nbsp;&nbsp;</td><td>%3&nbsp;&nbsp;</td>"
                               "<td>%4</td></tr>")
                    .arg(html(p.name), html(rangeText(p)), html(valueText(p.initial)), html(p.doc));
    if (rows.isEmpty()) return {};
    return QStringLiteral("<table><tr><td><i>%1</i></td><td><i>%2</i></td><td><i>%3</i></td><td></td></tr>%4</table>")
        .arg(tr("Parameter"), tr("Values"), tr("Default"), rows);
}

QString variantRows(const Filter& filter) {
    QString rows;
    for (const Variant* v : allVariants(filter))
        rows +=
            QStringLiteral("<li><b>%1</b> (%2): %3</li>").arg(html(v->id), html(v->tolerance.text()), html(v->idea));
    return QStringLiteral("<p><i>%1</i></p><ul>%2</ul>").arg(tr("Variants"), rows);
}

} // namespace

QString filterReferenceHtml() {
    QString page = QStringLiteral("<h2>%1</h2>").arg(tr("Filter reference"));
    for (const Filter& filter : allFilters())
        page +=
            QStringLiteral("<h3>%1 <code>%2</code></h3><p>%3</p>%4%5")
                .arg(html(filter.label), html(filter.id), html(filter.doc), parameterRows(filter), variantRows(filter));
    return page;
}

void showFilterReference(QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Filter reference"));
    dialog->resize(760, 640);
    auto* column = new QVBoxLayout(dialog);
    auto* text = new QTextBrowser(dialog);
    text->setHtml(filterReferenceHtml());
    column->addWidget(text);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    column->addWidget(buttons);
    dialog->show();
}

void showAbout(QWidget* parent) {
    QMessageBox::about(
        parent, tr("About Lightbench"),
        QStringLiteral("<h3>Lightbench %1</h3><p>%2</p><p>%3</p>")
            .arg(QCoreApplication::applicationVersion(),
                 tr("A desktop lab for image kernels: stack filters, run them on an OpenCL device, and see "
                    "what came out, what it cost and whether it equals the CPU reference."),
                 tr("Licence: GNU General Public License, version 3 or later.")));
}

} // namespace lightbench
