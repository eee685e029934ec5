import { constants } from 'node:fs';
import { chown, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../database/index.ts';
import { chooseSandbox, run, type Sandbox } from '../sandbox/index.ts';
import { type DocumentReader, ReaderBusy, UnreadableDocument } from '../readers/index.ts';
import { ResourcePool } from '../resource-pool.ts';
import { OfficeBusy, type OfficeConverter, type OfficeExtension, OfficeFailure } from './converter.ts';
import { createWorkDirectory, removeWorkDirectory, type WorkDirectory } from './work-directory.ts';

export interface LibreOfficeOptions {
  /** absolute path of soffice */
  program: string;
  /** the vault's data: hidden from the renderer if the system supports it */
  hidden: string;
  log: Log;
  /** checks a document before LibreOffice reads it */
  reader: DocumentReader;
  /** documents that are rendered at the same time */
  atOnce?: number;
  timeoutMs?: number;
  maxWaitMs?: number;
}

/** A small document takes 1 s, a sheet of 20,000 rows 2 s. */
const TIMEOUT_MS = 30_000;
/** Long enough to wait for two hostile documents in a row. */
const MAX_WAIT_MS = 75_000;
/** A larger PDF is not previewed (LIMIT-16 has the same limit for PDF files). */
const MAX_PDF_BYTES = 50 * 1024 * 1024;

/** The limits of one rendering. */
export const OFFICE_LIMITS = [
  // LibreOffice needs 0.8 GiB of address space
  `--as=${2 * 1024 ** 3}`,
  // maximum size of each file: a document can produce endless pages
  `--fsize=${128 * 1024 ** 2}`,
  '--cpu=60',
  '--core=0',
  '--nofile=512',
];

/** A slot for one rendering at a time. Its work directory is created on first use, and again after a failure. */
interface Slot {
  workDirectory: WorkDirectory | null;
}

/** Renders with LibreOffice, with one process per document: a hostile document affects no other one. */
export async function libreOffice(options: LibreOfficeOptions): Promise<OfficeConverter> {
  const {
    program,
    hidden,
    log,
    reader,
    atOnce = 2,
    timeoutMs = TIMEOUT_MS,
    maxWaitMs = MAX_WAIT_MS,
  } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sandbox = await chooseSandbox({
    hidden,
    limits: OFFICE_LIMITS,
    // The folder for temporary files must be accessible.
    probe: ['test', '-x', tmpdir()],
    run: { cwd: tmpdir(), timeoutMs: 10_000, signal },
  });
  if (sandbox.gap !== null) {
    log.warn({ gap: sandbox.gap }, 'LibreOffice is not fully sandboxed; documents are still rendered');
  }
  const slots = Array.from({ length: atOnce }, (): Slot => ({ workDirectory: null }));
  const pool = new ResourcePool(slots, { maxWaitMs, busy: () => new OfficeBusy() });

  return {
    toPdf: (document, extension, sender) =>
      pool.use(async (slot) => {
        if (signal.aborted) throw new OfficeBusy();
        const bytes = await document();
        await mustBeOfficeDocument(reader, bytes, sender);
        slot.workDirectory ??= await createWorkDirectory(sandbox.owner);
        try {
          const limits = { timeoutMs, signal };
          return await render(
            { program, sandbox, workDirectory: slot.workDirectory, limits },
            bytes,
            extension,
          );
        } catch (error) {
          // The profile of a killed program can be broken.
          await clearSlot(slot);
          throw error;
        }
      }, sender),
    async close() {
      stopping.abort();
      // Waits for every slot: after that no rendering runs.
      await Promise.all(slots.map(() => pool.use(async (slot) => clearSlot(slot))));
    },
  };
}

/** @throws OfficeFailure, OfficeBusy */
async function mustBeOfficeDocument(
  reader: DocumentReader,
  bytes: Uint8Array,
  sender: string | undefined,
): Promise<void> {
  try {
    await reader.read('officeCheck', async () => bytes, null, sender);
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new OfficeFailure(error.message, { cause: error });
    throw error instanceof ReaderBusy ? new OfficeBusy() : error;
  }
}

async function clearSlot(slot: Slot): Promise<void> {
  const { workDirectory } = slot;
  slot.workDirectory = null;
  if (workDirectory !== null) await removeWorkDirectory(workDirectory);
}

interface Rendering {
  program: string;
  sandbox: Sandbox;
  workDirectory: WorkDirectory;
  limits: { timeoutMs: number; signal: AbortSignal };
}

async function render(
  { program, sandbox, workDirectory, limits }: Rendering,
  bytes: Uint8Array,
  extension: OfficeExtension,
): Promise<Buffer> {
  const folder = join(workDirectory.folder, 'document');
  const source = join(folder, `document.${extension}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    await writeFile(source, bytes, { mode: 0o400 });
    if (sandbox.owner !== null) {
      for (const path of [folder, source]) await chown(path, sandbox.owner, sandbox.owner);
    }
    const command = [
      ...sandbox.prefix,
      program,
      `-env:UserInstallation=${workDirectory.profileUrl}`,
      ...OPTIONS,
    ];
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

/** A document that controls LibreOffice can replace the PDF by a link or a device. */
const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** LibreOffice exits with 0 even for documents that it cannot read, so only the PDF shows the result. */
async function readPdf(path: string, output: string): Promise<Buffer> {
  const file = await open(path, READ_NO_LINK).catch(() => {
    throw new OfficeFailure(`LibreOffice made no PDF: ${output}`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new OfficeFailure('the PDF is not a regular file');
    const { size } = stats;
    if (size > MAX_PDF_BYTES) throw new OfficeFailure(`the PDF has ${size} bytes`);
    const pdf = await file.readFile();
    if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new OfficeFailure('the PDF is damaged');
    return pdf;
  } finally {
    await file.close();
  }
}
