import { CONCURRENT_UPLOADS } from '@vault/contract';
import { windowStorage } from '../kit/storage/browser-storage.ts';
import type { UploadManagerDeps } from './upload-manager.ts';
import { packInWorker } from './packing/pack-in-worker.ts';
import { createLimiter } from './queue/limiter.ts';
import { createUidMemory } from './queue/uid-memory.ts';

/** Returns the browser dependencies of the queue, which are the same for portal users and visitors. */
export const browserDeps = (): Pick<
  UploadManagerDeps,
  'pack' | 'longCalls' | 'now' | 'newUid' | 'uids' | 'schedule'
> => ({
  pack: packInWorker,
  longCalls: createLimiter(longCallsAtOnce()),
  now: Date.now,
  newUid,
  uids: createUidMemory(windowStorage),
  schedule: beforeNextFrame,
});

/**
 * How many uploads may send or scan at the same time over HTTP/1.1, where a browser opens six connections to a server.
 */
const HTTP1_LONG_CALLS = 4;

/**
 * Returns how many uploads may send or scan at the same time. Over HTTP/1.1 ten uploads would use all connections, and
 * no list could load until one of them ends. Later versions of HTTP send any number of calls over one connection.
 */
function longCallsAtOnce(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return /^h[23]/.test(page?.nextHopProtocol ?? '') ? CONCURRENT_UPLOADS : HTTP1_LONG_CALLS;
}

/**
 * Returns a new uid. `crypto.randomUUID` is not used, because it is missing on pages without HTTPS, as in an office
 * network.
 */
function newUid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const HIDDEN_PAGE_MS = 500;

/** Runs a function before the next frame. A timer runs it in hidden pages, which get no animation frames. */
function beforeNextFrame(publish: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(publish, HIDDEN_PAGE_MS);
  else requestAnimationFrame(publish);
}
