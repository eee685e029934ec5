import { Counter, type Registry } from 'prom-client';
import type { Log } from '../database/index.ts';
import { DependencyUnavailable } from '../unavailable.ts';
import { BlobDamaged, type BlobReader, type BlobStore, type DirectUploads } from './blobs.ts';
import { FreeSpaceLow } from './free-space.ts';
import { StorageFailed, StorageFull } from './storage-failed.ts';

export interface ReportingDeps {
  log: Log;
  metrics: Registry;
  /** Called once for each read that finds damaged bytes; must not throw. */
  onDamaged: (damaged: BlobDamaged) => void;
}

/**
 * A store that logs and counts every failure of the storage and every damaged blob (SAFE-22,
 * SAFE-24).
 */
export function reportingStore(store: BlobStore, deps: ReportingDeps): BlobStore {
  const report = new Report(deps);
  return {
    parallelReads: store.parallelReads,
    directUploads: store.directUploads && reportingUploads(store.directUploads, report),
    async write(source, options) {
      const stored = await report.on(store.write(source, options));
      report.countWritten(stored.sizeBytes);
      if (options.leaveFree !== undefined) report.noteEnoughSpace();
      return stored;
    },
    writeAs: (key, source, options) => report.on(store.writeAs(key, source, options)),
    readStored: (key) => report.on(store.readStored(key)),
    async open(blob, range) {
      return reportingReader(await report.on(store.open(blob, range)), report);
    },
    read(blob, range) {
      const { start, end } = range ?? { start: 0, end: blob.sizeBytes };
      return (
        store
          .read(blob, range)
          // The stream is destroyed with the error that is reported here.
          .on('error', (error) => report.note(error))
          .once('end', () => report.countRead(end - start))
      );
    },
    space: () => report.on(store.space()),
    sizeOf: (key) => report.on(store.sizeOf(key)),
    check: () => report.on(store.check()),
    delete: (key) => report.on(store.delete(key)),
    measure: (key) => report.on(store.measure(key)),
    list: () => store.list(),
    deleteUnfinished: (time) => report.on(store.deleteUnfinished(time)),
  };
}

function reportingUploads(uploads: DirectUploads, report: Report): DirectUploads {
  return {
    origin: uploads.origin,
    maxBytes: uploads.maxBytes,
    begin: (sizeBytes) => report.on(uploads.begin(sizeBytes)),
    progress: (upload) => report.on(uploads.progress(upload)),
    async complete(upload, onPiece) {
      const stored = await report.on(uploads.complete(upload, onPiece));
      report.countWritten(stored.sizeBytes);
      return stored;
    },
    abort: (upload) => report.on(uploads.abort(upload)),
  };
}

function reportingReader(reader: BlobReader, report: Report): BlobReader {
  return {
    async read(target) {
      const bytes = await report.on(reader.read(target));
      report.countRead(bytes);
      return bytes;
    },
    close: () => reader.close(),
  };
}

class Report {
  readonly #deps: ReportingDeps;
  readonly #failures: Counter<'operation' | 'code'>;
  readonly #damages: Counter<'damage'>;
  readonly #written: Counter;
  readonly #read: Counter;
  #isSpaceLow = false;

  constructor(deps: ReportingDeps) {
    const registers = [deps.metrics];
    this.#deps = deps;
    this.#failures = new Counter({
      name: 'vault_storage_failures_total',
      help: 'Failed calls of the disk or of S3 below the blob store',
      labelNames: ['operation', 'code'],
      registers,
    });
    this.#damages = new Counter({
      name: 'vault_damaged_reads_total',
      help: 'Reads of blobs whose bytes are missing or wrong',
      labelNames: ['damage'],
      registers,
    });
    this.#written = new Counter({
      name: 'vault_blob_written_bytes_total',
      help: 'Bytes of uploads and renderings that were stored',
      registers,
    });
    this.#read = new Counter({
      name: 'vault_blob_read_bytes_total',
      help: 'Bytes that were read from the blob store',
      registers,
    });
  }

  countWritten(bytes: number): void {
    this.#written.inc(bytes);
  }

  countRead(bytes: number): void {
    this.#read.inc(bytes);
  }

  async on<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  note(error: unknown): void {
    const { log, onDamaged } = this.#deps;
    if (error instanceof BlobDamaged) {
      this.#damages.inc({ damage: error.damage });
      log.error(
        { blobKey: error.key, damage: error.damage },
        'Stored blob is damaged; it is marked, and reads of it fail',
      );
      onDamaged(error);
    } else if (error instanceof FreeSpaceLow) {
      const { freeBytes, minimumBytes } = error;
      if (!this.#isSpaceLow)
        log.error(
          { freeBytes, minimumBytes },
          'Free space is below the minimum; uploads are refused with 507',
        );
      this.#isSpaceLow = true;
    } else if (error instanceof StorageFailed || error instanceof StorageFull) {
      const { operation, pathKind, code } = error;
      this.#failures.inc({ operation, code });
      log.error({ operation, pathKind, code }, 'Blob store failed; the call is answered with 503 or 507');
    } else if (error instanceof DependencyUnavailable) {
      log.error({ err: error }, 'Blob store failed; the call is answered with 503');
    }
  }

  /** Called after an upload was stored. */
  noteEnoughSpace(): void {
    if (this.#isSpaceLow) this.#deps.log.info('Free space is sufficient again; uploads are accepted');
    this.#isSpaceLow = false;
  }
}
