# Shared by ./run and ./test: finds Rust and installs the Debian packages that are missing. Sourced, not run; POSIX sh.

# What the linker needs.
BUILD_PACKAGES="gcc libc6-dev"
# What the editor opens at run time: X11, keyboard and the Vulkan loader with Mesa's drivers (also one that needs no GPU).
RUN_PACKAGES="libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libvulkan1 mesa-vulkan-drivers"
# What the tests need: a Vulkan driver, and another WebGPU to play exported effects in (Dawn for Node on the driver that Chromium
# carries). They open no window.
TEST_PACKAGES="libvulkan1 mesa-vulkan-drivers chromium"
# Node and npm may be there from elsewhere than Debian, whose packages would then conflict with them.
command -v node >/dev/null 2>&1 || TEST_PACKAGES="$TEST_PACKAGES nodejs"
command -v npm >/dev/null 2>&1 || TEST_PACKAGES="$TEST_PACKAGES npm"

# Where nobody is logged in, Mesa complains at every device that it has no folder for sockets.
export XDG_RUNTIME_DIR="${XDG_RUNTIME_DIR:-${TMPDIR:-/tmp}}"

# need_packages PACKAGE...: installs what is missing, or says the one line to type. Other systems than Debian's are left alone.
need_packages() {
    command -v dpkg-query >/dev/null 2>&1 || return 0
    missing=""
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root="sudo"
    else
        echo "Some Debian packages are missing. Type this, then try again:" >&2
        echo "    sudo apt-get install --yes --no-install-recommends$missing" >&2
        return 3
    fi
    echo "Installing$missing" >&2
    # Unquoted on purpose: several packages, and no word where nothing is needed to become root.
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get update --quiet=2 && apt-get install --yes --quiet=2 --no-install-recommends "$@"' sh $missing </dev/null >&2
}

# need_rust: cargo of the version that Cargo.toml asks for, or the one line to type.
need_rust() {
    if ! command -v cargo >/dev/null 2>&1 && [ -f "$HOME/.cargo/env" ]; then
        . "$HOME/.cargo/env"
    fi
    if ! command -v cargo >/dev/null 2>&1; then
        echo "Rust is missing. Type this, open a new terminal, then try again:" >&2
        echo "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" >&2
        return 3
    fi
}
