import { expect, test } from 'vitest';
import { commandsAt, PLACES } from './places.ts';

test('MENU-01 the menu has its items in the order of the specification, whichever area brings them first', () => {
  const brought = [...PLACES.menu].toReversed().map((id) => ({ id }));
  expect(commandsAt('menu', brought).map(({ id }) => id)).toEqual([
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
  expect(commandsAt('menu', brought).map(({ id }) => id)).toEqual(['download', 'delete']);
  expect(commandsAt('toolbar', brought)).toEqual([]);
});

test('FILES-04 FILES-33 FILES-34 the toolbar and the rows have theirs in order, too', () => {
  expect(PLACES.toolbar).toEqual(['create', 'upload', 'share-folder', 'download-folder', 'refresh']);
  expect(PLACES.row).toEqual(['download', 'share']);
});
