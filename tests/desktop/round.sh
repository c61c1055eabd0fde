#!/bin/bash
# The daily round in real windows: start, find nodes, wire, drag a number, delete, undo, redo, save, close, open again; with pictures to
# look at, and checks of what was saved. It runs in displays of its own.
#
#   tests/desktop/round.sh [FOLDER]      pictures and documents go to FOLDER, renders/desktop if none is named
#
# WAVEWRIGHT names the program to run; if it is not set, target/debug/wavewright is. PATIENCE=3 is for busy machines.
set -euo pipefail
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$(realpath -m -- "${1:-$root/renders/desktop}")
program=${WAVEWRIGHT:-$root/target/debug/wavewright}

missing=""
for pair in Xvfb:xvfb openbox:openbox xdotool:xdotool import:imagemagick convert:imagemagick; do
    command -v "${pair%%:*}" >/dev/null || [[ "$missing" = *"${pair##*:}"* ]] || missing="$missing ${pair##*:}"
done
if [ -n "$missing" ]; then
    echo "Some programs are missing. Type this, then try again:" >&2
    echo "    sudo apt-get install --yes --no-install-recommends$missing" >&2
    exit 3
fi
if [ ! -x "$program" ]; then
    echo "$program is not there: build it first, with ./run --help" >&2
    exit 3
fi
mkdir -p -- "$folder"
# Without a frame the window is where and as large as the screen.
cat >"$folder/openbox.xml" <<'END'
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <applications><application class="*"><decor>no</decor><maximized>yes</maximized><focus>yes</focus></application></applications>
</openbox_config>
END
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/tmp}

started=()
stop_all() {
    # Only what this script started, the last first.
    local place
    for ((place = ${#started[@]} - 1; place >= 0; place--)); do
        kill "${started[place]}" 2>/dev/null || true
    done
    started=()
}
trap stop_all EXIT

fail() {
    import -window root "$folder/$name-failed.png" 2>/dev/null || true
    echo "FAILED in $name: $1" >&2
    exit 1
}

# free_display: a display number that nobody uses.
free_display() {
    local number=70
    while [ -e "/tmp/.X11-unix/X$number" ] || [ -e "/tmp/.X$number-lock" ]; do number=$((number + 1)); done
    echo "$number"
}

# open ARGUMENTS: starts the editor and waits for its window.
open() {
    "$program" "$@" >"$folder/$name.log" 2>&1 &
    editor=$!
    started+=("$editor")
    local tries
    for ((tries = 0; tries < 300; tries++)); do
        window=$(xdotool search --onlyvisible --pid "$editor" 2>/dev/null | tail -1 || true)
        [ -n "$window" ] && break
        kill -0 "$editor" 2>/dev/null || fail "the editor ended: $(tail -3 "$folder/$name.log")"
        sleep 0.2
    done
    [ -n "$window" ] || fail "no window appears"
    xdotool windowactivate --sync "$window" 2>/dev/null || true
    # What the window shows first is its empty background.
    for ((tries = 0; tries < 100; tries++)); do
        [ "$(import -window root png:- | convert png:- -format %k info:)" -gt 100 ] && break
        sleep 0.2
    done
    rest 2
    eval "$(xdotool getwindowgeometry --shell "$window" | sed 's/^/GEOMETRY_/')"
    # The canvas lies between the library and the viewport, below the tabs, above the timeline: shares and least sizes as in the first
    # layout (app/src/editor/dock.rs).
    read -r centre_x centre_y < <(awk -v width="$GEOMETRY_WIDTH" -v height="$GEOMETRY_HEIGHT" -v scale="$scale" '
        function most(a, b) { return a > b ? a : b }
        BEGIN {
            zoom = scale / 100
            left = most(0.15 * width, 196 * zoom)
            right = most(0.28 * width, 286 * zoom)
            room = height - 60 * zoom
            bottom = 32 * zoom + room - most(0.12 * room, 112 * zoom)
            printf "%d %d\n", (left + width - right) / 2, (62 * zoom + bottom) / 2
        }')
    centre_x=$((GEOMETRY_X + centre_x)) centre_y=$((GEOMETRY_Y + centre_y))
}

# rest SECONDS: the editor is given time to draw. A busy machine without a GPU needs more: PATIENCE=3 waits three times as long.
rest() { sleep "$(awk -v seconds="$1" -v patience="${PATIENCE:-1}" 'BEGIN { print seconds * patience }')"; }

shot() { import -window root "$folder/$name-$1.png"; }

key() {
    xdotool key --clearmodifiers "$@"
    rest 0.6
}

# picture: what the screen shows, as a number.
picture() { import -window root rgb:- | cksum; }

# until_changed PICTURE: waits until the screen shows something else, up to 20 seconds.
until_changed() {
    local tries
    for ((tries = 0; tries < 100; tries++)); do
        [ "$(picture)" != "$1" ] && return 0
        sleep 0.2
    done
    return 0
}

# find WORDS: adds a node as an artist does.
find_node() {
    # A tooltip would change the picture, too.
    rest 1
    local before
    before=$(picture)
    key Tab
    until_changed "$before"
    rest 0.6
    before=$(picture)
    xdotool type --delay 60 "$1"
    until_changed "$before"
    rest 1
    [ -z "${2:-}" ] || shot "$2"
    key Return
    rest 0.8
}

# drag X Y TO_X TO_Y
drag() {
    xdotool mousemove "$1" "$2"
    rest 0.3
    xdotool mousedown 1
    local step
    for step in 1 2 3 4 5 6; do
        xdotool mousemove $(($1 + ($3 - $1) * step / 6)) $(($2 + ($4 - $2) * step / 6))
        rest 0.15
    done
    xdotool mouseup 1
    rest 0.8
}

# points LENGTH: a length of the canvas at a zoom of 1, in pixels.
points() { echo $(($1 * scale / 100)); }

# right_end_of_row Y: where the port is at the right end of the framed node's row, by its colour.
right_end_of_row() {
    local from=$((centre_x + $(points 30)))
    import -window root png:- | convert png:- -crop "$(points 150)x1+$from+$1" +repage -depth 8 txt:- | awk -v from="$from" -v colour="$port_colour" '
        match($0, /#[0-9A-Fa-f]+/) {
            hex = tolower(substr($0, RSTART + 1, 6))
            split($0, place, ",")
            if (hex == colour) { sum += place[1]; count++ }
        }
        END { if (count > 0) printf "%d\n", from + sum / count }'
}

# save: asks for it and waits until the document is on the disk as it is.
save() {
    key ctrl+s
    rest 2
}

has() { grep -q "\"kind\": \"$1\"" "$document"; }

close() {
    key ctrl+q
    local tries
    for ((tries = 0; tries < 150; tries++)); do
        kill -0 "$editor" 2>/dev/null || break
        sleep 0.2
    done
    kill -0 "$editor" 2>/dev/null && fail "it does not close"
    wait "$editor" || fail "it ended with an error: $(tail -3 "$folder/$name.log")"
}

# round NAME WIDTH HEIGHT SCALE THEME
round() {
    name=$1 width=$2 height=$3 scale=$4
    local display
    display=$(free_display)
    Xvfb ":$display" -screen 0 "${width}x${height}x24" -nolisten tcp >/dev/null 2>&1 &
    started+=("$!")
    export DISPLAY=":$display"
    sleep 1
    openbox --config-file "$folder/openbox.xml" >/dev/null 2>&1 &
    started+=("$!")
    sleep 1
    # The port of numbers, as the themes draw it.
    port_colour=$([ "$5" = light ] && echo 72757d || echo b8bdc9)
    export WAVEWRIGHT_HOME="$folder/$name-home"
    rm -rf -- "$WAVEWRIGHT_HOME"
    mkdir -p -- "$WAVEWRIGHT_HOME/config"
    echo "{ \"scale_percent\": $scale, \"light_theme\": $([ "$5" = light ] && echo true || echo false) }" >"$WAVEWRIGHT_HOME/config/settings.json"

    # The first start: the example plays.
    open
    rest 4
    shot 1-start
    close

    document="$folder/$name.json"
    printf '{ "format": "wavewright", "version": 1, "nodes": {} }\n' >"$document"
    open "$document"
    shot 2-empty
    xdotool mousemove "$centre_x" "$centre_y" click 1
    rest 0.6
    find_node time 3-search
    find_node multiply
    key f
    rest 1
    shot 4-two-nodes
    save
    has time && has multiply || fail "a node that was added is not in the file"
    grep -q '"from": "time' "$document" || fail "the new node was not wired to the selected one"

    # The second factor: rows are 20 points high, and the node is framed in the middle.
    cp -- "$document" "$folder/$name-before.json"
    drag "$centre_x" $((centre_y + $(points 32))) $((centre_x + $(points 60))) $((centre_y + $(points 32)))
    shot 5-number
    save
    cmp -s "$document" "$folder/$name-before.json" && fail "dragging the number changed nothing"

    # From the output's port onto the empty canvas: the search offers what fits.
    local row=$((centre_y - $(points 8))) port
    port=$(right_end_of_row "$row")
    [ -n "$port" ] || fail "the port is not found"
    drag "$port" "$row" $((centre_x + $(points 190))) $((centre_y + $(points 60)))
    xdotool type --delay 60 output
    rest 1
    shot 6-wire
    key Return
    rest 2
    save
    has output || fail "the wire that was dropped added no node"
    grep -q '"from": "multiply' "$document" || fail "the new node was not wired"
    key a
    rest 2
    shot 7-picture

    # Delete, undo, redo, undo: the file is the same at the same points.
    cp -- "$document" "$folder/$name-before.json"
    key Delete
    save
    cp -- "$document" "$folder/$name-deleted.json"
    cmp -s "$document" "$folder/$name-before.json" && fail "nothing was deleted"
    key ctrl+z
    save
    cmp -s "$document" "$folder/$name-before.json" || fail "undo did not bring back the same document"
    key ctrl+shift+z
    save
    cmp -s "$document" "$folder/$name-deleted.json" || fail "redo did not delete the same"
    key ctrl+z
    save
    shot 8-undone
    close

    # Opened again it is the same, and saved again too.
    cp -- "$document" "$folder/$name-before.json"
    open "$document"
    shot 9-reopened
    key ctrl+s
    rest 2
    cmp -s "$document" "$folder/$name-before.json" || fail "opening and saving changed the file"
    close
    "$program" check "$document" >/dev/null || fail "the saved graph has problems"
    stop_all
    echo "$name: done"
}

round small 1280 800 100 dark
round large 1920 1080 100 light
round scaled 1920 1080 200 dark
echo "Pictures are in $folder"
