export { type AccessEntry, recordAccess } from './access.queries.ts';
