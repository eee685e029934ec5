const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/** Whether a text is a storage key. All stores have keys of this form, so that bytes keep their key when they move. */
export const isBlobKey = (text: string): boolean => KEY.test(text);
