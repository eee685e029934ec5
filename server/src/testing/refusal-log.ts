import { ERROR_CODES, type Envelope } from '@vault/contract';

/** Collects refusals and checks their codes (TOOLS-02). */
export interface RefusalLog {
  /** Adds the envelope of a reply; a success is ignored. */
  add(reply: Envelope<unknown>): void;
  /** The number of different refusals, by status and sentence. */
  count(): number;
  /** @returns one line for each refusal without a listed code, and for each with more than one code */
  problems(): string[];
}

export function createRefusalLog(): RefusalLog {
  const codes = new Map<string, Set<string>>();
  return {
    add({ code, errorMessage, errorCode }) {
      if (code === 200) return;
      const refusal = `${code} ${errorMessage}`;
      codes.set(refusal, (codes.get(refusal) ?? new Set()).add(errorCode ?? 'no code'));
    },
    count: () => codes.size,
    problems: () =>
      [...codes].flatMap(([refusal, found]) => {
        const isRight = found.size === 1 && [...found].every((code) => Object.hasOwn(ERROR_CODES, code));
        return isRight ? [] : [`${refusal}: ${[...found].join(', ')}`];
      }),
  };
}
