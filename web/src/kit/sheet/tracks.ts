/** Consecutive rows or columns with their sizes in pixels. */
export interface Tracks {
  count: number;
  /** in pixels */
  size: (track: number) => number;
  /** the start of a track; for `count`: the end of the last one */
  start: (track: number) => number;
  /** the track at a position, limited to the first and the last */
  at: (position: number) => number;
}

/**
 * Creates tracks of a standard size with some exceptions.
 * @param others the tracks of another size, in ascending order
 */
export function tracksOf(
  count: number,
  standard: number,
  others: readonly (readonly [track: number, size: number])[],
): Tracks {
  const tracks = others.filter(([track]) => track < count);
  const sizes = new Map(tracks);
  // The offset of the tracks after each exception, compared with tracks of the standard size.
  const shifts: number[] = [];
  let shift = 0;
  for (const [, size] of tracks) {
    shift += size - standard;
    shifts.push(shift);
  }
  const before = (track: number) => {
    let low = 0;
    let high = tracks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tracks[middle]?.[0] ?? 0) < track) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (shifts[low - 1] ?? 0);
  };
  const start = (track: number) => track * standard + before(track);
  return {
    count,
    size: (track) => sizes.get(track) ?? standard,
    start,
    at(position) {
      let low = 0;
      let high = Math.max(0, count - 1);
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (start(middle) <= position) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}
