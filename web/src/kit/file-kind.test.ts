import { expect, test } from 'vitest';
import { fileKindOf } from './file-kind.ts';

test.each([
  ['Minutes.docx', 'word'],
  ['Ledger 2026.XLSX', 'excel'],
  ['Pitch.pptx', 'powerpoint'],
  ['Contract.pdf', 'pdf'],
  ['Scan.JPEG', 'image'],
  ['notes.txt', 'text'],
  ['backup.tar.gz', 'archive'],
  ['Dictation.m4a', 'audio'],
  ['Visit.MOV', 'video'],
  ['Offer.eml', 'mail'],
  ['drawing.dwg', 'other'],
  ['README', 'other'],
  ['.pdf', 'other'],
] as const)('UI-14 %s has the icon of kind %s', (name, kind) => {
  expect(fileKindOf(name)).toBe(kind);
});
