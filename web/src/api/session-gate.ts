import { createStore } from 'zustand/vanilla';
import { abortable } from '../availability/index.ts';
import { type Resolvers, withResolvers } from '../kit/with-resolvers.ts';
import { getToken, setToken } from './token.ts';

/**
 * Holds calls that need a session while there is none (USE-03). The end of a session closes the gate: such calls wait
 * until the same person has signed in again, and are then sent with the new token. The server checks the token before
 * anything else (contract 10.1), so that a call with code 401 has changed nothing and can be repeated.
 */
export class SessionGate {
  #waiting: Resolvers<boolean> | null = null;
  /** the token of the ended session; in memory only, while the gate is closed */
  #formerToken: string | null = null;
  /** the state for the screens; it changes after the token, so token listeners call `isClosed` instead */
  readonly state = createStore<{ isClosed: boolean }>(() => ({ isClosed: false }));

  readonly isClosed = (): boolean => this.#waiting !== null;

  /** Ends the session: removes the token and makes calls wait. */
  close(): void {
    const wasClosed = this.isClosed();
    this.#waiting ??= withResolvers();
    if (!wasClosed) this.#formerToken = getToken();
    setToken(null);
    // A token listener may have called `abandon` during `setToken`, so the current state is published.
    this.#publish();
  }

  /**
   * Sends the waiting calls after the same person has received a new token.
   * @returns the token of the ended session; null when there was none
   */
  open(): string | null {
    const formerToken = this.#formerToken;
    this.#end(true);
    return formerToken;
  }

  /** Fails the waiting calls after a sign-out or a sign-in of another person. */
  abandon(): void {
    this.#end(false);
  }

  /**
   * Resolves when calls can be made.
   * @returns false when the session was abandoned
   * @throws the signal's reason when it is aborted first
   */
  async untilOpen(signal: AbortSignal = new AbortController().signal): Promise<boolean> {
    return this.#waiting === null || abortable(this.#waiting.promise, signal);
  }

  #end(isOpen: boolean): void {
    if (this.#waiting === null) return;
    this.#waiting.resolve(isOpen);
    this.#waiting = null;
    this.#formerToken = null;
    this.#publish();
  }

  #publish(): void {
    const isClosed = this.isClosed();
    if (this.state.getState().isClosed !== isClosed) this.state.setState({ isClosed });
  }
}

/** The gate of this page. */
export const sessionGate = new SessionGate();
