// Finds and replaces in the shown source. The field to find stands in the panel's header; the row to replace appears
// below it while something is sought in a text that can be edited. SourcePanel creates it.
#pragma once

#include <QWidget>

class QLineEdit;

namespace lightbench {

class SourceEditor;

class FindBar : public QWidget {
    Q_OBJECT

public:
    explicit FindBar(SourceEditor* editor, QWidget* parent = nullptr);
    /// For the header.
    QLineEdit* search() const { return search_; }
    QLineEdit* replacement() const { return replacement_; }
    void begin();
    /// Shows the row to replace if there is something to replace.
    void refresh();

signals:
    void changed(); ///< what is found, or which match is chosen

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    SourceEditor* editor_;
    QLineEdit *search_, *replacement_;
};

} // namespace lightbench
