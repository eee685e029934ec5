import { constants } from 'node:fs';
import { chown, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../database/index.ts';
import { chooseSandbox, run, type Sandbox } from '../sandbox/index.ts';
import { Turns } from '../turns.ts';
import { OfficeBusy, type OfficeConverter, type OfficeExtension, OfficeFailure } from './converter.ts';
import { mustBeOfficeDocument } from './inspect.ts';
import { makeWorkplace, removeWorkplace, type Workplace } from './workplace.ts';

export interface LibreOfficeOptions {
  /** absolute path of soffice */
  program: string;
  /** the vault's data: rendering cannot look into it where the system allows that */
  hidden: string;
  log: Log;
  /** documents that are rendered at the same time */
  atOnce?: number;
  timeoutMs?: number;
  maxWaitMs?: number;
}

/** A small document takes a second, 20,000 rows of a sheet two. */
const TIMEOUT_MS = 30_000;
/** Two hostile documents in a row may stand in the way of an honest one. */
const MAX_WAIT_MS = 75_000;
/** What is longer cannot be looked at anyway (LIMIT-16: a PDF may have as much). */
const MAX_PDF_BYTES = 50 * 1024 * 1024;

/** What a rendering may take. */
export const OFFICE_LIMITS = [
  // LibreOffice itself needs 0.8 GiB of addresses
  `--as=${2 * 1024 ** 3}`,
  // no file of it may grow larger: a document can ask for endless pages
  `--fsize=${128 * 1024 ** 2}`,
  '--cpu=60',
  '--core=0',
  '--nofile=512',
];

/** A place for one rendering at a time; its workplace is made when it is needed first, and after a failure anew. */
interface Seat {
  workplace: Workplace | null;
}

/** Renders by LibreOffice, as a process of its own for each document: a hostile one takes nothing else with it. */
export async function libreOffice(options: LibreOfficeOptions): Promise<OfficeConverter> {
  const { program, hidden, log, atOnce = 2, timeoutMs = TIMEOUT_MS, maxWaitMs = MAX_WAIT_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sandbox = await chooseSandbox({
    hidden,
    limits: OFFICE_LIMITS,
    // The folder for temporary files must be within reach.
    probe: ['test', '-x', tmpdir()],
    run: { cwd: tmpdir(), timeoutMs: 10_000, signal },
  });
  if (sandbox.gap !== null) {
    log.warn({ gap: sandbox.gap }, 'LibreOffice is not fully sandboxed; documents are rendered all the same');
  }
  const seats = Array.from({ length: atOnce }, (): Seat => ({ workplace: null }));
  const turns = new Turns(seats, { maxWaitMs, busy: () => new OfficeBusy() });

  return {
    toPdf: (document, extension) =>
      turns.use(async (seat) => {
        if (signal.aborted) throw new OfficeBusy();
        const bytes = await document();
        await mustBeOfficeDocument(bytes);
        seat.workplace ??= await makeWorkplace(sandbox.owner);
        try {
          const limits = { timeoutMs, signal };
          return await render({ program, sandbox, workplace: seat.workplace, limits }, bytes, extension);
        } catch (error) {
          // A profile whose program was killed may be broken.
          await leave(seat);
          throw error;
        }
      }),
    async close() {
      stopping.abort();
      // Every seat is taken once: then nothing runs any more.
      await Promise.all(seats.map(() => turns.use(async (seat) => leave(seat))));
    },
  };
}

async function leave(seat: Seat): Promise<void> {
  const { workplace } = seat;
  seat.workplace = null;
  if (workplace !== null) await removeWorkplace(workplace);
}

interface Rendering {
  program: string;
  sandbox: Sandbox;
  workplace: Workplace;
  limits: { timeoutMs: number; signal: AbortSignal };
}

async function render(
  { program, sandbox, workplace, limits }: Rendering,
  bytes: Uint8Array,
  extension: OfficeExtension,
): Promise<Buffer> {
  const folder = join(workplace.folder, 'document');
  const source = join(folder, `document.${extension}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(source, bytes, { mode: 0o400 });
    if (sandbox.owner !== null) {
      for (const path of [folder, source]) await chown(path, sandbox.owner, sandbox.owner);
    }
    const command = [...sandbox.prefix, program, `-env:UserInstallation=${workplace.profileUrl}`, ...OPTIONS];
    const ended = await run([...command, '--outdir', folder, source], { cwd: folder, ...limits });
    if (limits.signal.aborted) throw new OfficeBusy();
    if (ended.wasKilled) throw new OfficeFailure('it took too long');
    return await readPdf(join(folder, 'document.pdf'), ended.output);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const OPTIONS = [
  '--headless',
  '--norestore',
  '--nolockcheck',
  '--nodefault',
  '--nologo',
  '--convert-to',
  'pdf',
];

/** A document that has taken LibreOffice over may have put anything in the PDF's place. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** LibreOffice ends with 0 for documents that it cannot read: only the PDF tells. */
async function readPdf(path: string, output: string): Promise<Buffer> {
  const file = await open(path, READ_NO_LINK).catch(() => {
    throw new OfficeFailure(`LibreOffice made no PDF: ${output}`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new OfficeFailure('the PDF is no file');
    const { size } = stats;
    if (size > MAX_PDF_BYTES) throw new OfficeFailure(`the PDF has ${size} bytes`);
    const pdf = await file.readFile();
    if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new OfficeFailure('the PDF is damaged');
    return pdf;
  } finally {
    await file.close();
  }
}
