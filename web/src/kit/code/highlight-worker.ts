import hljs from 'highlight.js/lib/common';
import { type Segment, segmentsBetween, segmentsOf } from './segments.ts';

/*
 * Colours a source text in a worker, so that the page stays responsive for every text. The first message is the text;
 * the following messages request ranges of it.
 */

export type HighlightOrder = { text: string; language: string } | { from: number; to: number };
export type HighlightReply = { isReady: boolean } | { from: number; to: number; segments: Segment[] };

let segments: Segment[] = [];
const reply = (message: HighlightReply) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<HighlightOrder>) => {
  if ('from' in data) {
    reply({ ...data, segments: segmentsBetween(segments, data.from, data.to) });
    return;
  }
  const { text, language } = data;
  const isKnown = hljs.getLanguage(language) !== undefined;
  if (isKnown) segments = segmentsOf(hljs.highlight(text, { language, ignoreIllegals: true }).value);
  reply({ isReady: isKnown });
});
