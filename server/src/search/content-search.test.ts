import { contract, type FoundItem } from '@vault/contract';
import { sql } from 'kysely';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Jobs, startJobs } from '../platform/jobs/index.ts';
import { type DocumentReader, openDocumentReader } from '../platform/readers/index.ts';
import { RECORDS, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { rawDocx, realDocx, realPptx, realXlsx } from '../testing/office-documents.ts';
import { waitForLockWait } from '../testing/lock-wait.ts';
import { rawZip } from '../testing/raw-zip.ts';
import { fillVault } from '../testing/real-files.ts';
import { list as listFolder, sendAndScan, transfer } from '../testing/upload-pipeline.ts';
import { startTextCollection, searchTasks } from './collect-texts.ts';
import { deleteTexts, storeText } from './texts.queries.ts';

// Uses real documents of common programs, which the job reads in its process.

const { list } = contract.files;
const recordId = RECORDS.acme;
const warnings: { reason?: string }[] = [];
const log = pino(
  { level: 'warn' },
  { write: (line: string) => void warnings.push(JSON.parse(line) as object) },
);

let vault: TestApp;
let client: Client;
let textReader: DocumentReader;
let jobs: Jobs;

const work = () => {
  const { tasks } = searchTasks({ ...vault.deps, log, textReader });
  return startJobs({ database: vault.database, log, tasks });
};

async function upload(name: string, bytes: Uint8Array | string, record: string = recordId) {
  const [code] = await transfer(client, [await sendAndScan(client, name, bytes)], '', record);
  expect(code).toBe(200);
}

const search = async (name: string, query: object = {}) => {
  const given = { name, searchCriteria: 'CONTENT', allFolder: 'true', size: 50, ...query } as const;
  return (await client.data(list, { params: { recordId }, query: given })).content;
};
const namesOf = (items: readonly FoundItem[]) => items.map(({ name }) => name);
const find = async (name: string, query: object = {}) => namesOf(await search(name, query));

/** Waits until no job is left. */
const settled = () =>
  vi.waitFor(
    async () => {
      const { rows } =
        await sql`select 1 from graphile_worker.jobs where task_identifier like '%texts'`.execute(
          vault.database.kysely,
        );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 50 },
  );

beforeAll(async () => {
  vault = await createTestApp();
  client = await vault.as('everything');
  textReader = openDocumentReader({ hidden: '/nonexistent', log: vault.deps.log, atOnce: 1 });
  jobs = await work();
  await upload(
    'letter.txt',
    `Dear Ann,\n\n${'blah '.repeat(60)}the zebra crossing was paid 100% in full. Regards`,
  );
  await upload('latin.txt', Buffer.from('Gr\u00fc\u00dfe aus K\u00f6ln', 'latin1'));
  await upload('wide.txt', Buffer.from('\ufeffzebra in UTF-16', 'utf16le'));
  await upload('memo.docx', await realDocx('A zebra on the first page', 'and a lion on the second'));
  await upload(
    'book.xlsx',
    await realXlsx([
      ['Animal', 'Count'],
      ['zebra', 4711],
    ]),
  );
  await upload('deck.pptx', await realPptx('Quarterly zebra', 'Outlook'));
  await upload('paper.pdf', await zebraPdf());
  await upload('zebra name only.png', 'no text');
  await upload('others.txt', 'zebra of somebody else', USERS.everything.sfid);
  await settled();
}, 120_000);
afterAll(async () => {
  await jobs.stop();
  await textReader.close();
  await vault.close();
});

async function zebraPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of ['Report', 'The zebra is at home in Africa.']) pdf.addPage().drawText(text, { font });
  return pdf.save();
}

describe('SEARCH-26 the contents of files', () => {
  it('words are found in text, Word, Excel, PowerPoint and PDF, in this record only', async () => {
    expect(await find('zebra')).toEqual([
      'book.xlsx',
      'deck.pptx',
      'letter.txt',
      'memo.docx',
      'paper.pdf',
      'wide.txt',
    ]);
  });

  it('words are found in each encoding', async () => {
    expect(await find('grüße')).toEqual(['latin.txt']);
  });

  it.each([
    ['all words, in any order', 'crossing zebra', ['letter.txt']],
    ['the beginning of the last word', 'zebra cros', ['letter.txt']],
    ['the middle of a word does not match', 'ebra', []],
    ['numbers', '4711', ['book.xlsx']],
    ['symbols are not words', '100%', ['letter.txt']],
    ['symbols only', '& | ! <-> :*', []],
    ['a word of several pages', 'lion', ['memo.docx']],
  ])('%s: %s', async (_, words, expected) => {
    expect(await find(words)).toEqual(expected);
  });

  it('SEARCH-04 criteria ALL finds names and contents, but each item only one time', async () => {
    const all = await find('zebra', { searchCriteria: 'ALL' });
    expect(all).toHaveLength(7);
    expect(all).toContain('zebra name only.png');
    expect(await find('zebra', { searchCriteria: 'NAME' })).toEqual(['zebra name only.png']);
  });

  it('folders do not match by content, and filters apply', async () => {
    expect(await find('zebra', { items: 'FOLDER' })).toEqual([]);
    expect(await find('zebra', { startTime: '2100-01-01 00:00:00' })).toEqual([]);
  });

  it('a result shows the text around its words, with the words marked', async () => {
    const [letter] = await search('zebra cros', {});
    const parts = letter?.excerpt ?? [];
    expect(parts.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['zebra', 'crossing']);
    const whole = parts.map(({ text }) => text).join('');
    expect(whole).toMatch(/^… blah .*the zebra crossing was paid 100% in full\. Regards$/);
    expect(whole.length).toBeLessThan(240);
  });

  it('only the current version is searched', async () => {
    await upload('letter.txt', 'The giraffe is the newest.');
    await settled();
    expect(await find('giraffe')).toEqual(['letter.txt']);
    expect(await find('crossing')).toEqual([]);
    const [file] = await search('giraffe');
    const { content } = await client.data(contract.versions.list, {
      params: { sfid: file?.sfid ?? '' },
      query: {},
    });
    const versionId = content.find(({ isCurrent }) => !isCurrent)?.versionId ?? '';
    await client.data(contract.versions.makeCurrent, {
      params: { sfid: file?.sfid ?? '' },
      query: { versionId },
    });
    expect(await find('crossing')).toEqual(['letter.txt']);
  });

  it('a copy is found immediately, because its text exists', async () => {
    const item = (await listFolder(client)).find(({ name }) => name === 'memo.docx');
    await client.data(contract.organise.copy, {
      body: { linkId: recordId, sfids: [item?.sfid ?? ''], paths: [], path: '', sign: 'duplicate' },
    });
    expect(await find('lion')).toEqual(['memo (1).docx', 'memo.docx']);
  });

  it('an edited text is found by its new words', async () => {
    const item = (await listFolder(client)).find(({ name }) => name === 'wide.txt');
    await client.data(contract.preview.saveText, {
      params: { externalId: item?.externalId ?? '' },
      body: { baseVersionId: item?.versionId ?? '', text: 'now about an okapi' },
    });
    await settled();
    expect(await find('okapi')).toEqual(['wide.txt']);
  });
});

describe('SAFE-01 the text of a removed version', () => {
  const text = 'about a capybara';
  /** The records that have the text. */
  const recordsWithText = async () => {
    const { rows } = await sql<{ recordId: string }>`
      select record_id from document_text where content = ${text} order by record_id`.execute(
      vault.database.kysely,
    );
    return rows.map((row) => row.recordId);
  };

  it('is deleted, and the text of the same content in another record stays', async () => {
    const other = USERS.everything.sfid;
    await upload('note.txt', text);
    await upload('note.txt', 'about nothing');
    await upload('others.txt', text, other);
    await settled();
    expect(await recordsWithText()).toEqual([recordId, other].toSorted());
    const sfid = (await listFolder(client)).find(({ name }) => name === 'note.txt')?.sfid ?? '';
    const { content } = await client.data(contract.versions.list, { params: { sfid }, query: {} });
    const versionId = content.find(({ isCurrent }) => !isCurrent)?.versionId ?? '';
    await client.data(contract.versions.remove, { params: { sfid }, query: { versionId } });
    expect(await recordsWithText()).toEqual([other]);
  });

  it('is not stored by a job that read it before the removal', async () => {
    const { rows } = await sql<{ id: number }>`
      select blob_id as id from document_text where content = ${text}`.execute(vault.database.kysely);
    await storeText(vault.database.kysely, { recordId, blobId: rows[0]?.id ?? 0, text });
    expect(await recordsWithText()).toEqual([USERS.everything.sfid]);
  });

  it('is not stored by a job that writes it during the removal', async () => {
    const files = [text, 'about nothing'].map((bytes) => ({ name: 'raced.txt', bytes }));
    const [old] = await fillVault(vault.deps, recordId, { files });
    const versionId = old?.versionId ?? '';
    const { rows } = await sql<{ id: number }>`
      select blob_id as id from version where id = ${versionId}`.execute(vault.database.kysely);
    const blobId = rows[0]?.id ?? 0;
    const storing = await vault.database.transaction(async (tx) => {
      await sql`delete from version where id = ${versionId}`.execute(tx);
      await deleteTexts(tx, recordId, [blobId]);
      const stored = storeText(vault.database.kysely, { recordId, blobId, text });
      await Promise.race([stored, waitForLockWait(vault.database)]);
      return { stored };
    });
    await storing.stored;
    expect(await recordsWithText()).toEqual([USERS.everything.sfid]);
  });
});

describe('broken or malicious documents', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "${'lol'.repeat(100)}">${Array.from(
    { length: 8 },
    (_, n) => `<!ENTITY ${'bcdefghi'[n]} "${`&${'abcdefgh'[n]};`.repeat(10)}">`,
  ).join('')}]><w:document><w:body><w:p><w:t>&i;</w:t></w:p></w:body></w:document>`;

  it('broken documents are skipped with a log line, and later documents are read', async () => {
    await upload('cut.pdf', (await zebraPdf()).subarray(0, 300));
    await upload('none.pdf', 'this is no PDF');
    await upload('bomb.docx', rawDocx(entities));
    await upload('zeros.docx', rawDocx(Buffer.alloc(200 * 1024 * 1024)));
    await upload('no.docx', rawZip([{ name: 'x', content: 'y', method: 8 }]));
    await upload('after.txt', 'the walrus comes after');
    await settled();
    expect(await find('walrus')).toEqual(['after.txt']);
    expect(warnings.filter(({ reason }) => reason !== undefined).length).toBeGreaterThanOrEqual(3);
    expect(await find('lol')).toEqual([]);
  }, 120_000);

  it('a text with NUL, lone surrogates and very long words is stored', async () => {
    await upload('odd.txt', Buffer.from(`begin\0 \ud800 ${'x'.repeat(3000)} ostrich`, 'utf8'));
    await settled();
    expect(await find('ostrich')).toEqual(['odd.txt']);
  });

  it('of a text with too many words for the index the first half is searched', async () => {
    const words = Array.from({ length: 90_000 }, (_, n) => `w${n.toString(36)}`).join(' ');
    await upload('dictionary.txt', `platypus ${words}`);
    await settled();
    expect(await find('platypus')).toEqual(['dictionary.txt']);
  });
});

describe('the job', () => {
  it('the job continues after a restart', async () => {
    await jobs.stop();
    await upload('later.txt', 'a capybara waits');
    expect(await find('capybara')).toEqual([]);
    jobs = await work();
    await settled();
    expect(await find('capybara')).toEqual(['later.txt']);
  });

  it('files from before the search existed are read', async () => {
    await sql`delete from document_text`.execute(vault.database.kysely);
    expect(await find('zebra')).toEqual([]);
    await startTextCollection(vault.database);
    await settled();
    expect(await find('lion')).toEqual(['memo (1).docx', 'memo.docx']);
    expect(await find('capybara')).toEqual(['later.txt']);
  });
});
