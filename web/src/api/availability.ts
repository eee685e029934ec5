import { contract, requestOf } from '@vault/contract';
import { Availability, type Outage, outageOfStatus } from '../availability/index.ts';
import { baseAddress } from './config.ts';
import { authHeader, getToken } from './token.ts';

/** The availability of this page's vault (SAFE-06). */
export const availability = new Availability({ probe });

/**
 * Makes a call that needs the database: C02, or C66 when there is no token.
 * @returns the outage; null when the vault is available
 */
async function probe(signal: AbortSignal): Promise<Outage | null> {
  const endpoint = getToken() === null ? contract.session.methods : contract.session.me;
  const { path, method } = requestOf(endpoint, {});
  try {
    const headers = authHeader();
    const response = await fetch(baseAddress(path) + path, { method, headers, cache: 'no-store', signal });
    await response.text();
    return outageOfStatus(response.status);
  } catch {
    return 'unreachable';
  }
}
