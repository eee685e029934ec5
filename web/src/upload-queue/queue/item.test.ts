import { expect, test } from 'vitest';
import { fileKindOf } from '../../kit/file-kind.ts';
import { fileItem, folderItem } from '../testing/fake-transport.ts';
import { createItem, withParts, withStates } from './item.ts';
import { isInfected } from './state.ts';

test('DATA-05 an upload has its uid, name, size, kind, status and infected flag', () => {
  const file = createItem('1', fileItem('Contract.pdf'));
  expect(file).toMatchObject({
    id: '1',
    name: 'Contract.pdf',
    sizeBytes: 10,
    kind: 'file',
    status: 'Waiting',
    infected: false,
  });
  expect(fileKindOf(file.name)).toBe('pdf');
  expect(createItem('2', folderItem('Tax', ['a.txt', 'b.txt']))).toMatchObject({
    name: 'Tax',
    sizeBytes: 20,
    kind: 'folder',
  });
  const scanning = withStates(file, () => ({ status: 'Scanning', uid: 'uid1', key: null }));
  expect(scanning).toMatchObject({ status: 'Scanning', parts: [{ state: { uid: 'uid1' } }] });
  const infected = withStates(file, () => ({ status: 'Scan Failed', infected: true }));
  expect(infected).toMatchObject({ status: 'Scan Failed', infected: true });
});

test('DATA-07 a folder has each file below it with its path, status and infected flag', () => {
  const folder = createItem('1', folderItem('Tax', ['a.txt', '2025/b.pdf']));
  expect(folder.parts.map(({ path, state }) => [path, state.status])).toEqual([
    ['a.txt', 'Waiting'],
    ['2025/b.pdf', 'Waiting'],
  ]);
  expect(folder.parts.map(({ file }) => file)).toEqual([expect.any(File), expect.any(File)]);
  expect(folder.parts.map(({ path }) => fileKindOf(path))).toEqual(['text', 'pdf']);

  const [first, second] = folder.parts;
  const scanned = withParts(folder, [
    { ...first!, state: { status: 'Completed' } },
    { ...second!, state: { status: 'Scan Failed', infected: true } },
  ]);
  expect(scanned.parts.map(({ state }) => isInfected(state))).toEqual([false, true]);
  expect(scanned).toMatchObject({ status: 'Scan Failed', infected: true });
});
