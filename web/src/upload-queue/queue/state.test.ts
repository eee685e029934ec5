import { Messages } from '@vault/contract';
import { describe, expect, test } from 'vitest';
import { createItem, withParts, type UploadItem } from './item.ts';
import { fileItem, folderItem } from '../testing/fake-transport.ts';
import { statusOfParts, type PartState } from './state.ts';
import { batchResult, countItems, failureTooltip } from './summary.ts';

const resume = { stage: 'scan', uid: 'u' } as const;
const completed: PartState = { status: 'Completed' };
const infected: PartState = { status: 'Scan Failed', infected: true };
const scanFailed: PartState = { status: 'Scan Failed', infected: false, resume, reason: '' };
const failed: PartState = { status: 'Failed', resume, reason: '' };
const uploadFailed: PartState = {
  status: 'Upload Failed',
  resume: { stage: 'upload_getUrl', uid: null },
  reason: '',
};
const cancelled: PartState = { status: 'Cancelled' };
const waiting: PartState = { status: 'Waiting', resume };

describe('UPLOAD-25 the status of a folder whose children have different states', () => {
  test.each<[PartState[], string]>([
    [[completed, completed], 'Completed'],
    [[completed, cancelled], 'Cancelled'],
    [[completed, failed], 'Failed'],
    [[failed, infected, completed], 'Scan Failed'],
    [[failed, scanFailed], 'Scan Failed'],
    [[uploadFailed, failed], 'Failed'],
    [[completed, waiting, failed], 'Waiting'],
    [[completed, { status: 'Scanning', uid: 'u', key: null }, waiting], 'Scanning'],
  ])('the most important state of the children decides (case %#)', (states, status) => {
    expect(statusOfParts(states)).toBe(status);
  });
});

describe('the tooltips of failed rows', () => {
  test.each([
    ['UPLOAD-47', uploadFailed, Messages.uploadFailed],
    ['UPLOAD-47', failed, Messages.uploadFailed],
    ['UPLOAD-48', infected, Messages.fileInfected],
    ['UPLOAD-49', scanFailed, Messages.scanFailed],
    ['none for', completed, null],
    ['none for', cancelled, null],
  ])('%s', (_id, state, text) => {
    expect(failureTooltip(state)).toBe(text);
  });
});

describe('UPLOAD-08 the result of a batch', () => {
  const ended = (kind: 'file' | 'folder', state: PartState): UploadItem => {
    const item = createItem('1', kind === 'file' ? fileItem('a') : folderItem('F', ['a']));
    return withParts(
      item,
      item.parts.map((part) => ({ ...part, state })),
    );
  };

  test('MSG-50 MSG-51 folders and files are counted separately, and both are always shown', () => {
    const items = [ended('file', completed), ended('file', completed), ended('folder', infected)];
    expect(batchResult(items)).toEqual({
      uploaded: '0 folder(s) and 2 file(s) have been uploaded.',
      failed: 'Failed to upload 1 folder(s) and 0 file(s).',
    });
  });

  test("MSG-51 the text for a single item says 'has been uploaded'", () => {
    expect(batchResult([ended('folder', completed)])).toEqual({
      uploaded: '1 folder(s) and 0 file(s) has been uploaded.',
      failed: null,
    });
  });

  test('the result does not count a cancelled item', () => {
    expect(batchResult([ended('file', cancelled)])).toEqual({ uploaded: null, failed: null });
    expect(countItems([ended('file', cancelled)])).toMatchObject({ cancelled: 1, failed: 0, totalBytes: 0 });
  });
});
