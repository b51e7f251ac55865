#!/usr/bin/env bash
# The measurements behind the second part of MEASUREMENTS.md, by lightbench-cli alone: one CSV file per figure, in a folder
# for one device. A run that was stopped resumes. tests/measure/plot_literature.py draws the figures.
#
#   tests/measure/measure_literature.sh [options] FOLDER [FIGURE ...]
#     --device N or NAME   as lightbench-cli devices has it (default 0)
#     --size WxH           of the images (default 8192x8192; for a CPU 2048x2048 will do)
#     --histogram-size WxH of the images of ladder, reads and banks (default: --size); a fast GPU reads 8192x8192
#                          in less time than a kernel takes to start and end
#     --repeat N           default 20
#     --cap SECONDS        time for the repeats of a point; on a CPU, points that take longer are left out (default 5)
#   FIGURE: any of ladder, reads, banks, maximum, sums, convolution, classifier, floyd, chain; all if none is given.
#
#   tests/measure/measure_literature.sh --device portable --size 2048x2048 --repeat 10 --cap 2 build/literature/pocl
#   tests/measure/measure_literature.sh --histogram-size 16384x16384 --repeat 10 --cap 1 build/literature/gpu
set -euo pipefail
# Each of PoCL's threads on a core of its own: else two share one now and then, and short kernels take twice as long.
export POCL_AFFINITY=${POCL_AFFINITY:-1}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cli=${LIGHTBENCH_CLI:-$root/build/release/bin/lightbench-cli}
device=0 size=8192x8192 repeat=20 cap=5 histogram_size=
words=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --device | --size | --repeat | --cap | --histogram-size)
        [[ $# -ge 2 ]] || { echo "$1 needs a value" >&2; exit 2; }
        name=${1#--}
        declare "${name//-/_}=$2"
        shift 2
        ;;
    --help | -h)
        sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
        exit 0
        ;;
    -*) echo "there is no option $1; see --help" >&2; exit 2 ;;
    *) words+=("$1"); shift ;;
    esac
done
[[ ${#words[@]} -ge 1 ]] || { echo "give a folder for the results; see --help" >&2; exit 2; }
folder=${words[0]}
figures=("${words[@]:1}")
[[ ${#figures[@]} -gt 0 ]] || figures=(ladder reads banks maximum sums convolution classifier floyd chain)
histogram_size=${histogram_size:-$size}
mkdir -p "$folder"

# A CPU's work-items of a group run one after the other: few a group, where a GPU wants whole warps.
groups_of=32,256
"$cli" bench --stack invert --size 64 --device "$device" --repeat 1 --no-peak-rates --quiet --report "$folder/device.json"
if grep -q '"type": "CPU"' "$folder/device.json"; then groups_of=1,16,64; fi

# References of large windows on large images take minutes; results are checked on a part of the size.
common=(--device "$device" --repeat "$repeat" --cap "$cap" --check-size 1024x1024)

# run FILE ARGUMENT ...: one experiment into one file. A result that differs from its reference is in the table, and
# so is why not one point could be measured (code 3); everything else that fails ends the script.
run() {
    local file=$folder/$1.csv code=0
    shift
    echo "== $file"
    "$cli" experiment "$@" "${common[@]}" --journal "$file" || code=$?
    [[ $code -le 1 || ($code -eq 3 && $(wc -l < "$file") -gt 1) ]] || exit "$code"
}

ladder() {
    run ladder --stack "histogram variant=local-banked" --size "$histogram_size" --axis image=random,natural,constant \
        --axis step=all
}
reads() {
    run reads --stack "histogram variant=local-banked" --size "$histogram_size" --axis image=random \
        --axis histogram.reads=coalesced,serial --axis workgroup=1,32,256 --axis histogram.groups=1,2,4,8,16,32 \
        --axis step=all
}
banks() {
    run banks --stack "histogram variant=local-banked" --size "$histogram_size" --axis image=random,natural,constant \
        --axis histogram.banks=1,2,4,8,16,32
}
maximum() {
    run maximum --stack local-maximum --size "$size" --axis local-maximum.k=3,5,9,15,31,63 --axis variant=kernels
}
sums() {
    run integral --stack integral --size "$size" --axis variant=all
    run prefix-sum --stack prefix-sum --size "$size" --axis prefix-sum.axis=x,y --axis variant=all
}
convolution() {
    run convolution --stack "convolution kernel=random" --size "$size" --axis convolution.k=3..31..4 \
        --axis variant=kernels
    run separable --stack "gaussian sigma=5" --size "$size" --axis gaussian.radius=1..15..2 \
        --axis variant=kernels
}
classifier() {
    local filter
    for filter in random-trees binary-patterns; do
        run "$filter-trees" --stack "$filter rectangle=64,64,32,32" --size "$size" --image natural \
            --axis "$filter.trees=1,2,4,8,16" --axis variant=kernels
        run "$filter-tests" --stack "$filter rectangle=64,64,32,32" --size "$size" --image natural \
            --axis "$filter.tests=2..10..2" --axis variant=kernels
    done
}
floyd() {
    run floyd-workgroup --stack floyd-steinberg --size "$size" --image natural \
        --axis variant=row-per-item,row-per-item-polling,barrier-wavefront,row-per-group,single-group,pipelined \
        --axis workgroup=1,32,64,128,256
    run floyd-size --stack floyd-steinberg --image natural --axis size=512x512,1024x1024,2048x2048,4096x4096,"$size" \
        --axis variant=all
}
# The same dithering alone, and between two filters of the device; `cpu` costs the chain a download and an upload.
chain() {
    run chain-alone --stack floyd-steinberg --size "$size" --image natural --axis variant=all
    run chain-middle --stack "invert | floyd-steinberg | box k=3" --size "$size" --image natural \
        --axis floyd-steinberg.variant=all
}

for figure in "${figures[@]}"; do
    case $figure in
    ladder | reads | banks | maximum | sums | convolution | classifier | floyd | chain) "$figure" ;;
    *) echo "there is no figure $figure; see --help" >&2; exit 2 ;;
    esac
done
