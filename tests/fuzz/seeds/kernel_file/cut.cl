// One index over n elements of 16 bits, and an unsigned threshold.
//@ parameter: threshold 0..65535 = 32768; label Threshold
kernel void cut(global const ushort *input, global ushort *output, const unsigned int threshold, int n) {
    int i = get_global_id(0);
    if (i < n) output[i] = input[i] > threshold ? 65535 : 0;
}
