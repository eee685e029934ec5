/** Text beyond this is not searched: it is more than a thick book, and a full-text index has its limits. */
export const MAX_CHARACTERS = 500_000;
/** What one document may take to be read. */
export const MAX_SECONDS = 30;
export const MAX_HEAP_MIB = 384;
