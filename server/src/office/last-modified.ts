import type { FastifyRequest } from 'fastify';
import { headerOf } from './headers.ts';

/** LastModifiedTime of a file, in the round-trip format of .NET: seven decimals of a second. */
export const lastModifiedTime = ({ modifiedAt }: { modifiedAt: Date }): string =>
  modifiedAt.toISOString().replace('Z', '0000Z');

/**
 * True when a file has changed since the service read or saved it: Collabora and ONLYOFFICE send their last
 * LastModifiedTime, or none when the person wants to overwrite.
 */
export function hasChanged(
  request: Pick<FastifyRequest, 'headers'>,
  { modifiedAt }: { modifiedAt: Date },
): boolean {
  const known = headerOf(request, 'x-cool-wopi-timestamp') || headerOf(request, 'x-lool-wopi-timestamp');
  return known !== '' && Date.parse(known) !== modifiedAt.getTime();
}
