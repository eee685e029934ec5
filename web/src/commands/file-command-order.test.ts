import { expect, test } from 'vitest';
import { commandsOn } from './command.ts';
import { FILE_COMMAND_ORDER } from './file-command-order.ts';

test('MENU-01 the menu has the order of the specification, independent of the areas', () => {
  const brought = [...FILE_COMMAND_ORDER.menu].toReversed().map((id) => ({ id }));
  expect(commandsOn(FILE_COMMAND_ORDER.menu, brought).map(({ id }) => id)).toEqual([
    'download',
    'preview',
    'edit',
    'share',
    'versions',
    'details',
    'exposure',
    'duplicate',
    'copy',
    'move',
    'rename',
    'delete',
  ]);
});

test('an id without a command is skipped, and a command that no surface lists is not shown', () => {
  const brought = [{ id: 'delete' }, { id: 'paste' }, { id: 'download' }] as const;
  expect(commandsOn(FILE_COMMAND_ORDER.menu, brought).map(({ id }) => id)).toEqual(['download', 'delete']);
  expect(commandsOn(FILE_COMMAND_ORDER.toolbar, brought)).toEqual([]);
});

test('FILES-04 FILES-33 FILES-34 the toolbar and the rows have their commands in order', () => {
  expect(FILE_COMMAND_ORDER.toolbar).toEqual([
    'create',
    'upload',
    'share-folder',
    'download-folder',
    'refresh',
  ]);
  expect(FILE_COMMAND_ORDER.row).toEqual(['download', 'share']);
});
