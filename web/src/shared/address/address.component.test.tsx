import { expect, test } from 'vitest';
import { expectPath, expectRows, filesTab, openVault } from '../../testing/index.ts';

test('UI-02 a click on the open folder adds no entry to the history', async () => {
  await openVault({ items: ['Tax/a.txt'] });
  await filesTab().folder('Tax').click();
  await expectPath(['Files', 'Tax']);
  const entries = history.length;
  await filesTab().folder('Tax').click();
  expect(history.length).toBe(entries);
  history.back();
  await expectPath(['Files']);
});

test('UI-02 a click on the name of a folder opens it and keeps the page size of the address', async () => {
  await openVault({ items: ['Tax/2024/a.txt'], at: '?size=50' });
  await filesTab().grid.getByRole('link', { name: 'Tax' }).click();
  await expectPath(['Files', 'Tax']);
  await filesTab().grid.getByRole('link', { name: '2024' }).click();
  await expectRows(['a.txt']);
  expect(new URLSearchParams(location.search).get('size')).toBe('50');
});

test('SEARCH-27 a search text with percent signs is read from the address as it was typed', async () => {
  const search = new URLSearchParams({ find: '100%25', scope: 'all' });
  await openVault({ items: ['100%25.txt', '100%.txt'], at: `?${search}` });
  await expectRows(['100%25.txt']);
});
