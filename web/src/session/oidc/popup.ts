import type { OidcSignIn } from '@vault/contract';
import { withResolvers } from '../../kit/with-resolvers.ts';
import { beginSignIn, finishSignIn } from './flow.ts';
import { issuerProblem } from './problem.ts';
import { hasFlow, keepIssuerSession } from './store.ts';

/**
 * The name of a channel between windows of one origin. Other windows can read the code in an address, but cannot use it
 * without the PKCE verifier of this window.
 */
const CHANNEL = 'vault.sign-in';
/** How long the sign-in window waits for an answer of the page that opened it, in milliseconds. */
const ANSWER_LIMIT_MS = 2_000;

interface CallbackMessage {
  /** the callback address with the parameters of the issuer */
  address: string;
}
interface AcceptedMessage {
  /** the `state` of the accepted callback */
  accepted: string;
}

const stateOf = (address: string): string => new URL(address).searchParams.get('state') ?? '';

interface WindowSignIn {
  /** aborted when the page no longer waits for the sign-in */
  signal: AbortSignal;
  onToken: (accessToken: string) => Promise<void>;
  onProblem: (text: string) => void;
}

/**
 * Signs in at the issuer in another window, so that this page keeps its state (USE-03).
 * @param popup an empty window
 * @returns null when the navigation of the window has started, otherwise the message of the failure
 */
export async function signInByWindow(
  popup: Window,
  oidc: OidcSignIn,
  { signal, onToken, onProblem }: WindowSignIn,
): Promise<string | null> {
  try {
    const address = await beginSignIn(oidc, undefined);
    const channel = new BroadcastChannel(CHANNEL);
    signal.addEventListener('abort', () => channel.close());
    channel.addEventListener('message', ({ data }: MessageEvent<CallbackMessage | AcceptedMessage>) => {
      if (!('address' in data) || !hasFlow(stateOf(data.address))) return;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      channel.postMessage({ accepted: stateOf(data.address) } satisfies AcceptedMessage);
      finish(data.address, onToken).catch((error: unknown) => onProblem(issuerProblem(error).text));
    });
    popup.location.href = address;
    return null;
  } catch (error) {
    popup.close();
    return issuerProblem(error).text;
  }
}

async function finish(address: string, onToken: WindowSignIn['onToken']): Promise<void> {
  const { accessToken, session } = await finishSignIn(new URL(address));
  keepIssuerSession(session);
  await onToken(accessToken);
}

/**
 * Runs in the sign-in window: passes the callback address to the page that started the sign-in, and closes the window.
 * @returns false when no page accepts the address
 */
export async function handToPage(address: string): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  const { promise, resolve } = withResolvers<boolean>();
  channel.addEventListener('message', ({ data }: MessageEvent<CallbackMessage | AcceptedMessage>) => {
    if ('accepted' in data && data.accepted === stateOf(address)) resolve(true);
  });
  const timer = setTimeout(() => resolve(false), ANSWER_LIMIT_MS);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
  channel.postMessage({ address } satisfies CallbackMessage);
  const isAccepted = await promise;
  clearTimeout(timer);
  channel.close();
  if (isAccepted) window.close();
  return isAccepted;
}
