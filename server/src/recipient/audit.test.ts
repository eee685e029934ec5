import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy, type StoredEntry } from '../testing/audit-entries.ts';
import { ACME } from '../testing/seeded-items.ts';
import { dataOf, sendAndScan } from './fixtures/submissions.ts';
import { fileAt, type MadeLink, makeLink, open, put, visitorOf } from './fixtures/visitors.ts';

const { recipient } = contract;
const PASSWORD = 'right password';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

const entriesOf = (work: () => Promise<unknown>) => recordedBy(vault.database, work);
const shortOf = ({ action, outcome, actorKind, linkId }: StoredEntry) => ({
  action,
  outcome,
  actorKind,
  linkId,
});
const pathOf = ({ action, objectName, objectPath, visitId }: StoredEntry) => [
  action,
  objectName,
  objectPath,
  visitId !== null,
];
const ask = (link: MadeLink) => visitorOf(vault, link, null);

describe('AUDIT-01 what visitors do', () => {
  it('AUDIT-01 the page of a link, a wrong password and a visit are recorded', async () => {
    await put(vault, { folder: 'Audited', name: 'a.txt', bytes: 'a' });
    const link = await makeLink(vault, { paths: ['Audited'], havePassword: true, password: PASSWORD });
    const entries = await entriesOf(async () => {
      await ask(link).ask(recipient.landing, {});
      await ask(link).ask(recipient.unlock, { body: { password: 'wrong password' } });
      await open(vault, link, { password: PASSWORD });
    });
    expect(entries.map(shortOf)).toEqual([
      { action: 'link.page', outcome: 'success', actorKind: 'anonymous', linkId: link.id },
      { action: 'link.open', outcome: 'refused', actorKind: 'anonymous', linkId: link.id },
      { action: 'link.open', outcome: 'success', actorKind: 'visitor', linkId: link.id },
    ]);
    expect(entries.every(({ recordId, personal }) => recordId === ACME && personal?.['address'])).toBe(true);
    expect(JSON.stringify(entries)).not.toContain('password"');
  });

  it('AUDIT-01 a code request and a wrong code name the recipient', async () => {
    await put(vault, { folder: 'Audited', name: 'a.txt', bytes: 'a' });
    const email = 'client@example.test';
    const link = await makeLink(vault, { paths: ['Audited'], receiveByEmails: [email] });
    const entries = await entriesOf(async () => {
      await ask(link).ask(recipient.sendCode, { body: { email } });
      await ask(link).ask(recipient.unlock, { body: { email, code: '000000' } });
    });
    expect(entries.map(({ action, outcome, personal }) => [action, outcome, personal?.['email']])).toEqual([
      ['link.code', 'success', email],
      ['link.open', 'refused', email],
    ]);
  });

  it('AUDIT-01 previews and downloads behind a link are recorded once, with the path of the file', async () => {
    const { id } = await put(vault, { folder: 'Audited/Deep', name: 'b.txt', bytes: 'hello' });
    const { externalId } = await fileAt(vault, id);
    const link = await makeLink(vault, { paths: ['Audited'], allowDownload: true });
    const visitor = await open(vault, link);
    const entries = await entriesOf(async () => {
      for (const range of ['bytes=0-1', 'bytes=2-']) {
        const shown = await visitor.ask(recipient.preview, { params: { externalId } }, { range });
        await shown.arrayBuffer();
      }
      const ticket = await visitor.ask(recipient.downloadTicket, { body: { sfids: [id] } });
      const { url } = await dataOf<{ url: string }>(ticket);
      await (await fetch(url)).arrayBuffer();
      await (await fetch(url)).arrayBuffer();
    });
    expect(entries.map(pathOf)).toEqual([
      ['file.preview', 'b.txt', 'Audited/Deep', true],
      ['file.download', 'b.txt', 'Audited/Deep', true],
    ]);
    expect(entries.every(({ linkId }) => linkId === link.id)).toBe(true);
  });

  it('AUDIT-01 a submission is recorded with the visit and the folder', async () => {
    await put(vault, { folder: 'Audited', name: 'a.txt', bytes: 'a' });
    const link = await makeLink(vault, { kind: 'REQUEST', path: 'Audited' });
    const visitor = await open(vault, link);
    const { keys } = await sendAndScan(visitor, 'given.txt', 'given');
    const entries = await entriesOf(() =>
      visitor.ask(recipient.transferUpload, { body: { fileKeys: keys } }),
    );
    expect(entries.map(pathOf)).toEqual([['file.upload', 'given.txt', 'Audited', true]]);
  });
});
