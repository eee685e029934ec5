import type { LinkRow } from './link.queries.ts';

/** True when visitors submit without a verified address, so that they can be asked for a name (USE-47). */
export const isPublicRequest = ({ kind, isPublic }: Pick<LinkRow, 'kind' | 'isPublic'>): boolean =>
  kind === 'REQUEST' && isPublic;
