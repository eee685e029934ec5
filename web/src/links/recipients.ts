import { linkRowTexts } from './texts.ts';

/** LINKS-12 … LINKS-14: the first recipient, and the others. */
export interface Recipients {
  /** 'Anyone' when the link is for anyone */
  first: string;
  others: string[];
}

/** Splits the recipients of a link. @param receiveByEmail addresses joined with semicolons; '' means anyone (T-35) */
export function recipientsOf(receiveByEmail: string): Recipients {
  const [first = linkRowTexts.anyone, ...others] = receiveByEmail
    .split(';')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return { first, others };
}
