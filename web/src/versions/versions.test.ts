import type { Abilities, Version } from '@vault/contract';
import { expect, test } from 'vitest';
import { receiptRows, receiptText } from './receipt-text.ts';
import { versionActions } from './version-actions.tsx';

const version: Version = {
  id: 'ver000000000000001',
  versionId: '0b8f3c0e-6a1d-4f6e-9d3e-2f1f6f0a9c11',
  createDate: '2026-11-20T14:07:09.000Z',
  uploadedBy: 'Ada Lovelace',
  accloudFileSize: 12,
  isCurrent: false,
};
const nothing = () => undefined;
const actions = versionActions({
  preview: nothing,
  download: nothing,
  copyId: nothing,
  receipt: nothing,
  makeCurrent: nothing,
  remove: nothing,
});
const offered = (one: Version, may: Partial<Abilities>) => {
  const abilities = {
    read: true,
    create: false,
    edit: false,
    download: false,
    share: false,
    noExp: false,
    admin: false,
    audit: false,
    ...may,
  };
  return actions.filter(({ isOffered }) => isOffered(one, abilities)).map(({ id }) => id);
};

test('VERSION-05 … VERSION-08 VERSION-17 permissions decide which actions a version has', () => {
  expect(offered(version, {})).toEqual(['preview', 'copyId', 'receipt']);
  expect(offered(version, { download: true })).toEqual(['preview', 'download', 'copyId', 'receipt']);
  expect(offered(version, { edit: true })).toEqual(['preview', 'copyId', 'receipt', 'makeCurrent', 'remove']);
});

test('VERSION-08 the current version has no action Make current', () => {
  expect(offered({ ...version, isCurrent: true }, { edit: true })).not.toContain('makeCurrent');
});

test('the text of a receipt contains the size and the checksums of a version', () => {
  const receipt = { sha256: 'ab'.repeat(32), crc32: '0000beef', size: 12 };
  expect(receiptText(receiptRows('a.txt', version, receipt))).toBe(
    [
      'File name: a.txt',
      `Version ID: ${version.versionId}`,
      'Uploaded: 2026-11-20T14:07:09.000Z',
      'Uploaded by: Ada Lovelace',
      'Size: 12 bytes',
      `SHA-256: ${'ab'.repeat(32)}`,
      'CRC-32: 0000beef',
    ].join('\n'),
  );
});
