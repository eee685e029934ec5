export { type ActionPage, openWopiClient, type WopiClient } from './client.ts';
export type { WopiAction } from './discovery.ts';
export { decodeUtf7, encodeUtf7 } from './utf7.ts';
