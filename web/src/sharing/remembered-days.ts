import { MAX_EXPIRY_DAYS } from '@vault/contract';

/** USE-42: a link ends after two weeks, until a person has chosen otherwise. */
const DEFAULT_DAYS = 14;

const keyOf = (personId: string) => `vault.shareDays.${personId}`;

/**
 * After how many days the last link of a person in this browser ended (USE-42).
 * @param personId null while it is not known who is signed in
 * @returns 0 to 30; 14 without a former choice
 */
export function rememberedDays(personId: string | null): number {
  const text = personId === null ? null : localStorage.getItem(keyOf(personId));
  const days = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isInteger(days) && days >= 0 && days <= MAX_EXPIRY_DAYS ? days : DEFAULT_DAYS;
}

/** Remembers the choice for the next links of this person, in every tab and record. */
export function rememberDays(personId: string, days: number): void {
  localStorage.setItem(keyOf(personId), `${days}`);
}
