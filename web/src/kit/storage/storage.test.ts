import { afterEach, describe, expect, test, vi } from 'vitest';
import { guardedStorage } from './browser-storage.ts';
import { remembered, rememberedOfPerson } from './remembered.ts';

// Uses the real storage guard and settings; fakes the browser's storage.
function storageOf(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const refuse = () => {
  throw new DOMException('no', 'SecurityError');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a guarded storage', () => {
  test('a guarded storage reads and writes the storage', () => {
    const kept = new Map<string, string>();
    const storage = guardedStorage(() => storageOf(kept));
    storage.setItem('a', '1');
    expect([storage.getItem('a'), kept.get('a')]).toEqual(['1', '1']);
    storage.removeItem('a');
    expect([storage.getItem('a'), kept.size]).toEqual([null, 0]);
  });

  test('a guarded storage keeps values in memory while the browser blocks the storage', () => {
    const storage = guardedStorage(refuse);
    expect(storage.getItem('a')).toBeNull();
    storage.setItem('a', '1');
    expect(storage.getItem('a')).toBe('1');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
  });

  test('a value that a full storage refuses is read instead of the stored value', () => {
    const kept = new Map([['a', 'old']]);
    const full = { ...storageOf(kept), setItem: refuse };
    let storage = storageOf(kept);
    const guarded = guardedStorage(() => storage);
    storage = full;
    guarded.setItem('a', 'new');
    expect([guarded.getItem('a'), kept.get('a')]).toEqual(['new', 'old']);
    storage = storageOf(kept);
    guarded.setItem('a', 'newer');
    kept.set('a', 'of another tab');
    expect(guarded.getItem('a')).toBe('of another tab');
  });

  test('a guarded storage reports a removed value as removed even when the storage refuses', () => {
    const kept = new Map([['a', 'old']]);
    const guarded = guardedStorage(() => ({ ...storageOf(kept), removeItem: refuse }));
    guarded.removeItem('a');
    expect(guarded.getItem('a')).toBeNull();
  });
});

describe('a remembered setting', () => {
  const setting = {
    key: 'vault.test',
    parse: (text: string | null) => (text === '1' || text === '2' ? Number(text) : 0),
  };

  test('a setting whose stored text is not valid has its default', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', storageOf(kept));
    const { read, write } = remembered(setting);
    expect(read()).toBe(0);
    write(2);
    expect([read(), kept.get('vault.test')]).toEqual([2, '2']);
    kept.set('vault.test', 'x');
    expect(read()).toBe(0);
  });

  test('a remembered setting is removed from the storage when its format returns null', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', storageOf(kept));
    const { write } = remembered({ ...setting, format: (value) => (value === 0 ? null : `${value}`) });
    write(1);
    write(0);
    expect(kept.size).toBe(0);
  });

  test('a setting of a person is read only for that person; without a person it has its default', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', storageOf(kept));
    const { read, write } = rememberedOfPerson(setting);
    write('ann', 1);
    expect([read('ann'), read('bob'), read(null)]).toEqual([1, 0, 0]);
    expect([...kept.keys()]).toEqual(['vault.test.ann']);
  });

  test('a remembered setting lasts until the page unloads when the browser has no storage', () => {
    vi.stubGlobal('localStorage', undefined);
    const { read, write } = remembered({ ...setting, key: 'vault.blocked' });
    write(1);
    expect(read()).toBe(1);
  });
});
