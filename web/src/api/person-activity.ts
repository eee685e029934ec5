import type { Endpoint } from '@vault/contract';

/** A call this long after the last input was not caused by the person. */
const CAUSED_MS = 60_000;
/** A person who works without calls, such as in the text editor, uses the session this often. */
const USED_EVERY_MS = 5 * 60_000;

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

/**
 * Knows whether the person uses the page, because a session ends some time after its last use (GUARD-32). Live events
 * and timers reload data of an idle page; such calls must not keep the session open.
 */
export class PersonActivity {
  readonly #now: () => number;
  /** null while the input is not observed; every call then counts as use */
  #lastInput: number | null = null;
  #lastUse = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Returns whether no person caused a call that is sent now. Calls that change data always have a person behind them.
   */
  isBackground({ method }: Pick<Endpoint, 'method'>): boolean {
    return method === 'GET' && this.#lastInput !== null && this.#now() - this.#lastInput > CAUSED_MS;
  }

  /** Records that a call was sent which uses the session. */
  noteUse(): void {
    this.#lastUse = this.#now();
  }

  /**
   * Observes the input of the page; its opening counts as input.
   * @param onUse called when the person works on the page, but makes no calls; makes a call
   * @returns a function that ends it
   */
  follow(onUse: () => void): () => void {
    const onInput = () => {
      const now = this.#now();
      this.#lastInput = now;
      if (now - this.#lastUse < USED_EVERY_MS) return;
      this.#lastUse = now;
      onUse();
    };
    this.#lastInput = this.#now();
    this.#lastUse = this.#now();
    const options = { capture: true, passive: true } as const;
    for (const input of INPUTS) addEventListener(input, onInput, options);
    return () => {
      this.#lastInput = null;
      for (const input of INPUTS) removeEventListener(input, onInput, options);
    };
  }
}

/** The activity of the person at this page. */
export const personActivity = new PersonActivity();
