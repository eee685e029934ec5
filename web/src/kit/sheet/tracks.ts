/** Rows or columns one after the other, each with its size in pixels. */
export interface Tracks {
  count: number;
  /** in pixels */
  size: (track: number) => number;
  /** where a track begins; of `count`: where the last one ends */
  start: (track: number) => number;
  /** the track at a position, within the first and the last */
  at: (position: number) => number;
}

/**
 * Tracks of one size but for some.
 * @param others the tracks of another size, in their order
 */
export function tracksOf(
  count: number,
  standard: number,
  others: readonly (readonly [track: number, size: number])[],
): Tracks {
  const tracks = others.filter(([track]) => track < count);
  const sizes = new Map(tracks);
  // by how much the tracks up to one begin later than at the standard size
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
