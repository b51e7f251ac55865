// Finds texts that are cut off: labels, buttons, fields, tabs and table headers that are smaller than what they say.
// A text that ends with an ellipsis is not cut off if its tooltip has the whole of it.
#pragma once

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTextDocument>

#include "ui/controls/combo_box.h"
#include "ui/controls/elided_label.h"

namespace lightbench::tests {

inline QString plainText(const QString& text) {
    if (!Qt::mightBeRichText(text)) return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

inline bool labelFits(const QLabel& label) {
    const QString text = plainText(label.text());
    if (const auto* elided = qobject_cast<const ElidedLabel*>(&label))
        return label.fontMetrics().horizontalAdvance(text) <= label.contentsRect().width() ||
               elided->toolTip().size() >= text.size();
    if (label.wordWrap()) return label.heightForWidth(label.width()) <= label.height();
    return label.sizeHint().width() <= label.width() && label.sizeHint().height() <= label.height();
}

inline bool tabsFit(const QTabBar& tabs) {
    for (int i = 0; i < tabs.count(); ++i)
        if (tabs.fontMetrics().horizontalAdvance(tabs.tabText(i).remove('&')) > tabs.tabRect(i).width() &&
            tabs.tabToolTip(i).isEmpty())
            return false;
    return true;
}

inline bool headersFit(const QHeaderView& header) {
    if (!header.model() || header.orientation() != Qt::Horizontal) return true;
    for (int i = 0; i < header.count(); ++i) {
        if (header.isSectionHidden(i)) continue;
        const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
        const bool isExplained = !header.model()->headerData(i, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty();
        if (header.fontMetrics().horizontalAdvance(text) > header.sectionSize(i) && !isExplained) return false;
    }
    return true;
}

inline bool textFits(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) return label->text().isEmpty() || labelFits(*label);
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return button->text().isEmpty() || button->sizeHint().width() <= button->width() ||
               button->toolTip().contains(button->text().remove('&'));
    if (qobject_cast<const ComboBox*>(&widget)) return true; // elides, and its tooltip has the whole text
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
        return line->fontMetrics().horizontalAdvance(line->text()) <= line->width() || !line->toolTip().isEmpty();
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) return tabsFit(*tabs);
    if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) return headersFit(*header);
    return true;
}

/// Of all visible parts: what they are and what they say.
inline QStringList cutTexts(const QWidget& window) {
    QStringList cut;
    for (const QWidget* part : window.findChildren<QWidget*>()) {
        if (!part->isVisible() || part->width() <= 0 || textFits(*part)) continue;
        QString text = part->property("text").toString();
        for (const QWidget* above = part; above && text.size() < 160; above = above->parentWidget())
            text += QStringLiteral(" < %1 %2").arg(above->metaObject()->className(), above->objectName());
        cut << QStringLiteral("%1x%2: %3").arg(part->width()).arg(part->height()).arg(text);
    }
    return cut;
}

} // namespace lightbench::tests
