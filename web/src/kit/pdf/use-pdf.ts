import { useEffect, useState } from 'react';
import { withResolvers } from '../with-resolvers.ts';
import { openPdf, PdfLocked, type DrawnPage, type OpenPdf } from './pdf-document.ts';

/** A document that takes longer than this to open is reported as slow. */
const LIMIT_MS = 30_000;

/** Why a document cannot be shown. */
export type PdfProblem = 'locked' | 'slow' | 'broken';

/** Opens a PDF and draws the requested page; the previous page stays until the new one is drawn. */
export function usePdf(bytes: Uint8Array, page: number) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [problem, setProblem] = useState<PdfProblem | null>(null);
  useEffect(() => {
    const handle = openPdf(bytes);
    const gone = new AbortController();
    limited(handle.opened, gone.signal).then(setPdf, (error: unknown) => {
      if (!gone.signal.aborted) setProblem(problemOf(error));
    });
    return () => {
      gone.abort();
      handle.close();
    };
  }, [bytes]);
  useEffect(() => {
    if (pdf === null) return undefined;
    const gone = new AbortController();
    limited(pdf.draw(page, gone.signal), gone.signal).then(setDrawn, (error: unknown) => {
      if (!gone.signal.aborted) setProblem(problemOf(error));
    });
    return () => gone.abort();
  }, [pdf, page]);
  return { pages: pdf?.pages ?? 0, drawn, problem };
}

class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

function problemOf(error: unknown): PdfProblem {
  if (error instanceof PdfLocked) return 'locked';
  return error instanceof TooSlow ? 'slow' : 'broken';
}

/** Resolves with the result of the work; rejects when it takes too long or is aborted. */
async function limited<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const limit = withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new TooSlow()), LIMIT_MS);
  const stop = () => limit.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
