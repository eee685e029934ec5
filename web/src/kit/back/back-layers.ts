/** Something over the page that Back closes first (USE-04): a dialog, a preview, a popover, a menu, a panel. */
interface Layer {
  close: () => void;
  /** Back has asked it to close */
  isClosing: boolean;
}

/** The parts of `History` that are needed; replaced in tests. */
export type LayerHistory = Pick<History, 'go' | 'pushState' | 'scrollRestoration'> & {
  readonly state: unknown;
};

/** In `history.state`: how many layers were open when the entry was made. */
const DEPTH = 'vaultLayers';
/** A layer that is still there so long after Back has refused to close: it asks first, or is busy. */
const CLOSE_LIMIT_MS = 150;
/** A browser that has not traversed by then does not; a navigation must not be lost with it. */
const TRAVERSE_LIMIT_MS = 1000;

/**
 * The layers of a page and their entries in the browser's history. Each open layer has one entry of the same address above the
 * page's own, so that Back closes the topmost layer and does not leave the page behind it. The state is read from the entry at
 * which the browser is; an entry whose layer has gone is left again.
 */
export class BackLayers {
  readonly #history: LayerHistory;
  #layers: Layer[] = [];
  #isOn = false;
  /** a traversal that was started here has not ended */
  #isTraversing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #limit: ReturnType<typeof setTimeout> | undefined;
  /** navigations that wait for the end of the traversal */
  readonly #waiting: (() => void)[] = [];

  constructor(history: LayerHistory) {
    this.#history = history;
  }

  /**
   * Begins to follow the browser's history; before that, and inside a portal's page, layers have no entries.
   * @param events where 'popstate' is dispatched
   * @returns a function that ends it
   */
  start(events: EventTarget): () => void {
    const onPop = () => this.#popped();
    const { scrollRestoration } = this.#history;
    this.#isOn = true;
    // A step between a layer and its page leads to the same screen: restored scroll positions would move it (USE-02).
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

  /** A layer has opened. @returns a function to be called when it has closed */
  add(close: () => void): () => void {
    const layer: Layer = { close, isClosing: false };
    this.#layers.push(layer);
    this.#plan();
    return () => {
      this.#layers = this.#layers.filter((one) => one !== layer);
      this.#plan();
    };
  }

  /** Whether anything is open above the page. */
  hasOpen(): boolean {
    return this.#layers.length > 0;
  }

  /** Whether the browser is at an entry of a layer: a navigation takes its place instead of leaving it behind. */
  isAtLayer(): boolean {
    return this.#isOn && this.#depth() > 0;
  }

  /**
   * Runs a navigation when the browser's entry is certain: at once, or after the traversal that leaves the entry of a closed
   * layer. A navigation before its end is undone by it (UI-03).
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

  /** Layers that close and open in one go, and the navigation that goes with them, settle first. */
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
