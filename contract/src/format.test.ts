import { describe, expect, it } from 'vitest';
import { formatBytes, initials } from './format.ts';
import { GIB, KIB, MIB } from './limits.ts';

describe('sizes as text have one decimal, base 1024', () => {
  it.each([
    [0, '0.0 bytes'],
    [12, '12.0 bytes'],
    [1023, '1023.0 bytes'],
    [KIB, '1.0 KB'],
    [1536, '1.5 KB'],
    [MIB - 1, '1.0 MB'],
    [20 * MIB, '20.0 MB'],
    [GIB, '1.0 GB'],
    [5 * KIB * GIB, '5.0 TB'],
    [5000 * KIB * GIB, '5000.0 TB'],
  ])('formats %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('no size is shown as 1024.0 of a unit when there is a larger unit', () => {
    for (let bytes = MIB - 2000; bytes < MIB + 2000; bytes += 1) {
      expect(formatBytes(bytes)).not.toMatch(/^1024\.0/);
    }
  });
});

describe('UI-09 LIMIT-41 initials', () => {
  it.each([
    ['Ada Byron', 'AB'],
    ['ada', 'A'],
    ['Ada Maria Byron', 'AM'],
    ['  ada   byron ', 'AB'],
    ['', ''],
  ])('the initials of %j are %j', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});
