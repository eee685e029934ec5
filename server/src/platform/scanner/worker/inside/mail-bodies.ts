import { decodedBase64, decodedQuotedPrintable, decodedUu } from './text-codes.ts';

/** Mails begin with text; other files need no search for headers. */
const SAMPLE_BYTES = 256;
const ENCODING =
  /^content-transfer-encoding[ \t]*:(?:[ \t]|\r?\n[ \t])*"?(base64|quoted-printable|x-uuencode|uuencode|x-uue)/gim;
const UU_BEGIN = /^begin [0-7]{3,4} .*\r?\n/gm;
const DATA_ADDRESS = /;base64,([A-Za-z0-9+/=\s%]{16,})/g;
const BODY_START = /\r?\n[ \t]*\r?\n/g;
const BOUNDARY = /^--/gm;
const UU_END = /^end[ \t]*$/gm;

export const isText = (bytes: Buffer): boolean => !bytes.subarray(0, SAMPLE_BYTES).includes(0);

/** Whether a text is a mail that has encoded bodies. */
export const hasEncodedBodies = (start: Buffer): boolean =>
  isText(start) && start.toString('latin1').search(ENCODING) >= 0;

/**
 * The decoded bodies of a mail (MIME), with its attachments, and other bytes in text: uuencoded files, `data:` addresses.
 * Bodies are found by their header wherever it is, because programs differ in how they read broken boundaries.
 */
export function* encodedBodies(bytes: Buffer): Generator<Buffer> {
  const text = bytes.toString('latin1');
  for (const header of text.matchAll(ENCODING)) {
    const start = endOf(BODY_START, text, header.index);
    if (start === null) continue;
    const body = text.slice(start, startOf(BOUNDARY, text, start) ?? text.length);
    const name = header[1]?.toLowerCase();
    if (name === 'base64') yield decodedBase64(body);
    else if (name === 'quoted-printable') yield decodedQuotedPrintable(body);
  }
  for (const begin of text.matchAll(UU_BEGIN)) {
    const start = begin.index + begin[0].length;
    yield decodedUu(text.slice(start, startOf(UU_END, text, start) ?? text.length));
  }
  for (const address of text.matchAll(DATA_ADDRESS)) {
    yield decodedBase64(
      (address[1] ?? '').replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '='),
    );
  }
}

function endOf(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function startOf(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? null;
}
