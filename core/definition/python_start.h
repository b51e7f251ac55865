// What python3 runs before the text of a reference: it reads the request, calls the function, checks what it returns,
// and answers. The answer has a descriptor of its own, so that the function may print.
#pragma once

namespace lightbench {

/// It reads from descriptor 0: a line of JSON, the script's text, and the images. It answers on descriptor 3: "ok" and
/// the images, or a line "error" and one sentence. The thread ends the process if Lightbench ends.
inline constexpr const char* pythonStart = R"python(
import sys, os, json, threading, traceback
sys.path[:] = [one for one in sys.path if one]
source, answer = os.fdopen(0, 'rb', closefd=False), os.fdopen(3, 'wb')

def fail(text):
    answer.write(b'error\n' + text.encode(errors='replace'))
    answer.flush()
    os._exit(0)

try:
    with open('/proc/self/oom_score_adj', 'w') as file:
        file.write('1000')
except OSError:
    pass
request = json.loads(source.readline())
name, short = request['file'], os.path.basename(request['file'])
script = source.read(int(request['bytes']))
kinds = {'int': int, 'float': float, 'bool': bool, 'str': str}
parameters = {one: kinds[kind](text) for one, (kind, text) in request['parameters'].items()}
try:
    import numpy
except ImportError:
    fail(sys.executable + ' has no NumPy; install it (python3-numpy), or name another python3 in LIGHTBENCH_PYTHON')
shape, kind = tuple(int(n) for n in request['shape']), numpy.dtype(request['dtype'])
images = []
for i in range(int(request['images'])):
    data = source.read(int(numpy.prod(shape)) * kind.itemsize)
    images.append(numpy.frombuffer(data, kind).reshape(shape).copy())

def watch():
    source.read(1)
    os._exit(1)

threading.Thread(target=watch, daemon=True).start()

def explain(error):
    kind = type(error).__name__
    text = ' '.join(str(error).split())
    line = None
    if isinstance(error, SyntaxError) and error.filename == name:
        line, text = error.lineno, error.msg
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == name:
            line = frame.lineno
    if line is None and hasattr(function, '__code__'):
        line = function.__code__.co_firstlineno # such as a parameter that the function does not take
    where = short + (':' + str(line) if line else '') + ': '
    if isinstance(error, ImportError):
        module = (getattr(error, 'name', None) or '').split('.')[0]
        if module and os.path.exists(os.path.join(os.path.dirname(name), module + '.py')):
            text += ('; ' + module + '.py beside it is not imported, because only the text of ' + short
                     + ' was allowed to run: move its functions into ' + short)
        else:
            text += '; install it for ' + sys.executable
    fail(where + kind + (': ' + text if text else ''))

def shown(one):
    return ' x '.join(str(n) for n in one) or 'no axis'

results = []
function = None
try:
    space = {'__name__': 'reference', '__file__': name}
    exec(compile(script, name, 'exec'), space)
    function = space.get('reference')
    if not callable(function):
        fail(short + ' has no function reference(image, **parameters)')
    for image in images:
        results.append(function(image, **parameters))
except BaseException as error:
    explain(error)
for result in results:
    if not isinstance(result, numpy.ndarray):
        fail(short + ': reference returned ' + type(result).__name__ + '; return a NumPy array')
    if result.shape != shape:
        fail(short + ': reference returned ' + shown(result.shape) + '; the result is ' + shown(shape)
             + (' (height x width x channels)' if len(shape) == 3 else ' (height x width)'))
    if result.dtype != kind and not (kind.kind == 'f' and result.dtype.kind == 'f'):
        remedy = 'image.dtype' if kind.kind == 'f' else 'image.dtype after rounding and clipping'
        fail(short + ': reference returned ' + str(result.dtype) + '; the result is ' + str(kind)
             + ', so convert it to ' + remedy)
answer.write(b'ok\n')
for result in results:
    answer.write(numpy.ascontiguousarray(result, kind).tobytes())
answer.flush()
os._exit(0)
)python";

} // namespace lightbench
