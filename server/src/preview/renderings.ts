import { setTimeout as sleep } from 'node:timers/promises';
import type { PreviewView } from '@vault/contract';
import { intactCopies, storeContent, orRelease, readContent } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import { currentSender } from '../platform/actor/index.ts';
import type { Blobs } from '../platform/blobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, isForeignKeyViolation, type Log } from '../platform/database/index.ts';
import { OfficeBusy, type OfficeConverter } from '../platform/office/index.ts';
import { type DocumentReader, ReaderBusy } from '../platform/readers/index.ts';
import type { Viewed } from './find.ts';
import { isRefusal, type Page, type Renderer, rendererOf } from './renderer.ts';
import {
  claimRendering,
  findPage,
  hasFailed,
  markDone,
  markFailed,
  releaseClaim,
  type RenderedPage,
  type RenderingKey,
  renewClaim,
} from './rendering.queries.ts';

export interface RenderingDeps {
  database: Database;
  blobs: Blobs;
  clock: Clock;
  log: Log;
  office: OfficeConverter | null;
  reader: DocumentReader;
}

/**
 * A process that does not renew its claim in this time is considered dead, and people wait for that long. Taking the
 * claim of a process that is only slow costs no more than a second rendering.
 */
const LEASE_SECONDS = 15;
const RENEW_MS = 5_000;
/** Long enough to limit repeated attempts, short enough to retry when the machine is less busy. */
const FAILED_SECONDS = 60 * 60;
const POLL_MS = 200;
/** How often to check whether another process has rendered the page; it can itself wait for a free converter. */
const MAX_POLLS = 600;

/** The renderer of a document, and the error when it cannot be read. */
interface RenderingMethod {
  renderer: Renderer;
  unreadable: typeof Errors.previewUnsupported;
}

/**
 * Pages of documents. Each page is rendered only one time: concurrent callers in this process share the work, and
 * several processes use the claim in the row. No database connection is held during a rendering.
 */
export class Renderings {
  readonly #deps: RenderingDeps;
  readonly #running = new Map<string, Promise<RenderedPage>>();

  constructor(deps: RenderingDeps) {
    this.#deps = deps;
  }

  /**
   * The page of a version.
   * @throws E10 when it cannot be rendered, P13 when too many renderings wait, E4 when its bytes are deleted
   */
  async of(viewed: Viewed, view: PreviewView): Promise<RenderedPage> {
    const { extension: form, version } = viewed;
    const unreadable = view === 'page' ? Errors.previewUnsupported : Errors.documentUnreadable;
    const renderer = rendererOf({ extension: form, view }, this.#deps);
    if (renderer === null) throw Errors.previewUnsupported();
    const key: RenderingKey = { sourceId: version.blobId, form, renderer: renderer.name };
    const name = `${key.sourceId}.${form}.${key.renderer}`;
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const work = this.#findOrRender(key, viewed, { renderer, unreadable }).finally(() =>
      this.#running.delete(name),
    );
    this.#running.set(name, work);
    return work;
  }

  async #findOrRender(key: RenderingKey, viewed: Viewed, method: RenderingMethod): Promise<RenderedPage> {
    const { kysely } = this.#deps.database;
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      const page = await findPage(kysely, key);
      if (page !== null) return page;
      if (await hasFailed(kysely, key)) throw method.unreadable();
      if (await this.#claim(key)) return this.#render(key, viewed, method);
      await sleep(POLL_MS);
    }
    throw Errors.tooManyAttempts();
  }

  async #claim(key: RenderingKey): Promise<boolean> {
    return claimRendering(this.#deps.database.kysely, key, LEASE_SECONDS).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? Errors.notFound() : error;
    });
  }

  async #render(
    key: RenderingKey,
    { version, extension }: Viewed,
    { renderer, unreadable }: RenderingMethod,
  ): Promise<RenderedPage> {
    const { database, log } = this.#deps;
    const renewing = setInterval(() => {
      renewClaim(database.kysely, key, LEASE_SECONDS).catch((error: unknown) =>
        log.warn({ err: error }, 'Claim of a rendering not renewed; another process may render it, too'),
      );
    }, RENEW_MS);
    try {
      const bytes = () => readContent(this.#deps, version.sha256);
      return await this.#store(key, await renderer.render({ extension, bytes, sender: currentSender() }));
    } catch (error) {
      throw await this.#refusalOf(error, key, unreadable);
    } finally {
      clearInterval(renewing);
    }
  }

  async #store(key: RenderingKey, { mediaType, bytes }: Page): Promise<RenderedPage> {
    const { database, blobs, clock } = this.#deps;
    const stored = await blobs.write(once(bytes), { maxBytes: bytes.length });
    await orRelease(this.#deps, [stored.key], async () => {
      const intactKeys = await intactCopies(this.#deps, [stored.sha256]);
      await database.transaction(async (tx) => {
        const blobId = await storeContent(tx, { blob: stored, intactKeys, now: clock.now() });
        await markDone(tx, key, { blobId, mediaType });
      });
    }).catch((error: unknown) => {
      // The document was deleted permanently during the rendering.
      throw isForeignKeyViolation(error) ? Errors.notFound() : error;
    });
    const page = await findPage(database.kysely, key);
    if (page === null) throw Errors.notFound();
    return page;
  }

  async #refusalOf(
    error: unknown,
    key: RenderingKey,
    unreadable: RenderingMethod['unreadable'],
  ): Promise<unknown> {
    const { database, log } = this.#deps;
    if (isRefusal(error)) {
      log.warn({ reason: error.message, ...key }, 'Document cannot be rendered; not retried for an hour');
      await markFailed(database.kysely, key, FAILED_SECONDS);
      return unreadable();
    }
    await releaseClaim(database.kysely, key);
    if (!(error instanceof OfficeBusy || error instanceof ReaderBusy)) return error;
    log.warn(
      { reason: error.message, ...key },
      'Document not rendered now; the caller gets 429 and can retry',
    );
    return Errors.tooManyAttempts();
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
