import { type ByteSource, readExactly } from '../../../zip/index.ts';
import type { Budget } from './budget.ts';
import { type Stream, windowsOf } from './sources.ts';
import { decodedBase64, decodedHex, decodedQuotedPrintable, decodedUu } from './text-codes.ts';

/** Mails begin with text; other files need no search for headers. */
const SAMPLE_BYTES = 256;
/** The headers of a body, and a line behind them. */
const HEADER_BYTES = 16 * 1024;
const PIECE_BYTES = 256 * 1024;

type Decode = (texts: AsyncIterable<string>) => Stream;
const BY_ENCODING: Readonly<Record<string, Decode>> = {
  base64: decodedBase64,
  'quoted-printable': decodedQuotedPrintable,
};
/** Where encoded bytes can begin: after which text, at what, up to what. */
interface Code {
  begin: RegExp;
  /** what precedes the first byte, behind `begin` */
  gap: RegExp | null;
  end: RegExp;
  decode: (name: string) => Decode | undefined;
}
const CODES: readonly Code[] = [
  {
    begin: /^content-transfer-encoding[ \t]*:(?:[ \t]|\r?\n[ \t])*"?(base64|quoted-printable)/gim,
    gap: /\r?\n[ \t]*\r?\n/,
    end: /(?<=\n)--/,
    decode: (name) => BY_ENCODING[name.toLowerCase()],
  },
  { begin: /^begin [0-7]{3,4} .*\n/gm, gap: null, end: /(?<=\n)end[ \t]*\r?\n/, decode: () => decodedUu },
  {
    begin: /;base64,(?=[A-Za-z0-9+/=\s%]{16})/g,
    gap: null,
    end: /[^A-Za-z0-9+/=\s%]/,
    decode: () => (texts) => decodedBase64(withoutEscapes(texts)),
  },
  // RTF 1.9.1, Objects
  {
    begin: /\\objdata(?![a-z])/gi,
    gap: null,
    end: /\}/,
    decode: () => (texts) => decodedHex(withoutControls(texts)),
  },
];

/** One of these words, in any case, is in all bytes in which `encodedBodies` finds something. */
export const TEXT_CODE_WORDS: readonly string[] = [
  'content-transfer-encoding',
  'begin ',
  ';base64,',
  'objdata',
];

export const isText = (bytes: Buffer): boolean => !bytes.subarray(0, SAMPLE_BYTES).includes(0);

/**
 * The decoded bodies of a mail (MIME), with its attachments, and other bytes in text: uuencoded files, `data:`
 * addresses, objects in RTF. Bodies are found by their header wherever it is, because programs differ in how they read
 * broken boundaries.
 * @throws UnscannableError when the budget is used up
 */
export async function* encodedBodies(source: ByteSource, budget: Budget): AsyncGenerator<Stream> {
  for await (const { bytes, start, from, to } of windowsOf(source, { before: 1, behind: HEADER_BYTES })) {
    await budget.turn();
    const text = bytes.toString('latin1');
    for (const code of CODES) {
      for (const match of text.matchAll(code.begin)) {
        // What begins in the next window is found there.
        if (match.index < from || match.index >= to) continue;
        await budget.turn();
        const body = bodyBehind(code, text, match);
        if (body !== null) yield body.decode(textUntil(source, start + body.at, code.end));
      }
    }
  }
}

function bodyBehind(
  { gap, decode }: Code,
  text: string,
  match: RegExpExecArray,
): { at: number; decode: Decode } | null {
  const decoder = decode(match[1] ?? '');
  const behind = match.index + match[0].length;
  if (decoder === undefined) return null;
  if (gap === null) return { at: behind, decode: decoder };
  const found = gap.exec(text.slice(behind, behind + HEADER_BYTES));
  return found === null ? null : { at: behind + found.index + found[0].length, decode: decoder };
}

/** The text from a position up to what `end` matches, in pieces that end with a line where lines are short. */
async function* textUntil(source: ByteSource, from: number, end: RegExp): AsyncGenerator<string> {
  let rest = '';
  let isLineStart = true;
  for (let at = from; at < source.sizeBytes; at += PIECE_BYTES) {
    const bytes = await readExactly(source, at, Math.min(PIECE_BYTES, source.sizeBytes - at));
    const text = rest + bytes.toString('latin1');
    const isLast = at + PIECE_BYTES >= source.sizeBytes;
    const lineEnd = text.lastIndexOf('\n') + 1;
    const whole = isLast || lineEnd === 0 ? text : text.slice(0, lineEnd);
    const stop = end.exec(isLineStart ? `\n${whole}` : whole);
    const first = isLineStart ? 1 : 0;
    if (stop !== null) {
      yield whole.slice(0, Math.max(0, stop.index - first));
      return;
    }
    yield whole;
    isLineStart = whole.endsWith('\n');
    rest = text.slice(whole.length);
  }
}

async function* withoutEscapes(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const all = rest + text;
    rest = /%.?$/.exec(all)?.[0] ?? '';
    yield all
      .slice(0, all.length - rest.length)
      .replaceAll('%2B', '+')
      .replaceAll('%2F', '/')
      .replaceAll('%3D', '=');
  }
}

/** Control words of RTF can be between the digits. */
async function* withoutControls(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text.replaceAll(/\\[a-z]+-?\d* ?/gi, ''), 'latin1');
}
