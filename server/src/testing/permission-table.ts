import type { Ability } from '@vault/contract';
import type { TestUser } from './accounts.ts';

/** Who may make a call: anybody, anybody signed in, whoever has the flag, or the visitor of the link it names. */
export type Need = 'anybody' | 'token' | 'visitor' | Ability;

/**
 * Section 7 of the contract, call by call, and the calls that came later. Written down on its own: the `access` of the
 * endpoints is what is tested with it. A new call needs a row here and one in permission-requests.ts.
 */
export const NEEDS: Readonly<Record<string, Need>> = {
  C01: 'anybody',
  C02: 'token',
  C03: 'read',
  C04: 'read',
  C05: 'create',
  C06: 'edit',
  C07: 'edit',
  C08: 'edit',
  C09: 'edit',
  C10: 'edit',
  C11: 'edit',
  C12: 'read',
  C13: 'read',
  C14: 'read',
  C15: 'read',
  C16: 'read',
  C17: 'create',
  C19: 'create',
  C20: 'create',
  C21: 'download',
  C22: 'download',
  C23: 'download',
  C24: 'share',
  C25: 'share',
  C26: 'share',
  C27: 'share',
  C28: 'read',
  C29: 'read',
  C30: 'read',
  C31: 'read',
  C32: 'edit',
  C33: 'edit',
  C34: 'read',
  C35: 'read',
  C36: 'edit',
  C37: 'edit',
  C38: 'read',
  C39: 'read',
  C40: 'share',
  C41: 'share',
  C42: 'anybody',
  C43: 'anybody',
  C44: 'anybody',
  C45: 'visitor',
  C46: 'visitor',
  C47: 'visitor',
  C48: 'visitor',
  C49: 'visitor',
  C50: 'visitor',
  C51: 'visitor',
  C52: 'visitor',
  C54: 'download',
  C55: 'token',
  C56: 'read',
  C57: 'read',
  C60: 'token',
  C61: 'anybody',
  C62: 'edit',
  C63: 'read',
  C64: 'visitor',
  C65: 'visitor',
  C66: 'anybody',
  C67: 'token',
  C74: 'read',
  C75: 'visitor',
};

const ALL: readonly Ability[] = ['read', 'create', 'edit', 'download', 'share', 'noExp'];

/** What the people of the tests may do, from their names and not from their permission entries. */
export const RIGHTS: Readonly<Record<TestUser, readonly Ability[]>> = {
  everything: ALL,
  colleague: ALL,
  reader: ['read'],
  creator: ['read', 'create'],
  editor: ['read', 'edit'],
  downloader: ['read', 'download'],
  sharer: ['read', 'share'],
  noVault: [],
  outsider: ALL,
};

/** The addresses beside the contract's calls: each is signed, or tells nothing of anybody. */
export const SIGNED_ADDRESSES = [
  'GET /api/v1/services/file-system/download/ticket/{token}',
  'GET /api/v1/services/file-system/links-export/{token}',
  'GET /api/v1/services/file-system/previews/{token}',
  'GET /api/v1/services/file-system/public/links/{token}/download-ticket/{ticket}',
  'GET /api/v1/services/file-system/public/links/{token}/preview/{signed}',
  'HEAD /api/v1/services/file-system/public/links/{token}/upload/bytes/{visit}/{address}',
  'PATCH /api/v1/services/file-system/public/links/{token}/upload/bytes/{visit}/{address}',
  'PUT /api/v1/services/file-system/public/links/{token}/upload/bytes/{visit}/{address}',
  'HEAD /api/v2/services/file-system/upload/bytes/{address}',
  'PATCH /api/v2/services/file-system/upload/bytes/{address}',
  'PUT /api/v2/services/file-system/upload/bytes/{address}',
  'GET /office/{token}',
  'GET /wopi/files/{fileId}',
  'POST /wopi/files/{fileId}',
  'GET /wopi/files/{fileId}/contents',
  'POST /wopi/files/{fileId}/contents',
] as const;
