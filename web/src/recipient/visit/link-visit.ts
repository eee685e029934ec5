import type { ErrorCode, Landing } from '@vault/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { callTexts } from '../texts.ts';
import { CallError, type CallInput, type CallName, type Reply } from './client.ts';
import { createLinkCalls, type LinkCalls } from './link-calls.ts';
import type { Visit, VisitStore } from './visit-store.ts';

/** The state of a link for its visitor. */
export type LinkState =
  | { at: 'loading' }
  /** the link cannot be shown: it is expired, deleted or unknown, or the server was not reached */
  | { at: 'failed'; code: number; errorCode: ErrorCode | null; message: string }
  /** the link asks for a password or an e-mail address first */
  | { at: 'locked'; landing: Landing }
  /** `isEnded` is true when the visit has ended and the link must be unlocked again; the page stays visible */
  | { at: 'open'; landing: Landing; isEnded: boolean };

/** The credentials for the link (C44). */
export interface Proof {
  password?: string;
  email?: string;
  code?: string;
}

/** The state and calls of one link. Independent of React. */
export interface LinkVisit extends Pick<LinkCalls, 'availability' | 'retryAfterOutage'> {
  state: Pick<StoreApi<LinkState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Loads the landing (C42); waits during an outage. A link without a password opens immediately. Never rejects. */
  load: () => Promise<void>;
  /** Sends an access code to an e-mail address (C43). @throws CallError */
  sendCode: (email: string) => Promise<void>;
  /** Unlocks the link, which starts a visit (C44). @throws CallError */
  unlock: (proof: Proof) => Promise<void>;
  /** Makes a call of the visit. @throws CallError */
  call: <K extends CallName>(name: K, input?: CallInput) => Promise<Reply<K>>;
  /** Makes a call whose reply is a file. @throws CallError */
  file: (name: CallName, input?: CallInput) => Promise<Response>;
}

interface Deps {
  link: string;
  visits: VisitStore;
  /** returns the current time in epoch milliseconds */
  now: () => number;
}

/**
 * Returns whether a failure may mean the end of the link: it is expired (P9), unknown or deleted (P10), or has no
 * target (E4).
 */
const isEndOfLink = (error: unknown): error is CallError =>
  error instanceof CallError && (isOfLink(error) || error.errorCode === 'NOT_FOUND');

const isOfLink = ({ errorCode }: CallError) =>
  errorCode === 'LINK_EXPIRED' || errorCode === 'LINK_UNAVAILABLE';

function failureOf(error: unknown): LinkState {
  const { code, errorCode, message } =
    error instanceof CallError ? error : new CallError(0, callTexts.requestFailed);
  return {
    at: 'failed',
    code,
    errorCode,
    message: errorCode === 'NOT_FOUND' ? callTexts.linkWithdrawn : message,
  };
}

/**
 * Returns false when the failure of a call may mean the end of the link. After another failure the link counts as open.
 */
const isStillOpen = async (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => !isEndOfLink(error),
  );

const isLocked = (landing: Landing) => landing.needPassword || landing.needEmail;
const never = new AbortController().signal;

/** Creates the state of a link from its token. */
export function createLinkVisit({ link, visits, now }: Deps): LinkVisit {
  const calls = createLinkCalls(link);
  const state = createStore<LinkState>(() => ({ at: 'loading' }));
  let visit: Visit | null = null;
  let renewing: Promise<void> | null = null;
  const fail = (error: unknown) => state.setState(failureOf(error), true);
  const keep = (next: Visit | null) => {
    visit = next;
    visits.write(link, next);
  };

  const askLanding = async () => (await calls.data(null, 'landing', {})) as Landing;

  async function begin(landing: Landing, proof: Proof): Promise<void> {
    const body = { ...proof, ...visits.earlier(link) };
    const reply = (await calls.data(null, 'unlock', { body })) as Reply<'unlock'>;
    const { visitorToken, expiresIn, continuation } = reply;
    if (continuation !== undefined) visits.keepContinuation(link, continuation);
    keep({ visitorToken, until: now() + expiresIn * 1000 });
    state.setState({ at: 'open', landing, isEnded: false }, true);
  }

  /**
   * Called when the visit has ended. A link without a password starts a new visit; other links must be unlocked again.
   */
  function renew(): Promise<void> {
    renewing ??= (async () => {
      keep(null);
      const landing = await askLanding();
      if (isLocked(landing)) state.setState({ at: 'open', landing, isEnded: true }, true);
      else await begin(landing, {});
    })().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  /** Shows the end of the link on the page; the error is also thrown to the caller. */
  async function reportLinkEnd<T>(
    work: () => Promise<T>,
    isLinkItself: (error: CallError) => boolean | Promise<boolean>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isEndOfLink(error) && (await isLinkItself(error))) {
        keep(null);
        fail(error);
      }
      throw error;
    }
  }

  async function callWithRenewal<T>(work: () => Promise<T>): Promise<T> {
    const current = state.getState();
    if (current.at === 'open' && current.isEnded) throw new CallError(401, callTexts.visitEnded);
    const used = visit;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError && error.code === 401)) throw error;
      // Another call may have started the next visit already, or may be starting it.
      if (visit === used || renewing !== null) await renew();
      if (visit === null) throw new CallError(401, callTexts.visitEnded);
      return work();
    }
  }

  /**
   * Makes a call of the link. 'File or folder does not exist.' can mean one item or the target of the link (USE-16), so
   * the landing decides.
   */
  const callLink = <T>(work: () => Promise<T>) =>
    reportLinkEnd(
      () => callWithRenewal(work),
      async (error) => isOfLink(error) || !(await isStillOpen(askLanding)),
    );

  async function open(): Promise<void> {
    const landing = await askLanding();
    visit = visits.read(link);
    if (visit !== null) state.setState({ at: 'open', landing, isEnded: false }, true);
    else if (isLocked(landing)) state.setState({ at: 'locked', landing }, true);
    else await begin(landing, {});
  }

  return {
    state,
    availability: calls.availability,
    retryAfterOutage: calls.retryAfterOutage,
    load: async () => {
      state.setState({ at: 'loading' }, true);
      await calls.retryAfterOutage(open, { signal: never }).catch(fail);
    },
    sendCode: async (email) => {
      await reportLinkEnd(
        () => calls.data(null, 'sendCode', { body: { email } }),
        () => true,
      );
    },
    unlock: async (proof) => {
      const current = state.getState();
      if (!('landing' in current)) return;
      const { landing } = current;
      await reportLinkEnd(
        () => begin(landing, proof),
        () => true,
      );
    },
    call: (name, input = {}) =>
      callLink(async () => (await calls.data(visit?.visitorToken ?? null, name, input)) as never),
    file: (name, input = {}) => callLink(() => calls.bytes(visit?.visitorToken ?? null, name, input)),
  };
}
