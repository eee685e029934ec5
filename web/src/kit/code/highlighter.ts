import { withResolvers } from '../with-resolvers.ts';
import type { HighlightOrder, HighlightReply } from './highlight-worker.ts';
// Vite turns the worker into a class. The worker is inline, because a portal's page may not start workers of another
// origin.
// oxlint-disable-next-line import/default
import HighlightWorker from './highlight-worker.ts?worker&inline';
import type { Segment } from './segments.ts';

/** A text that takes longer than this to colour stays without colours. */
const LIMIT_MS = 10_000;

/** Calculates the colours of one text. */
export interface Highlighter {
  /**
   * returns the segments of a range; null when the text has no colours, because its language is unknown or it took too
   * long
   */
  segments: (from: number, to: number) => Promise<Segment[] | null>;
  close: () => void;
}

/** Starts a worker that colours a text; `close` ends the worker. */
export function openHighlighter(text: string, language: string): Highlighter {
  const worker = new HighlightWorker();
  const waiting = new Map<string, (segments: Segment[]) => void>();
  const ready = withResolvers<boolean>();
  const timer = setTimeout(() => {
    worker.terminate();
    ready.resolve(false);
  }, LIMIT_MS);
  worker.addEventListener('message', ({ data }: MessageEvent<HighlightReply>) => {
    if ('isReady' in data) {
      clearTimeout(timer);
      ready.resolve(data.isReady);
      return;
    }
    const key = `${data.from}:${data.to}`;
    waiting.get(key)?.(data.segments);
    waiting.delete(key);
  });
  // In a page that may not start workers the text has no colours.
  worker.addEventListener('error', () => ready.resolve(false));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  const post = (order: HighlightOrder) => worker.postMessage(order);
  post({ text, language });
  return {
    async segments(from, to) {
      if (!(await ready.promise)) return null;
      return new Promise((resolve) => {
        waiting.set(`${from}:${to}`, resolve);
        post({ from, to });
      });
    },
    close: () => {
      clearTimeout(timer);
      worker.terminate();
    },
  };
}
