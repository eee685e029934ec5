export { type TextForm, textFormOf } from './form.ts';
export { TextReader, UnreadableText } from './text-reader.ts';
