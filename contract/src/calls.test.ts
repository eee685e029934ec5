import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contract, type Endpoint } from './index.ts';

/** The names of the fields that a part of a call has. */
const fieldsOf = (part: z.ZodType): string[] => {
  let schema: z.ZodType = part;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    schema = schema.unwrap() as z.ZodType;
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

const FS1 = '/api/v1/services/file-system';
const FS2 = '/api/v2/services/file-system';

interface Expected {
  id: string;
  call: Endpoint;
  method: string;
  path: string;
  query?: string[];
  body?: string[];
}

const calls: Expected[] = [
  {
    id: 'API-08',
    call: contract.files.list,
    method: 'GET',
    path: `${FS1}/files-v2/:recordId`,
    query: ['page', 'size', 'sort', 'parentFolder'],
  },
  { id: 'API-09', call: contract.tree.folders, method: 'GET', path: `${FS1}/folders/:recordId` },
  {
    id: 'API-10',
    call: contract.organise.createFolder,
    method: 'POST',
    path: `${FS1}/records/:recordId/folder`,
    query: ['name', 'path', 'shareToClient', 'category', 'asOfDate'],
  },
  {
    id: 'API-14',
    call: contract.organise.moveToTrash,
    method: 'DELETE',
    path: `${FS2}/vault/items`,
    query: ['ids'],
    body: ['linkId', 'sfids', 'paths'],
  },
  {
    id: 'API-20',
    call: contract.files.settings,
    method: 'POST',
    path: '/api/v2/services/share/objects/tenant_meta_data/search',
    body: ['filters'],
  },
  {
    id: 'API-21',
    call: contract.upload.prepare,
    method: 'POST',
    path: `${FS2}/upload/pre`,
    query: ['fileName'],
    body: ['RelFileName'],
  },
  {
    id: 'API-23',
    call: contract.upload.scan,
    method: 'POST',
    path: '/api/v2/scan',
    query: ['key', 'isFolder'],
  },
  {
    id: 'API-24 LIMIT-20',
    call: contract.upload.transfer,
    method: 'POST',
    path: `${FS2}/upload`,
    body: ['fileKeys', 'folderSfid', 'shareToClient', 'category', 'linkedId'],
  },
  {
    id: 'API-25',
    call: contract.download.size,
    method: 'POST',
    path: `${FS1}/files/download/size`,
    body: ['linkId', 'sfids', 'paths', 'allVersion', 'containsSubFolders'],
  },
  {
    id: 'API-26',
    call: contract.download.selection,
    method: 'POST',
    path: `${FS1}/download`,
    body: ['linkId', 'sfids', 'paths', 'allVersion', 'containsSubFolders'],
  },
  {
    id: 'API-27',
    call: contract.download.version,
    method: 'POST',
    path: '/api/v1/services/personal-space/download/:sfid',
    query: ['versionId'],
  },
  {
    id: 'API-53',
    call: contract.session.signIn,
    method: 'POST',
    path: '/api/v1/auth/login',
    body: ['email', 'password'],
  },
  { id: 'API-53', call: contract.session.me, method: 'GET', path: '/api/v1/auth/me' },
];

describe('the calls stand where the portal expects them', () => {
  it.each(calls)('$id $method $path', ({ call, method, path, query = [], body = [] }) => {
    expect({ method: call.method, path: call.path }).toEqual({ method, path });
    expect(fieldsOf(call.query)).toEqual(expect.arrayContaining(query));
    expect(fieldsOf(call.body)).toEqual(expect.arrayContaining(body));
  });

  it('every call has a number, an address and a summary of its own', () => {
    const all: Endpoint[] = Object.values(contract).flatMap((area) => Object.values<Endpoint>(area));
    for (const part of ['id', 'summary'] as const) {
      expect(new Set(all.map((call) => call[part])).size).toBe(all.length);
    }
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
  });
});

describe('the shapes carry the fields of the specification', () => {
  it.each([
    { id: 'DATA-12', schema: contract.download.size.data, fields: ['count', 'size', 'fileSize'] },
    {
      id: 'DATA-23',
      schema: contract.files.list.data,
      fields: ['content', 'totalElements', 'numberOfElements'],
    },
    {
      id: 'PERM-19',
      schema: contract.session.signIn.data,
      fields: ['accessToken', 'permissions', 'userInfo'],
    },
    { id: 'API-09', schema: contract.tree.folders.data, fields: ['folderTree', 'rootFolderSfid'] },
    {
      id: 'DATA-08',
      schema: contract.upload.scan.data.element,
      fields: ['key', 'name', 'scan_status', 'upload_status'],
    },
    {
      id: 'API-24',
      schema: contract.upload.transfer.data.shape.detailList.element,
      fields: ['fileKey', 'code'],
    },
    {
      id: 'PERM-18',
      schema: contract.session.me.data.shape.permissions.element,
      fields: ['moduleName', 'pageName', 'readable', 'creatable', 'editable'],
    },
  ])('$id $fields', ({ schema, fields }) => {
    expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields));
  });
});
