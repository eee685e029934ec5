import type { LinkRow } from './link.queries.ts';

/** Whether visitors hand in without a proof of who they are: they can be asked for a name (USE-47). */
export const isPublicRequest = ({ kind, isPublic }: Pick<LinkRow, 'kind' | 'isPublic'>): boolean =>
  kind === 'REQUEST' && isPublic;
