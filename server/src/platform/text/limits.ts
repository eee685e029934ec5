/** Text beyond this is not searched: it is more than a thick book, and a full-text index has limits. */
export const MAX_CHARACTERS = 500_000;
/** The limits of reading one document. */
export const MAX_SECONDS = 30;
export const MAX_HEAP_MIB = 384;
