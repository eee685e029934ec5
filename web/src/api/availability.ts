import { contract, requestOf } from '@vault/contract';
import { Availability, type Outage, outageOfStatus } from '../availability/index.ts';
import { baseAddress } from './config.ts';
import { authHeader, getToken } from './token.ts';

/** Whether the vault of this page can be used at the moment (SAFE-06). */
export const availability = new Availability({ probe });

/** Asks who is signed in (C02), which needs the database; before the sign-in, how people can sign in (C66). */
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
