import type { Client } from '../../support/client.ts';
import type { State } from '../model.ts';

/** One change of the vault: how it is requested, and the state after it. */
export interface Change {
  /** what it changes, for the journal */
  about: string;
  after: State;
  /** @throws when it is refused, or when its outcome is unknown */
  run: (client: Client) => Promise<void>;
}
