import { isVisit } from './deps.ts';

const HOUR_MS = 60 * 60 * 1000;
/** D-20: validity of an upload address. */
export const ADDRESS_MS = HOUR_MS;
/** D-21: lifetime of an upload that is not transferred, counted from the last C17 or the last received bytes. */
const LIFETIME_MS = 24 * HOUR_MS;
/** GUARD-24: the same for visitors, whose visits last an hour. */
const VISITOR_LIFETIME_MS = 2 * HOUR_MS;

export const expiryAfter = (now: Date, ownerId: string) =>
  new Date(now.getTime() + (isVisit(ownerId) ? VISITOR_LIFETIME_MS : LIFETIME_MS));
