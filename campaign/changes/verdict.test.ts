import { describe, expect, it } from 'vitest';
import { addNode, changeNodes, emptyState, linesOf } from './model.ts';
import { judge } from './verdict.ts';

describe('SAFE-07 the verdict on an interrupted operation', () => {
  const before = addNode(emptyState('w'), { kind: 'folder', name: 'a', parent: 0, versions: [] }).state;
  const first = addNode(before, { kind: 'file', name: 'f', parent: 1, versions: ['hash-1'] });
  const after = addNode(first.state, { kind: 'file', name: 'g', parent: 1, versions: ['hash-2'] }).state;

  it('SAFE-07 completely done and completely absent are accepted', () => {
    expect(judge(linesOf(before), before, after)).toEqual({ kind: 'absent' });
    expect(judge(linesOf(after), before, after)).toEqual({ kind: 'done' });
  });

  it('SAFE-07 half done is wrong', () => {
    expect(judge(linesOf(first.state), before, after)).toMatchObject({
      kind: 'wrong',
      unexpected: ['w/a/f 1 versions, hash-1'],
    });
  });

  it('SAFE-07 a lost item, other bytes and another path in the trash are wrong', () => {
    const trashed = changeNodes(after, [first.id], { isTrashed: true, trashedAt: 'w/a/f' });
    for (const found of [
      linesOf(before),
      linesOf(changeNodes(after, [first.id], { versions: ['hash-3'] })),
      linesOf(trashed),
    ]) {
      expect(judge(found, after, null)).toMatchObject({ kind: 'wrong' });
    }
  });
});
