import {
  Availability,
  outageOfStatus,
  retryAfterOutage,
  type RetryAfterOutageOptions,
} from '../../availability/index.ts';
import { ask, bytesOf, dataOf, outageOf, type CallInput, type CallName } from './client.ts';

export type WaitOptions = Pick<RetryAfterOutageOptions, 'signal' | 'onWait' | 'limitMs' | 'mostFailures'>;

/** The calls of one link. They report outages to `availability`. */
export interface LinkCalls {
  availability: Availability;
  /** Makes a call. @param visitor the token of the visit; null without a visit @throws CallError */
  data: (visitor: string | null, name: CallName, input: CallInput) => Promise<unknown>;
  /** Makes a call whose reply is a file. @throws CallError */
  bytes: (visitor: string | null, name: CallName, input: CallInput) => Promise<Response>;
  /**
   * Runs read-only work, and runs it again after an outage of the vault.
   * @throws CallError; the signal's reason when aborted
   */
  retryAfterOutage: <T>(work: () => Promise<T>, options: WaitOptions) => Promise<T>;
}

/** After this many attempts the message of the failure is shown, and the person can retry. */
const MOST_FAILURES = 3;

/** Creates the calls of a link. @param link the token of the link */
export function createLinkCalls(link: string): LinkCalls {
  // The probe requests the landing (C42), because that is the cheapest call of a link that needs the database.
  const probe = async (signal: AbortSignal) => {
    try {
      const response = await ask(link, null, 'landing', { signal });
      await response.text();
      return outageOfStatus(response.status);
    } catch {
      return 'unreachable';
    }
  };
  const availability = new Availability({ probe });
  const reported = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedIn = availability.startCall();
    try {
      const result = await work();
      availability.reportSuccess(startedIn);
      return result;
    } catch (error) {
      const outage = outageOf(error);
      if (outage !== null) availability.reportOutage(outage);
      throw error;
    }
  };
  return {
    availability,
    data: (visitor, name, input) => reported(async () => dataOf(await ask(link, visitor, name, input))),
    bytes: (visitor, name, input) => reported(async () => bytesOf(await ask(link, visitor, name, input))),
    retryAfterOutage: (work, options) =>
      retryAfterOutage(work, { mostFailures: MOST_FAILURES, ...options, availability, outageOf }),
  };
}
