// The pointer when nobody holds it.

/** The pointer of an effect without a track, and during setup. */
export const POINTER_AT_REST = { position_m: [0, 0], velocity_m_per_s: [0, 0], pressed: false };

/** Where the pointer goes when nobody holds it: straight between rows of `[time_s, x_m, z_m, pressed]`, by rising time. */
export class PointerPath {
  #rows;
  /** Way from the first row to each, jumps (two rows of one time) left out: differences of it are ways dragged. */
  #draggedM = [];
  #periodS;

  constructor(rows, looped) {
    this.#rows = rows;
    this.#periodS = looped && rows.length > 0 ? rows.at(-1)[0] : 0;
    let way = [0, 0];
    rows.forEach((row, place) => {
      const before = rows[place - 1];
      if (before && before[0] < row[0]) way = [way[0] + row[1] - before[1], way[1] + row[2] - before[2]];
      this.#draggedM.push(way);
    });
  }

  /** The pointer of the step of `dtS` that starts at `timeS`; its velocity is the way dragged since the step before. */
  sample(timeS, dtS) {
    if (this.#rows.length === 0) return POINTER_AT_REST;
    const [now, before] = [this.#at(timeS), this.#at(timeS - dtS)];
    const lapM = this.#draggedM.at(-1);
    const laps = now.lap - before.lap;
    const velocity = [0, 1].map((axis) => (now.draggedM[axis] - before.draggedM[axis] + laps * lapM[axis]) / dtS);
    return { position_m: now.position_m, velocity_m_per_s: velocity, pressed: now.pressed };
  }

  #at(timeS) {
    let lap = 0;
    if (this.#periodS > 0 && timeS >= this.#periodS) {
      const withinS = timeS % this.#periodS;
      lap = Math.round((timeS - withinS) / this.#periodS);
      timeS = withinS;
    }
    const following = this.#rows.findIndex((row) => row[0] > timeS);
    const next = this.#rows[following];
    const place = (next ? following : this.#rows.length) - 1;
    // Before the first row the pointer waits there.
    const row = this.#rows[Math.max(place, 0)];
    const part = next && place >= 0 ? (timeS - row[0]) / (next[0] - row[0]) : 0;
    const movedM = next && place >= 0 ? [(next[1] - row[1]) * part, (next[2] - row[2]) * part] : [0, 0];
    const draggedM = this.#draggedM[Math.max(place, 0)];
    return {
      position_m: [row[1] + movedM[0], row[2] + movedM[1]],
      draggedM: [draggedM[0] + movedM[0], draggedM[1] + movedM[1]],
      pressed: row[3] > 0.5,
      lap,
    };
  }
}
