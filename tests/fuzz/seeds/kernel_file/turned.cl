// The first index is the row, as code from matrices has it, and the workgroup is fixed by an attribute.
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void turned(__global const float *input, __global float *output, int rows, int cols, float offset)
{
    int row = get_global_id(0);
    int col = get_global_id(1);
    __local float copy[8][8];
    if (row < rows && col < cols) copy[get_local_id(0)][get_local_id(1)] = input[row * cols + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row >= rows || col >= cols)
        return;
    output[row * cols + col] = clamp(copy[get_local_id(0)][get_local_id(1)] + offset, 0.0f, 1.0f);
}
