import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileSortOf } from './requested-sort.ts';
import { nearerEnd, pageWindow, type Slice } from './folders-first.ts';

const rows = (kind: string, count: number) => Array.from({ length: count }, (_, n) => `${kind}${n}`);
const cut = (all: string[], slice: Slice | null) =>
  slice === null ? [] : all.slice(slice.offset, slice.offset + slice.limit);

describe('the window of a page', () => {
  it('the window contains the same rows as a slice of the folders followed by the files', () => {
    const small = fc.nat({ max: 40 });
    fc.assert(
      fc.property(
        small,
        small,
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 15 }),
        (folders, files, page, size) => {
          const window = pageWindow({ page, size }, { folders, files });
          const shown = [
            ...cut(rows('folder', folders), window.folders),
            ...cut(rows('file', files), window.files),
          ];
          const all = [...rows('folder', folders), ...rows('file', files)];
          expect(shown).toEqual(all.slice(page * size, (page + 1) * size));
        },
      ),
    );
  });

  it('the window is empty after the end, even for the largest page number', () => {
    expect(pageWindow({ page: 1_000_000_000, size: 100 }, { folders: 3, files: 3 })).toEqual({
      folders: null,
      files: null,
    });
  });

  it('the window is read from the nearer end and contains the same rows', () => {
    fc.assert(
      fc.property(fc.nat({ max: 50 }), fc.nat({ max: 50 }), fc.nat({ max: 50 }), (before, limit, behind) => {
        const all = rows('', before + limit + behind);
        const scan = nearerEnd({ offset: before, limit }, all.length);
        const read = cut(scan.backwards ? all.toReversed() : all, scan);
        expect(scan.backwards ? read.toReversed() : read).toEqual(all.slice(before, before + limit));
        expect(scan.offset).toBe(Math.min(before, behind));
      }),
    );
  });
});

describe('D-02 the order of a list', () => {
  it.each([
    ['name,asc', 'name', false],
    ['name,desc', 'name', true],
    ['size,desc', 'size', true],
    ['createddate,asc', 'createddate', false],
    ['uploadedBy,desc', 'uploadedBy', true],
    ['size', 'size', false],
    [undefined, 'name', false],
    ['', 'name', false],
    ['unheard,desc', 'name', false],
    ['size,sideways', 'name', false],
    ['size,desc,name,asc', 'name', false],
    ['Size,desc', 'name', false],
    ['constructor,desc', 'name', false],
  ] as const)('%j is by %s, descending %s', (text, field, descending) => {
    expect(fileSortOf(text)).toEqual({ field, descending });
  });
});
