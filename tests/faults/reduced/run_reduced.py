#!/usr/bin/env python3
"""Runs the reduced kernels of this folder on the first OpenCL device, and prints what each of them stores.

    tests/faults/reduced/run_reduced.py                          # the device that is found first
    OCL_ICD_VENDORS=FOLDER tests/faults/reduced/run_reduced.py   # a driver of that folder of ICD files

Each kernel's first comment says what it shows and which numbers are right. Needs python3-pyopencl.
"""
from pathlib import Path

import numpy
import pyopencl as cl

device = cl.get_platforms()[0].get_devices()[0]
context = cl.Context([device])
queue = cl.CommandQueue(context)
print(device.name)
for path in sorted(Path(__file__).parent.glob("*.cl")):
    numbers = numpy.full(32, -77777, numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
    try:
        kernel = cl.Program(context, path.read_text()).build("-cl-std=CL1.2").reduced
        kernel(queue, (1,), (1,), buffer)
        cl.enqueue_copy(queue, numbers, buffer)
        stored = " ".join(str(n) for n in numbers if n != -77777)
    except cl.Error as error:
        stored = f"fails: {error}"
    print(f"{path.name}: {stored}")
