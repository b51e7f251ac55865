// Fills the list that the command line has, too (core/base/file_claims.h).
#include "ui/documents/read_files.h"

#include <QCoreApplication>

#include "core/definition/stack_files.h"
#include "ui/files/file_name.h"
#include "ui/state/session/session.h"

namespace lightbench {

namespace {
std::string readText(const char* text) { return QCoreApplication::translate("ReadFiles", text).toStdString(); }
} // namespace

QString readFrom(const Session& session, const QString& path, StackFiles stackFiles) {
    FileClaims files;
    const QString& image = session.imageName();
    if (image.startsWith('/')) files.reads({nameBytes(image), readText("the open image")}); // else it is a sample
    if (!session.journal().isEmpty())
        files.reads({nameBytes(session.journal()), readText("the journal of the experiment")});
    for (int tab = 0; tab < session.tabCount(); ++tab) {
        const NamedStack stack = session.tabStack(tab);
        files.readsAll(filesOf(stack.stack, session.filters()));
        if (stackFiles == StackFiles::Included && !stack.path.isEmpty())
            files.reads({nameBytes(stack.path), readText("the file of an open stack")});
    }
    files.readsAll(filesOf(session.filters()));
    return QString::fromStdString(files.readFrom(nameBytes(path)));
}

} // namespace lightbench
