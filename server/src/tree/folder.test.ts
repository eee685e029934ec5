import { describe, expect, it } from 'vitest';
import { isAtOrBelow } from './folder.ts';

const folder = (id: string, path: string) => ({ id, path, kind: 'folder' as const });
const file = (id: string, path: string) => ({ id, path, kind: 'file' as const });

describe('isAtOrBelow', () => {
  it('the item itself and everything below a folder are found', () => {
    const above = folder('a', 'A');
    expect(isAtOrBelow(above, above)).toBe(true);
    expect(isAtOrBelow(file('c', 'A/B/c.txt'), above)).toBe(true);
    expect(isAtOrBelow(folder('a', 'A'), folder('b', 'A/B'))).toBe(false);
    expect(isAtOrBelow(folder('ab', 'AB'), above)).toBe(false);
  });

  it('D-10 a file and the folder of the same path are different', () => {
    expect(isAtOrBelow(file('f', 'A'), folder('a', 'A'))).toBe(false);
    expect(isAtOrBelow(folder('a', 'A'), file('f', 'A'))).toBe(false);
    expect(isAtOrBelow(file('x', 'A/x'), file('f', 'A'))).toBe(false);
  });

  it('everything is at or below the root', () => {
    expect(isAtOrBelow(file('x', 'A/x'), folder('root', ''))).toBe(true);
  });
});
