import type { Permission } from '@vault/contract';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../testing/accounts.ts';
import { type LinkTerms, rightsInForce } from './link-policy.ts';

const EVERYTHING = permissionsOf({ create: true, edit: true, download: true, share: true });
const SHARE: LinkTerms = { kind: 'SHARE', allowDownload: true, allowEdit: true };
const REQUEST: LinkTerms = { kind: 'REQUEST', allowDownload: true, allowEdit: true };

const inForce = (terms: LinkTerms, ...grants: [permissions: Permission[], opensRecord: boolean][]) =>
  rightsInForce({
    ...terms,
    makerGrants: grants.map(([permissions, opensRecord]) => ({ permissions, opensRecord })),
  });

describe('GUARD-11 the rights of a link that are in force', () => {
  it('a link gives its terms while its maker has all of them; a request gives uploads only', () => {
    expect(inForce(SHARE, [EVERYTHING, true])).toEqual(['view', 'download', 'edit']);
    expect(inForce({ ...SHARE, allowEdit: false }, [EVERYTHING, true])).toEqual(['view', 'download']);
    expect(inForce({ ...SHARE, allowDownload: false }, [EVERYTHING, true])).toEqual(['view', 'edit']);
    expect(inForce(REQUEST, [EVERYTHING, true])).toEqual(['upload']);
  });

  it('without an account, without the record and without share nothing is in force', () => {
    for (const terms of [SHARE, REQUEST]) {
      expect(inForce(terms)).toEqual([]);
      expect(inForce(terms, [EVERYTHING, false])).toEqual([]);
      expect(inForce(terms, [permissionsOf({ create: true, edit: true, download: true }), true])).toEqual([]);
      expect(
        inForce(terms, [EVERYTHING.filter(({ pageName }) => pageName !== 'File_and_Folder'), true]),
      ).toEqual([]);
    }
  });

  it('a share without the download permission of its maker is view-only', () => {
    expect(inForce(SHARE, [permissionsOf({ share: true }), true])).toEqual(['view']);
    expect(inForce(SHARE, [permissionsOf({ share: true, edit: true }), true])).toEqual(['view', 'edit']);
  });

  it('permissions of two ways to sign in do not add up to a right that neither has', () => {
    const download = permissionsOf({ download: true });
    expect(inForce(SHARE, [download, true], [permissionsOf({ share: true }), true])).toEqual(['view']);
    expect(inForce(SHARE, [EVERYTHING, false], [permissionsOf({ share: true }), true])).toEqual(['view']);
    expect(inForce(SHARE, [[], true], [EVERYTHING, true])).toEqual(['view', 'download', 'edit']);
  });
});
