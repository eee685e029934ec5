import type { SharedLink } from '@vault/contract';
import { page } from 'vitest/browser';
import type { Replies } from './fake-server.ts';
import { idOf } from './record.ts';

/** Returns an active link for anyone, which never expires. */
export function linkOf(fileName: string, values: Partial<SharedLink> = {}): SharedLink {
  return {
    id: idOf('lnk', fileName.replaceAll(/\W/g, '').slice(0, 15)),
    fileName,
    location: '',
    createBy: 'Ada Byron',
    receiveByEmail: '',
    createTime: '2026-03-04T05:06:07.000Z',
    lastAccessedTime: null,
    status: 'Active',
    deleted: false,
    updatedContact: null,
    updatedTime: null,
    access: 'Anyone',
    accessTimes: 0,
    isPublic: true,
    download: true,
    edit: false,
    expire: false,
    expireDateTime: null,
    notify: false,
    accessUrl: 'https://vault.test/s/abc',
    password: null,
    isFile: false,
    parentFolderSfid: idOf('fol', 'Root'),
    parentIsExist: true,
    fileSystem: null,
    linkType: 'SHARE',
    ...values,
  };
}

/** Replies with the links of a status, a page at a time, newest first. */
export const linksReply = (links: () => readonly SharedLink[]): Required<Replies>['links.list'] => {
  return ({ query: { status, page: at, size, sort } }) => {
    const found = links().filter((link) => status === 'Any' || link.status === status);
    const [field, direction] = (sort ?? '').split(',');
    const ordered =
      field === 'fileName' ? found.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)) : found;
    const all = direction === 'desc' ? ordered.toReversed() : ordered;
    const content = all.slice(at * size, (at + 1) * size);
    return { content, totalElements: all.length, numberOfElements: content.length };
  };
};

/** Locators of the Links tab. */
export function linksTab() {
  const panel = page.getByRole('region', { name: 'Links' });
  const table = panel.getByRole('table', { name: 'Links' });
  const rows = table.getByRole('rowgroup').nth(1).getByRole('row');
  const row = (name: string) => rows.filter({ hasText: name });
  return {
    table,
    rows,
    row,
    cells: (name: string) => row(name).getByRole('cell'),
    sortBy: (title: string) => table.getByRole('button', { name: title }).click(),
    panel,
    status: panel.getByRole('combobox', { name: 'Status' }),
    reset: panel.getByRole('button', { name: 'Reset' }),
    search: panel.getByRole('button', { name: 'Search' }),
    exportLinks: panel.getByRole('button', { name: 'Export Links' }),
    viewDetails: (name: string) => row(name).getByRole('button', { name: 'View Details' }),
    more: (name: string) => panel.getByRole('button', { name: `More actions for ${name}` }),
    pages: panel.getByRole('list').filter({ hasText: /^Total \d+ item\(s\)/ }),
  };
}
