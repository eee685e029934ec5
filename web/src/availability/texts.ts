import type { Outage } from './outage.ts';

/** What the bar says: what the matter is, and that nothing has to be done. */
export const OUTAGE_TEXTS: Record<Outage, string> = {
  unavailable: 'The vault is not available at the moment. This page continues by itself.',
  unreachable: 'There is no connection to the vault. This page continues by itself.',
};

export const AVAILABLE_AGAIN = 'The vault is available again.';

/** For work that waits: 'Waiting for the vault'. */
export const waitingText = (outage: Outage): string =>
  outage === 'unavailable' ? 'Waiting for the vault' : 'Waiting for the network';

/** `Messages.vaultUnavailable`; the list of all messages would be most of the recipients' page. */
export const VAULT_UNAVAILABLE = 'The vault is not available at the moment. Please try again in a minute.';
