import { MIB } from '@vault/contract';
import { expect, test } from 'vitest';
import { fileItem, folderItem } from '../testing/fake-transport.ts';
import { createItem } from './item.ts';
import { createUidMemory } from './uid-memory.ts';

function createStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
    entries,
  };
}

const large = (change: { name?: string; lastModified?: number; bytes?: number; folder?: string } = {}) => {
  const { name = 'film.bin', lastModified = 1, bytes = 40 * MIB, folder = 'fldA00000000000001' } = change;
  const file = new File([new Uint8Array(bytes)], name, { lastModified });
  const target = { recordId: 'recAcme00000000001', folderSfid: folder, path: '' };
  return createItem('row', { kind: 'file', name, target, files: [{ path: name, file }] });
};

test('C53 the uid of a large file is found by its name, size, time and folder after a reload', () => {
  const storage = createStorage();
  createUidMemory(storage).keep(large(), 'uid1');
  const memory = createUidMemory(storage);
  expect(memory.recall(large())).toBe('uid1');
  for (const other of [
    { name: 'other.bin' },
    { lastModified: 2 },
    { bytes: 40 * MIB + 1 },
    { folder: 'fldB00000000000001' },
  ]) {
    expect(memory.recall(large(other))).toBeNull();
  }
  memory.forget(large());
  expect(memory.recall(large())).toBeNull();
  expect(storage.entries.size).toBe(0);
});

test('the uids of small files and of folders are not stored', () => {
  const storage = createStorage();
  const memory = createUidMemory(storage);
  memory.keep(createItem('row', fileItem('a.txt')), 'uid1');
  memory.keep(createItem('row', folderItem('Tax', ['a.txt'])), 'uid2');
  expect(storage.entries.size).toBe(0);
});

test('a storage that is full or blocked causes no error', () => {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  const memory = createUidMemory({ getItem: refuse, setItem: refuse, removeItem: refuse });
  memory.keep(large(), 'uid1');
  memory.forget(large());
  expect(memory.recall(large())).toBeNull();
});
