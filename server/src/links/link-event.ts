import type { AuditAction } from '@vault/contract';
import type { AuditEvent } from '../audit/index.ts';
import type { LinkRow, NewLink } from './link.queries.ts';

/** AUDIT-01: an entry about a link. @param details facts without secrets and personal data */
export function linkEvent(
  action: Extract<AuditAction, `link.${string}`>,
  { recordId, id, name, location }: Pick<LinkRow, 'recordId' | 'id' | 'name' | 'location'>,
  details: AuditEvent['details'] = {},
): AuditEvent {
  return { action, recordId, linkId: id, object: { kind: 'link', id, name, path: location }, details };
}

/** AUDIT-01, AUDIT-09: the entry of a new link: what it gives, which items it reaches, and to whom it is sent. */
export function newLinkEvent(link: NewLink): AuditEvent {
  const { kind, isPublic, allowDownload, allowEdit, notify, expiresAt, items, recipients } = link;
  return {
    ...linkEvent('link.create', link, {
      kind,
      isPublic,
      allowDownload,
      allowEdit,
      notify,
      hasPassword: link.passwordSealed !== null,
      expiresAt: expiresAt?.toISOString() ?? null,
      folderId: link.folderId,
      items: items.map(({ id }) => id),
    }),
    personal: { recipients },
  };
}
