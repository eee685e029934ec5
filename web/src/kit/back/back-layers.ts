/**
 * An element over the page that the browser's Back closes before it leaves the page (USE-04): a dialog, a preview, a
 * popover, a menu, a panel.
 */
interface Layer {
  close: () => void;
  /** Back has called its `close` */
  isClosing: boolean;
}

/** The members of `History` that the layers use; tests replace them. */
export type LayerHistory = Pick<History, 'go' | 'pushState' | 'scrollRestoration'> & {
  readonly state: unknown;
};

/** The key in `history.state` for the number of layers that were open when the entry was created. */
const DEPTH = 'vaultLayers';
/** A layer that is still open after this time refuses to close: it shows a question, or is busy. */
const CLOSE_LIMIT_MS = 150;
/** After this time no traversal is expected any more, and waiting navigations run. */
const TRAVERSE_LIMIT_MS = 1000;

/**
 * The layers of a page and their entries in the browser's history. Each open layer has one entry with the same address
 * above the entry of the page, so that Back closes the topmost layer and keeps the page. The current history entry
 * holds its number of layers. When fewer layers are open, the browser leaves that entry.
 */
export class BackLayers {
  readonly #history: LayerHistory;
  #layers: Layer[] = [];
  #isOn = false;
  /** true while a traversal that this class started has not ended */
  #isTraversing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;
  /** navigations that wait for the end of the traversal */
  readonly #waiting: (() => void)[] = [];

  constructor(history: LayerHistory) {
    this.#history = history;
  }

  /**
   * Starts to follow the browser's history. Layers have no history entries before, and never inside a portal's page.
   * @param events the target on which 'popstate' is dispatched
   * @returns a function that stops following the history
   */
  start(events: EventTarget): () => void {
    const onPop = () => this.#popped();
    const { scrollRestoration } = this.#history;
    this.#isOn = true;
    // The entries of a page and its layers show the same page, so restoring a scroll position would move it (USE-02).
    this.#history.scrollRestoration = 'manual';
    events.addEventListener('popstate', onPop);
    this.#plan();
    return () => {
      this.#isOn = false;
      clearTimeout(this.#timer);
      events.removeEventListener('popstate', onPop);
      this.#history.scrollRestoration = scrollRestoration;
      this.#endTraversal();
    };
  }

  /** Registers an open layer. @returns a function to call after it has closed */
  add(close: () => void): () => void {
    const layer: Layer = { close, isClosing: false };
    this.#layers.push(layer);
    this.#plan();
    return () => {
      this.#layers = this.#layers.filter((one) => one !== layer);
      this.#plan();
    };
  }

  /** @returns whether a layer is open above the page */
  hasOpen(): boolean {
    return this.#layers.length > 0;
  }

  /** @returns whether the browser is at an entry of a layer: a navigation then replaces that entry */
  isAtLayer(): boolean {
    return this.#isOn && this.#depth() > 0;
  }

  /**
   * Runs a navigation: immediately, or after the traversal that leaves the entry of a closed layer. That traversal
   * would undo a navigation that runs before its end (UI-03).
   */
  navigate(run: () => void): void {
    if (this.#isTraversing) this.#waiting.push(run);
    else run();
  }

  #endTraversal(): void {
    clearTimeout(this.#limit);
    this.#isTraversing = false;
    for (const run of this.#waiting.splice(0)) run();
  }

  #depth(): number {
    const depth = (this.#history.state as Record<string, unknown> | null)?.[DEPTH];
    return typeof depth === 'number' ? depth : 0;
  }

  #popped(): void {
    const isOwn = this.#isTraversing;
    this.#endTraversal();
    const open = this.#layers.filter(({ isClosing }) => !isClosing);
    const surplus = isOwn ? [] : open.slice(this.#depth());
    for (const layer of surplus.toReversed()) {
      layer.isClosing = true;
      layer.close();
    }
    this.#plan(surplus.length > 0 ? CLOSE_LIMIT_MS : 0);
  }

  /**
   * Updates the history after a delay, so that layers that close and open together, and their navigation, are handled
   * as one change.
   */
  #plan(ms = 0): void {
    clearTimeout(this.#timer);
    if (this.#isOn) this.#timer = setTimeout(() => this.#settle(), ms);
  }

  #settle(): void {
    if (this.#isTraversing) return;
    for (const layer of this.#layers) layer.isClosing = false;
    const wanted = this.#layers.length;
    const depth = this.#depth();
    if (depth > wanted) {
      this.#isTraversing = true;
      this.#limit = setTimeout(() => this.#endTraversal(), TRAVERSE_LIMIT_MS);
      this.#history.go(wanted - depth);
    }
    for (let next = depth + 1; next <= wanted; next += 1) {
      const state = this.#history.state as object | null;
      this.#history.pushState({ ...state, [DEPTH]: next }, '');
    }
  }
}
