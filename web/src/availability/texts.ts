import type { Outage } from './outage.ts';

/** The texts of the bar. Each names the cause and says that the page continues automatically. */
export const OUTAGE_TEXTS: Record<Outage, string> = {
  unavailable: 'The vault is not available at the moment. This page continues by itself.',
  unreachable: 'There is no connection to the vault. This page continues by itself.',
};

export const AVAILABLE_AGAIN = 'The vault is available again.';

/** Returns the text for waiting work: 'Waiting for the vault'. */
export const waitingText = (outage: Outage): string =>
  outage === 'unavailable' ? 'Waiting for the vault' : 'Waiting for the network';

/** A copy of `Messages.vaultUnavailable`: importing all messages would make the recipients' page much larger. */
export const VAULT_UNAVAILABLE = 'The vault is not available at the moment. Please try again in a minute.';
