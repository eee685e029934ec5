import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BackLayers } from './back-layers.ts';

// Uses the real Back layers; fakes the clock and the browser's history. As in browsers, a traversal ends later
// (asynchronously) and restores the scroll position of its entry.
class FakeHistory extends EventTarget {
  entries: { page: string; state: unknown; scroll?: number }[] = [{ page: 'root', state: null }];
  at = 0;
  scrollRestoration: ScrollRestoration = 'auto';
  /** scroll position of the page, in pixels */
  scroll = 0;
  get state(): unknown {
    return this.entries[this.at]?.state;
  }
  get page(): string | undefined {
    return this.entries[this.at]?.page;
  }
  pushState(state: unknown, _: string, page = this.page ?? ''): void {
    this.#leave();
    this.entries = [...this.entries.slice(0, this.at + 1), { page, state }];
    this.at += 1;
  }
  replaceState(state: unknown, page: string): void {
    this.entries[this.at] = { page, state };
  }
  go(by: number): void {
    setTimeout(() => {
      this.#leave();
      this.at += by;
      if (this.scrollRestoration === 'auto') this.scroll = this.entries[this.at]?.scroll ?? this.scroll;
      this.dispatchEvent(new Event('popstate'));
    }, 5);
  }
  #leave(): void {
    const entry = this.entries[this.at];
    if (entry) entry.scroll = this.scroll;
  }
}

let history: FakeHistory;
let layers: BackLayers;
let stop: () => void;
const settle = () => vi.advanceTimersByTimeAsync(300);
const back = async () => {
  history.go(-1);
  await settle();
};
/** Opens a layer that closes on request. */
const open = async () => {
  const closed = vi.fn<() => void>();
  const remove = layers.add(() => {
    closed();
    remove();
  });
  await settle();
  return { closed, close: remove };
};

beforeEach(() => {
  vi.useFakeTimers();
  history = new FakeHistory();
  history.pushState({ key: 'a' }, '', 'folder');
  layers = new BackLayers(history);
  stop = layers.start(history);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('USE-04 Back and the layers of a page', () => {
  test('Back closes the topmost layer first, then the next, then leaves the page', async () => {
    const [lower, upper] = [await open(), await open()];
    await back();
    expect([lower.closed.mock.calls.length, upper.closed.mock.calls.length]).toEqual([0, 1]);
    await back();
    expect(lower.closed).toHaveBeenCalledOnce();
    expect(history.page).toBe('folder');
    await back();
    expect(history.page).toBe('root');
  });

  test('a layer that is closed by its Close button removes its history entry', async () => {
    const { close } = await open();
    close();
    await settle();
    expect([history.page, history.state]).toEqual(['folder', { key: 'a' }]);
    await back();
    expect(history.page).toBe('root');
  });

  test('a layer that refuses to close stays open, and the next Back asks it again', async () => {
    const refused = vi.fn<() => void>();
    layers.add(refused);
    await settle();
    await back();
    await back();
    expect(refused).toHaveBeenCalledTimes(2);
    expect(history.page).toBe('folder');
  });

  test('when a layer opens a question instead of closing, the next Back closes the question', async () => {
    let asked: (() => void) | undefined;
    const closed = vi.fn<() => void>();
    layers.add(() => {
      const remove = layers.add(() => {
        closed();
        remove();
      });
      asked = remove;
    });
    await settle();
    await back();
    expect(asked).toBeDefined();
    await back();
    expect(closed).toHaveBeenCalledOnce();
    expect(history.page).toBe('folder');
  });

  test('a layer that replaces another one adds no history entry', async () => {
    const { close } = await open();
    const length = history.entries.length;
    close();
    const next = await open();
    expect(history.entries).toHaveLength(length);
    await back();
    expect(next.closed).toHaveBeenCalledOnce();
  });

  test('a layer stays open when it opens while Back leaves the entry of the previous layer', async () => {
    const first = await open();
    first.close();
    await vi.advanceTimersByTimeAsync(2);
    const next = await open();
    expect(next.closed).not.toHaveBeenCalled();
    await back();
    expect(next.closed).toHaveBeenCalledOnce();
    expect(history.page).toBe('folder');
  });

  test('a navigation out of a layer replaces the history entry of the layer', async () => {
    const { close } = await open();
    expect(layers.isAtLayer()).toBe(true);
    close();
    history.replaceState({ key: 'b' }, 'other');
    await settle();
    expect(history.page).toBe('other');
    await back();
    expect(history.page).toBe('folder');
  });

  test('a navigation waits until the traversal that leaves the entry of a layer has ended', async () => {
    const { close } = await open();
    close();
    await vi.advanceTimersByTimeAsync(2);
    layers.navigate(() => history.pushState({ key: 'b' }, '', 'found'));
    expect(history.page).toBe('folder');
    await settle();
    expect([history.page, history.state]).toEqual(['found', { key: 'b' }]);
    await back();
    expect([history.page, history.state]).toEqual(['folder', { key: 'a' }]);
  });

  test('a navigation runs immediately, or after 1 s when an expected traversal does not happen', async () => {
    const { close } = await open();
    const run = vi.fn<() => void>();
    layers.navigate(run);
    expect(run).toHaveBeenCalledOnce();
    vi.spyOn(history, 'go').mockImplementation(() => undefined);
    close();
    await vi.advanceTimersByTimeAsync(2);
    layers.navigate(run);
    expect(run).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('the entry of a closed layer is left immediately, after Back and after Forward', async () => {
    const { closed } = await open();
    await back();
    expect(closed).toHaveBeenCalledOnce();
    history.go(1);
    await settle();
    expect([history.page, history.state]).toEqual(['folder', { key: 'a' }]);
  });

  test('a page that is reloaded at the entry of a layer leaves that entry', async () => {
    await open();
    stop();
    layers = new BackLayers(history);
    stop = layers.start(history);
    await settle();
    expect(history.state).toEqual({ key: 'a' });
  });

  test('USE-02 a layer that closes keeps the scroll position of the page', async () => {
    const byButton = await open();
    history.scroll = 90;
    byButton.close();
    await settle();
    expect([history.page, history.scroll]).toEqual(['folder', 90]);
    await open();
    history.scroll = 40;
    await back();
    expect([history.page, history.scroll]).toEqual(['folder', 40]);
  });

  test('USE-02 the browser restores scroll positions again after the layers are stopped', () => {
    expect(history.scrollRestoration).toBe('manual');
    stop();
    expect(history.scrollRestoration).toBe('auto');
  });

  test("inside a portal's page layers do not change the history", async () => {
    stop();
    await open();
    expect(history.entries).toHaveLength(2);
    expect(layers.isAtLayer()).toBe(false);
  });
});
