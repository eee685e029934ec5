import { expect, test } from 'vitest';
import { commandsOn, SURFACES } from './surfaces.ts';

test('MENU-01 the menu has its items in the order of the specification, whichever area brings them first', () => {
  const brought = [...SURFACES.menu].toReversed().map((id) => ({ id }));
  expect(commandsOn('menu', brought).map(({ id }) => id)).toEqual([
    'download',
    'preview',
    'edit',
    'share',
    'versions',
    'details',
    'duplicate',
    'copy',
    'move',
    'rename',
    'delete',
  ]);
});

test('what no area has brought is left out, and what has no place stands nowhere', () => {
  const brought = [{ id: 'delete' }, { id: 'paste' }, { id: 'download' }] as const;
  expect(commandsOn('menu', brought).map(({ id }) => id)).toEqual(['download', 'delete']);
  expect(commandsOn('toolbar', brought)).toEqual([]);
});

test('FILES-04 FILES-33 FILES-34 the toolbar and the rows have theirs in order, too', () => {
  expect(SURFACES.toolbar).toEqual(['create', 'upload', 'share-folder', 'download-folder', 'refresh']);
  expect(SURFACES.row).toEqual(['download', 'share']);
});
