import { oneLine } from '../platform/mail/index.ts';

const ADDRESS = /[^\s<>()[\]"',;:]+@/g;

/** Converts a text of a mail server to one line without the local parts of addresses. */
export const withoutAddresses = (text: string): string => oneLine(text).replaceAll(ADDRESS, '…@');
