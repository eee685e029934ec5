export { abortable, pause } from './abortable.ts';
export { Availability, type VaultState } from './availability.ts';
export { OutageBar } from './outage-bar.tsx';
export { type Outage, outageOfStatus } from './outage.ts';
export { retryAfterOutage, type RetryAfterOutageOptions } from './retry-after-outage.ts';
export { VAULT_UNAVAILABLE, waitingText } from './texts.ts';
