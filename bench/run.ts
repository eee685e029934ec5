// `npm run bench -- <name>`: measures one workload on a separate server (docs/performance.md).
import { all } from './all.ts';
import { audit } from './audit.ts';
import { auditCalls } from './audit-calls.ts';
import { browser } from './browser.ts';
import { browserUpload } from './browser-upload.ts';
import { check } from './check.ts';
import { copy } from './copy.ts';
import { documents } from './documents.ts';
import { download1g } from './download-1g.ts';
import { folderZip } from './folder-zip.ts';
import { list } from './list.ts';
import { manyRecords } from './many-records.ts';
import { memory } from './memory.ts';
import { million } from './million.ts';
import { mixed } from './mixed.ts';
import { openPages } from './open-pages.ts';
import { purge } from './purge.ts';
import { s3 } from './s3.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { silent } from './silent.ts';
import { start } from './start.ts';
import { stop } from './stop.ts';
import { thumbnails } from './thumbnails.ts';
import { upload1g } from './upload-1g.ts';
import { uploadSmall } from './upload-small.ts';
import { visitors } from './visitors.ts';
import { zip } from './zip.ts';

const BENCHES: Record<string, { run: (args: string[]) => Promise<void>; about: string }> = {
  all: {
    run: all,
    about: 'the benches below with a goal, written to docs/performance.md (--rounds 3 --only list)',
  },
  list: { run: list, about: 'a page of 50 of a folder of 10,000 files (--files 1000000 --rounds 5)' },
  'many-records': {
    run: manyRecords,
    about: 'a page of 50 for an account with 3 and with 2,000 records (--records 2000 --rounds 5)',
  },
  memory: {
    run: memory,
    about: 'PSS at rest, at the peak of each work, and after it (--minutes 1 --folders 12 --beside DIR)',
  },
  million: { run: million, about: 'a record of 1,000,000 items (--items 1000000 --rounds 5)' },
  'open-pages': {
    run: openPages,
    about: 'the cost of open pages while nothing changes (--pages 1000,4000 --beside DIR)',
  },
  'upload-1g': { run: upload1g, about: '1 GiB through the pipeline, beside a bare stream (--rounds 5)' },
  'download-1g': { run: download1g, about: '1 GiB from the vault, beside a bare stream (--rounds 5)' },
  'browser-upload': {
    run: browserUpload,
    about: '500 files of 10 KiB dropped on the upload screen in Chromium (--rounds 3 --beside DIR)',
  },
  'upload-small': { run: uploadSmall, about: '2,000 files of 10 KiB, 10 at a time (--rounds 3)' },
  'folder-zip': {
    run: folderZip,
    about: 'the scan call of a folder of 1,000 × 1 MiB and of 10,000 × 120 bytes (--rounds 3)',
  },
  documents: { run: documents, about: 'previews of 82 real documents and of a sheet of a million cells' },
  visitors: {
    run: visitors,
    about: '200 visitors of a link download, the owner lists (--visitors 200 --line 8)',
  },
  zip: { run: zip, about: '1,000 files as one ZIP (--file-bytes 10240 --rounds 5)' },
  thumbnails: {
    run: thumbnails,
    about: '1,000 photos of 12 MP get thumbnails, one client lists (--files 1000)',
  },
  silent: {
    run: silent,
    about: 'sign-ins beside 6,000 silent connections, until these are closed (--connections 6000)',
  },
  'sign-in': { run: signIn, about: 'a right sign-in beside 400 wrong ones at once (--wrong 400 --rounds 3)' },
  audit: {
    run: audit,
    about: 'the cost of an entry, pages and verification of 10,000,000 (--entries 10000000 --rounds 500)',
  },
  'audit-calls': {
    run: auditCalls,
    about: 'whole calls with and without the audit (--rounds 5 --calls 300 --only create)',
  },
  browser: { run: browser, about: 'the Files tab in Chromium: first load and clicks (--rounds 3)' },
  check: { run: check, about: 'the check of a vault of 1,000,000 items (--items 1000000)' },
  copy: { run: copy, about: 'copies of 10,000 and 100,000 files, the size of a download (--rounds 3)' },
  mixed: { run: mixed, about: 'a list beside uploads, a download and a ZIP (--rounds 3)' },
  purge: {
    run: purge,
    about: 'the rows of a permanently deleted folder, and lists beside it (--files 100000 --rounds 3)',
  },
  search: { run: search, about: 'searches in 100,000 and 1,000,000 names (--rounds 3)' },
  s3: { run: s3, about: 'bytes in S3, beside the SDK straight on the same server (--mib 1024 --rounds 3)' },
  start: { run: start, about: 'npm start until it listens (--clone: from a fresh clone)' },
  stop: {
    run: stop,
    about: 'from SIGTERM to the exit, without and with unfinished requests (--uploads 200 --rounds 3)',
  },
};

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  const lines = Object.entries(BENCHES).map(([one, { about }]) => `  ${one.padEnd(14)}${about}`);
  console.error(['Usage: npm run bench -- <name> [options]', ...lines].join('\n'));
  process.exitCode = 1;
} else {
  await bench.run(args);
}
