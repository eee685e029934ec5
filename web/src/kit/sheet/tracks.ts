/** The rows or the columns of a sheet, in order, with their sizes in pixels. */
export interface Tracks {
  count: number;
  /** the size of a track */
  size: (track: number) => number;
  /** the start of a track; `start(count)` is the end of the last track */
  start: (track: number) => number;
  /** the track at a position; positions outside give the first or the last track */
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
  // For each exception, how much the tracks after it are shifted, compared with tracks of the standard size.
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
