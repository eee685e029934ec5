/** The current time, as an interface that tests can replace. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
