import { describe, expect, test } from 'vitest';
import { createItem, withStates, type Activity, type UploadItem } from './queue/item.ts';
import { fileItem, folderItem } from './testing/fake-transport.ts';
import { itemText, progressOf } from './row-text.ts';

const aFile = createItem('1', fileItem('a.txt'));
const aFolder = createItem('2', folderItem('Tax', ['a', 'b', 'c']));
const doing = (item: UploadItem, activity: Activity): UploadItem => ({ ...item, activity });
const textOf = (item: UploadItem) => itemText(item, null);

describe('the second line of a row in the upload list', () => {
  test('the line shows the size, and for a folder also the number of files', () => {
    expect([textOf(aFile), textOf(aFolder)]).toEqual(['10.0 bytes', '3 files · 30.0 bytes']);
  });

  test('the line shows speed and time left as soon as they are known', () => {
    const sending = { step: 'send', sentBytes: 1_048_576, totalBytes: 4_194_304 } as const;
    expect(textOf(doing(aFile, { ...sending, bytesPerSecond: null, secondsLeft: null }))).toBe(
      '1.0 MB of 4.0 MB',
    );
    expect(textOf(doing(aFile, { ...sending, bytesPerSecond: 1_048_576, secondsLeft: 3 }))).toBe(
      '1.0 MB of 4.0 MB · 1.0 MB/s · 3 s left',
    );
  });

  test('SAFE-06 the line names the outage that the upload waits for', () => {
    expect(textOf(doing(aFile, { step: 'wait', outage: 'unavailable' }))).toBe(
      'Waiting for the vault · 10.0 bytes',
    );
    expect(textOf(doing(aFolder, { step: 'wait', outage: 'unreachable' }))).toBe(
      'Waiting for the network · 3 files · 30.0 bytes',
    );
  });

  test('the line counts the failed files of a folder, with the reason if all have the same', () => {
    const failed = withStates(aFolder, (_state, part) =>
      part.path === 'a'
        ? { status: 'Completed' }
        : { status: 'Failed', resume: { stage: 'scan', uid: 'u' }, reason: 'No connection to the server.' },
    );
    expect(textOf(failed)).toBe('2 of 3 files failed · No connection to the server.');
  });

  test('the line names the target folder when it is not the folder of the modal', () => {
    expect(itemText(aFile, 'Files / Reports')).toBe('10.0 bytes · to Files / Reports');
  });
});

test('a folder has a progress of 10 % when it is read, and of 100 % when it is sent', () => {
  const rate = { bytesPerSecond: null, secondsLeft: null };
  expect(progressOf(doing(aFolder, { step: 'pack', doneBytes: 30, totalBytes: 30 }))).toBe(0.1);
  expect(progressOf(doing(aFolder, { step: 'send', sentBytes: 5, totalBytes: 5, ...rate }))).toBe(1);
  expect(progressOf(doing(aFile, { step: 'send', sentBytes: 0, totalBytes: 0, ...rate }))).toBe(1);
  expect(progressOf(doing(aFile, { step: 'scan' }))).toBeNull();
});
