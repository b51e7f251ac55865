// A device on top of a WholeFile that remembers its first error.
#include "ui/files/whole_file.h"

#include <QBuffer>

#include <optional>

#include "core/base/error.h"
#include "core/base/whole_file.h"
#include "ui/files/file_name.h"

namespace lightbench {

namespace {
/// Qt's writers of images do not look at every answer, and exceptions must not go through the C libraries below them:
/// the first error is kept here and thrown when they are done.
class FileDevice : public QIODevice {
public:
    explicit FileDevice(WholeFile& file) : file_(file) { open(QIODevice::ReadWrite | QIODevice::Unbuffered); }

    void finish() {
        flush();
        if (error_) throw *error_;
    }
    qint64 size() const override { return std::max(qint64(file_.size()), start_ + pending_.size()); }

protected:
    qint64 readData(char* to, qint64 most) override {
        flush();
        qint64 got = -1;
        guarded([&] { got = qint64(file_.readAt(quint64(pos()), to, std::size_t(most))); });
        return got;
    }
    qint64 writeData(const char* from, qint64 bytes) override {
        if (pos() != start_ + pending_.size() || pending_.size() > blockBytes || bytes > blockBytes) flush();
        if (pending_.isEmpty()) start_ = pos();
        if (bytes > blockBytes)
            writeNow(from, bytes); // as it lies there
        else
            pending_.append(from, bytes);
        return error_ ? -1 : bytes;
    }

private:
    static constexpr qsizetype blockBytes = 1 << 18;

    void flush() {
        writeNow(pending_.constData(), pending_.size());
        pending_.clear();
    }
    void writeNow(const char* from, qint64 bytes) {
        guarded([&] { file_.writeAt(quint64(start_), {from, std::size_t(bytes)}); });
        start_ += bytes;
    }
    template <class F> void guarded(F action) {
        if (error_) return;
        try {
            action();
        } catch (const Error& error) {
            error_ = error;
            setErrorString(QString::fromUtf8(error.what()));
        }
    }

    WholeFile& file_;
    QByteArray pending_;
    qint64 start_ = 0; ///< where pending_ belongs
    std::optional<Error> error_;
};

void writeStream(WholeFile& file, const QString& path, const std::function<QString(QIODevice&)>& write) {
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    if (const QString problem = write(buffer); !problem.isEmpty()) cannotWrite(path, problem);
    file.write({buffer.data().constData(), std::size_t(buffer.data().size())});
}

void writeBeside(WholeFile& file, const QString& path, const std::function<QString(QIODevice&)>& write) {
    FileDevice device(file);
    const QString problem = write(device);
    device.finish(); // the disk's reason says more than the writer's
    if (!problem.isEmpty()) cannotWrite(path, problem);
}
} // namespace

void writeWhole(const QString& path, const std::function<QString(QIODevice&)>& write) {
    WholeFile file(nameBytes(path));
    file.isStream() ? writeStream(file, path, write) : writeBeside(file, path, write);
    file.commit();
}

void writeWhole(const QString& path, const QByteArray& content) {
    writeWhole(nameBytes(path), std::string_view(content.constData(), std::size_t(content.size())));
}

void checkWritable(const QString& path) { checkWritable(nameBytes(path)); }

void cannotWrite(const QString& path, const QString& why) {
    throw Error(ErrorKind::Input, QString("cannot write %1: %2").arg(shownName(path), why).toStdString());
}

} // namespace lightbench
