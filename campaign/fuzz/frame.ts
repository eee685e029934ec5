import type { Draft } from './draft.ts';

/** The bytes of a request, and what the server may do with it. */
export interface Framed {
  bytes: Buffer;
  method: string;
  /** whole: the server must reply; broken: it may close the connection; cut: the client closes before the end */
  kind: 'whole' | 'broken' | 'cut';
}

/** Encodes a request as HTTP/1.1. */
export function frame(draft: Draft): Framed {
  const { method, body } = draft;
  const head = headOf(draft, body === null ? [] : [`content-length: ${body.length}`]);
  return { bytes: Buffer.concat([head, body ?? Buffer.alloc(0)]), method, kind: 'whole' };
}

/** @param framing headers about the length of the body @returns first line and headers, up to the body */
export function headOf({ method, target, headers }: Draft, framing: readonly string[]): Buffer {
  const lines = [
    `${method} ${target.replaceAll(/[\r\n ]/g, '+')} HTTP/1.1`,
    'host: vault',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...framing,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
