/** Code pages whose name is not `windows-` followed by their number. */
const NAMES: Partial<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  20_127: 'ascii',
  20_866: 'koi8-r',
  28_591: 'iso-8859-1',
  28_592: 'iso-8859-2',
  28_595: 'iso-8859-5',
  28_605: 'iso-8859-15',
  65_001: 'utf-8',
};

/**
 * The name of a Windows code page in the Encoding Standard; undefined when the name is `windows-` followed by the
 * number.
 */
export const codePageName = (codePage: number): string | undefined => NAMES[codePage];

/** The decoder of a Windows code page; Western European for unknown ones. */
export function codePageDecoder(codePage: number): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(NAMES[codePage] ?? `windows-${codePage}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
