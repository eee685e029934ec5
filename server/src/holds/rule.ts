/** A legal hold, or a retention rule. */
export interface HoldRule {
  /** null for a legal hold */
  keepYears: number | null;
  /** the time of the newest version that the deletion would delete */
  newest: Date;
}

/** What forbids a deletion now. */
export interface Protection {
  isOnHold: boolean;
  /** the last day of the retention, when no legal hold is in force; null for a hold */
  keptUntil: Date | null;
}

/**
 * SAFE-12: the one place that decides whether versions may be deleted permanently. A legal hold forbids it until it is
 * lifted; a retention rule until its years have passed since the creation of the newest version.
 * @param rules those that protect the versions
 * @returns null when they may be deleted
 */
export function protectionOf(rules: readonly HoldRule[], now: Date): Protection | null {
  if (rules.some(({ keepYears }) => keepYears === null)) return { isOnHold: true, keptUntil: null };
  const ends = rules.map(({ keepYears, newest }) => yearsAfter(newest, keepYears ?? 0));
  const [last] = ends.toSorted((a, b) => b.getTime() - a.getTime());
  return last !== undefined && last > now ? { isOnHold: false, keptUntil: last } : null;
}

function yearsAfter(time: Date, years: number): Date {
  const end = new Date(time);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}
