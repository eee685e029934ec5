import { oneLine } from '../platform/mail/index.ts';

const ADDRESS = /[^\s<>()[\]"',;:]+@/g;

/** A text of a mail server on one line, in which addresses keep their domain only. */
export const withoutAddresses = (text: string): string => oneLine(text).replaceAll(ADDRESS, '…@');
