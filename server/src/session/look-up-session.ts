import type { Database } from '../platform/database/index.ts';
import { TurnBatcher } from '../platform/turn-batcher.ts';
import { accountOfSession, type SessionAccountRow } from './session.queries.ts';

interface SessionOfCall {
  tokenHash: Buffer;
  now: Date;
  /** the record of the call; null when it names none */
  recordId: string | null;
}

type Lookups = TurnBatcher<SessionOfCall, SessionAccountRow | null>;

/** The look-ups of this process, by database. */
const lookups = new WeakMap<Database, Lookups>();

/**
 * Returns the account of a session with its permissions, as they are after the call: calls with one session and one
 * record that arrive during a look-up share the next one, so that a changed permission applies immediately (SPEED-04).
 * @returns null when the session has ended
 */
export function lookUpSession(database: Database, session: SessionOfCall): Promise<SessionAccountRow | null> {
  const known = lookups.get(database) ?? createLookups(database);
  lookups.set(database, known);
  const { tokenHash, recordId } = session;
  return known.run(`${tokenHash.toString('base64')} ${recordId ?? ''}`, session);
}

function createLookups({ kysely }: Database): Lookups {
  return new TurnBatcher(
    async (_, calls) => {
      const [first] = calls;
      if (first === undefined) return [];
      const latest = new Date(Math.max(...calls.map(({ now }) => Number(now))));
      const account = await accountOfSession(kysely, { ...first, now: latest });
      return calls.map(() => ({ result: account }));
    },
    { sizeOf: () => 1, maxSize: Infinity },
  );
}
