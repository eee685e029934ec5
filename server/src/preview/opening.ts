/** The time in which one opening of a file can be continued, in ms: longer than any recording. */
export const OPENING_MS = 12 * 60 * 60_000;
