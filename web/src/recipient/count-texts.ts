import { formatNumber, plural } from '../kit/intl.ts';

/** Returns a number of files as text: '1 file', '1,204 files'. */
export const fileCount = (count: number): string =>
  plural(count, { one: '1 file', other: `${formatNumber(count)} files` });
