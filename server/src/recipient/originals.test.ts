import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { realDocx, realXlsx } from '../testing/office-documents.ts';
import { fileAt, makeLink, open, type OpenedLink, put } from './fixtures/visitors.ts';

// Uses real HTTP, PostgreSQL, the blob store and the reader process.

const { recipient } = contract;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const MAIL = 'From: ada@example.test\r\nSubject: Plan\r\n\r\nThe plan.';

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());

let folders = 0;

/** A file behind a link that allows no download, and a visitor of the link. */
async function shared(name: string, bytes: Buffer | string) {
  folders += 1;
  const folder = `Shared ${folders}`;
  const { id } = await put(vault, { folder, name, bytes });
  const visitor = await open(vault, await makeLink(vault, { paths: [folder] }));
  return { ...(await fileAt(vault, id)), visitor };
}

interface Shared {
  sfid: string;
  externalId: string;
  visitor: OpenedLink;
}

const previews = (view?: string) => (own: Shared) =>
  own.visitor.ask(recipient.preview, {
    params: { externalId: own.externalId },
    query: { kinds: 'all', ...(view === undefined ? {} : { view }) },
  });

async function signedAddress({ visitor, externalId }: Shared): Promise<string | null> {
  const reply = await visitor.ask(recipient.previewAddress, {
    params: { externalId },
    query: { kinds: 'all' },
  });
  return ((await reply.json()) as { data: string | null }).data;
}

/** Every way to bytes behind a link, by its call; null: it gives none for this file. */
const WAYS: Readonly<Record<string, (own: Shared) => Promise<Response | null>>> = {
  'recipient.preview': previews(),
  'recipient.preview page': previews('page'),
  'recipient.preview sheet': previews('sheet'),
  'recipient.preview sheet-start': previews('sheet-start'),
  'recipient.download': ({ visitor, sfid }) => visitor.ask(recipient.download, { body: { sfids: [sfid] } }),
  'recipient.previewAddress': async (own) => {
    const address = await signedAddress(own);
    return address === null ? null : fetch(address);
  },
  'recipient.downloadTicket': async ({ visitor, sfid }) => {
    const reply = await visitor.ask(recipient.downloadTicket, { body: { sfids: [sfid] } });
    const { data } = (await reply.json()) as { data: { url: string } | null };
    return data === null ? null : fetch(data.url);
  },
};

/** 'nothing', 'rendering', or how the original bytes are marked. */
async function outcomeOf(reply: Response | null, original: Buffer): Promise<string> {
  if (reply === null) return 'nothing';
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (reply.status !== 200) return 'nothing';
  if (!bytes.equals(original)) return 'rendering';
  const isSandboxed = reply.headers.get('content-security-policy')?.startsWith('sandbox;') === true;
  const disposition = reply.headers.get('content-disposition')?.split(';')[0] ?? 'none';
  return `original, ${disposition}${isSandboxed ? ', sandboxed' : ''}`;
}

const SHOWN = 'original, inline, sandboxed';
const FILES: readonly (readonly [name: string, bytes: () => Promise<Buffer | string>, preview: string])[] = [
  ['plan.txt', async () => 'the plan', SHOWN],
  ['notes.md', async () => '# Notes', SHOWN],
  ['main.ts', async () => 'let x = 1;', SHOWN],
  ['plan.pdf', async () => '%PDF-1.4 plan', SHOWN],
  ['photo.png', async () => 'PNG bytes', SHOWN],
  ['talk.mp3', async () => '0123456789', SHOWN],
  ['drawing.svg', async () => SVG, 'rendering'],
  ['letter.docx', () => realDocx('A letter'), 'rendering'],
  ['sums.xlsx', () => realXlsx([['a', 1]]), 'rendering'],
  ['mail.eml', async () => MAIL, 'rendering'],
];

describe('GUARD-13 a link without download gives renderings, or bytes that are marked inline', () => {
  it('every call behind a link that replies with bytes or an address is tested here', () => {
    const sent = Object.values(recipient).filter(({ reply }) => reply === 'bytes');
    const tested = new Set(Object.keys(WAYS).map((way) => way.split(' ')[0]));
    for (const { name } of sent) expect(tested).toContain(name);
    for (const name of ['recipient.previewAddress', 'recipient.downloadTicket'])
      expect(tested).toContain(name);
  });

  it.each(FILES)('%s', async (name, bytesOf, preview) => {
    const bytes = Buffer.from(await bytesOf());
    const own = await shared(name, bytes);
    const outcomes: Record<string, string> = {};
    for (const [way, ask] of Object.entries(WAYS)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a visitor calls
      outcomes[way] = await outcomeOf(await ask(own), bytes);
    }
    expect(outcomes).toMatchObject({
      'recipient.preview': preview,
      'recipient.download': 'nothing',
      'recipient.downloadTicket': 'nothing',
      'recipient.previewAddress': preview === SHOWN ? SHOWN : 'nothing',
    });
    for (const outcome of Object.values(outcomes)) expect(['nothing', 'rendering', SHOWN]).toContain(outcome);
  });

  it('an address of the bytes belongs to its visit: it ends with it, and works behind no other link', async () => {
    const [own, other] = [await shared('talk.mp3', '0123456789'), await shared('other.mp3', '0123456789')];
    const address = (await signedAddress(own)) ?? '';
    const otherAddress = (await signedAddress(other)) ?? '';
    const statusOf = async (url: string) => (await fetch(url)).status;
    const signed = address.split('/').at(-1) ?? '';
    expect(await statusOf(address)).toBe(200);
    expect(await statusOf(otherAddress.replace(/[^/]+$/, signed))).toBe(401);
    expect(await statusOf(`${vault.origin}/api/v1/services/file-system/previews/${signed}`)).toBe(403);
    await vault.database.pool.query('delete from visit');
    expect(await statusOf(address)).toBe(401);
  });
});
