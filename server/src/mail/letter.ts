import type { Name, Words } from './words.ts';

/** Whose mails these are, by the settings BRAND_NAME and BRAND_COLOR. */
export interface Brand {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
}

/** A piece of a mail, the same in its text and in its HTML. */
export type Block =
  | { readonly kind: 'words'; readonly words: Words }
  /** names, each with a word beside it */
  | {
      readonly kind: 'names';
      readonly names: readonly (Name & { readonly beside?: string })[];
      readonly more: number;
    }
  /** somebody's own lines, set apart from ours */
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly words: string; readonly label: string; readonly url: string };

/** A mail as a person reads it. */
export interface Letter {
  readonly brand: Brand;
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** why it was sent, at its foot */
  readonly why: string;
}
