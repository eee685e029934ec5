export { type TextForm, textFormOf } from './form.ts';
export { MAX_CHARACTERS } from './limits.ts';
export { TextReader, UnreadableText } from './text-reader.ts';
