import { describe, expect, it } from 'vitest';
import { topmost } from './selection.ts';

const folder = (path: string) => ({ kind: 'folder' as const, path });
const file = (path: string) => ({ kind: 'file' as const, path });

describe('a selection', () => {
  it('items below another selected folder are left out', () => {
    const items = [file('A/B/c.txt'), folder('A'), folder('A/B'), file('d.txt'), folder('AB')];
    expect(topmost(items)).toEqual([folder('A'), file('d.txt'), folder('AB')]);
  });

  it('D-10 a file does not contain the items of a folder with the same name', () => {
    expect(topmost([file('A'), file('A/x')])).toEqual([file('A'), file('A/x')]);
  });
});
