import { describe, expect, it } from 'vitest';
import { isOverPreviewLimit, mimeTypeOf, previewKindOf } from './file-types.ts';
import { MIB } from './limits.ts';

describe('the preview kind of a file', () => {
  it.each([
    ['PREVIEW-15', ['a.doc', 'a.docx', 'a.xls', 'a.xlsx', 'a.ppt', 'a.PPTX'], 'office'],
    ['PREVIEW-18', ['a.png', 'a.jpg', 'a.JPEG', 'a.bmp', 'a.gif'], 'image'],
    ['PREVIEW-19', ['a.pdf'], 'pdf'],
    ['T-02', ['a.txt'], 'txt'],
    ['USE-32', ['a.svg', 'a.webp', 'a.AVIF', 'a.heic', 'a.heif', 'a.tif', 'a.tiff'], 'picture'],
    ['USE-32', ['a.eml', 'a.MSG'], 'mail'],
    ['USE-32', ['a.zip'], 'archive'],
    ['USE-32', ['a.md', 'a.markdown'], 'markdown'],
    ['USE-32', ['a.ts', 'a.PY', 'a.json', 'a.xml', 'a.log'], 'code'],
    ['USE-32', ['a.mp3', 'a.wav'], 'audio'],
    ['USE-32', ['a.mp4', 'a.mov'], 'video'],
    ['PREVIEW-19', ['a.csv', 'a.html', 'a.exe', 'txt', '.pdf', 'a'], 'other'],
  ] as const)('%s %j have the kind %s', (_, names, kind) => {
    for (const name of names) expect(previewKindOf(name)).toBe(kind);
  });

  it.each([
    ['PREVIEW-11 LIMIT-14', 'a.png', 10 * MIB],
    ['PREVIEW-12 LIMIT-15', 'a.txt', 5 * MIB],
    ['PREVIEW-13 LIMIT-16', 'a.pdf', 50 * MIB],
    ['PREVIEW-14 LIMIT-17', 'a.docx', 20 * MIB],
    ['T-01', 'a.ppt', 20 * MIB],
    ['USE-32', 'a.tiff', 50 * MIB],
    ['USE-32', 'a.json', 5 * MIB],
    ['USE-32', 'a.eml', 20 * MIB],
    ['USE-32', 'a.zip', 100 * MIB],
  ])('%s the preview of %s is allowed up to exactly %d bytes', (_, name, limit) => {
    expect(isOverPreviewLimit(name, limit)).toBe(false);
    expect(isOverPreviewLimit(name, limit + 1)).toBe(true);
  });

  it('USE-32 audio and video have no limit', () => {
    expect(isOverPreviewLimit('a.mp4', 100_000 * MIB)).toBe(false);
  });

  it('kinds without a preview have no limit', () => {
    expect(isOverPreviewLimit('a.exe', 1000 * MIB)).toBe(false);
  });
});

describe('media types', () => {
  it.each([
    ['a.pdf', 'application/pdf'],
    ['a.TXT', 'text/plain'],
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.jpg', 'image/jpeg'],
    ['a.unheard-of', 'application/octet-stream'],
    ['.pdf', 'application/octet-stream'],
    ['constructor', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
  ])('the media type of %s is %s', (name, type) => {
    expect(mimeTypeOf(name)).toBe(type);
  });
});
