# Sourced by ./run and ./test: installs the packages that are missing and builds the release preset. Needs $root.
# shellcheck shell=bash disable=SC2154

# missingPackages LIST: prints the entries of a list of packages of which no alternative is installed.
missingPackages() {
    local installed line name found
    # shellcheck disable=SC2016
    installed=" $(sed 's/#.*//; s/|/ /g' "$1" |
        xargs dpkg-query -W -f='${Package}:${db:Status-Status}\n' 2>/dev/null | tr '\n' ' ' || true)"
    while IFS= read -r line; do
        found=
        for name in ${line//|/ }; do
            if [[ $installed == *" $name:installed "* ]]; then found=yes; fi
        done
        [[ -n $found || -z ${line// /} ]] || echo "$line"
    done < <(sed 's/#.*//' "$1")
}

# The first alternative of an entry that the package lists have.
availablePackage() {
    local name
    for name in ${1//|/ }; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo "Lightbench: none of these packages can be found: $1" >&2
    return 1
}

# installPackages [LIST [WITHOUT]]: those of packages.debian, or of another such list. A package that the distribution
# lacks is an error, or a message if WITHOUT says what is done without it.
installPackages() {
    local missing entry name names=() as=() list=${1:-$root/packages.debian} without=${2:-}
    if ! command -v dpkg-query >/dev/null; then
        echo "Lightbench: this is no Debian or Ubuntu; see ${list#"$root/"} for what must be installed" >&2
        return 0
    fi
    missing=$(missingPackages "$list")
    [[ -n $missing ]] || return 0
    if [[ $(id -u) != 0 ]]; then
        if ! command -v sudo >/dev/null || { echo "Installing packages needs sudo" >&2 && ! sudo -v; }; then
            echo "Lightbench: these packages are missing: ${missing//$'\n'/, }. Install them as root, then try again" >&2
            [[ -n $without ]]
            return
        fi
        as=(sudo)
    fi
    echo "Installing ${missing//$'\n'/, }" >&2
    "${as[@]}" apt-get -qq update >&2
    while IFS= read -r entry; do
        if name=$(availablePackage "$entry"); then
            names+=("$name")
        elif [[ -n $without ]]; then
            echo "$without" >&2
        else
            return 1
        fi
    done <<<"$missing"
    [[ ${#names[@]} != 0 ]] || return 0
    hasInstalled=yes
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "${names[@]}" >&2
}

# Runs a command with its output in the log; shows the log's end if it fails.
logged() {
    "$@" >>"$root/build/build.log" 2>&1 || {
        tail -n 60 "$root/build/build.log" >&2
        echo "Lightbench: the build failed; the whole log is $root/build/build.log" >&2
        return 1
    }
}

# buildRelease TARGET...: configures once; builds only what changed.
buildRelease() { buildPreset release "$@"; }

# buildPreset PRESET TARGET... What $LIGHTBENCH_CMAKE_OPTIONS holds goes to CMake when it configures. It configures again
# after packages were installed, because CMake remembers which programs it did not find.
buildPreset() {
    local preset=$1 folder=$root/build/$1
    shift
    mkdir -p "$root/build"
    if [[ ! -f $folder/build.ninja || -n ${hasInstalled:-} ]]; then
        : >"$root/build/build.log"
        echo "Configuring" >&2
        # shellcheck disable=SC2086
        logged cmake -S "$root" --preset "$preset" ${LIGHTBENCH_CMAKE_OPTIONS:-}
    fi
    local notice code=0
    (sleep 3 && echo "Building (the first time takes some minutes)" >&2) &
    notice=$!
    logged cmake --build "$folder" --target "$@" || code=$?
    kill "$notice" 2>/dev/null || true
    return "$code"
}
