export { type Primary, startPrimary } from './primary.ts';
export { type PrimaryLink, primaryLink } from './worker.ts';
