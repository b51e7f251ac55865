// lightbench-worker: runs stacks, or decodes one file, in a process that lightbench and lightbench-cli can kill.
#include <cstdio>
#include <string_view>

#include "app/worker/decoding_worker.h"
#include "app/worker/standard_descriptors.h"
#include "app/worker/worker_loop.h"
#include "gpu/opencl_engine.h"

int main(int count, char** words) {
    using namespace lightbench;
    openStandardDescriptors();
    const int socket = workerSocket(count, words);
    if (socket >= 0 && std::string_view(words[1]) == decodeArgument) serveDecoding(socket);
    if (socket >= 0) serveWorker(socket, [] { return makeOpenClEngine(); });
    std::fputs("lightbench-worker is started by lightbench and lightbench-cli; there is nothing to do by hand\n",
               stderr);
    return 2;
}
