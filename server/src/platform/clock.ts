/** The time of day, as a part that tests can turn. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
