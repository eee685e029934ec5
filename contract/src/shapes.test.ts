import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { contract } from './index.ts';
import { optionalOf, uncheckedOf } from './testing/parts.ts';

const MOMENT = '2026-11-21T10:20:30.456Z';
const UUID = '0b8f3c0e-6a1d-4f6e-9d3e-2f1f6f0a9c11';
const PROFILE = { sfid: 'usrAda000000000001', name: 'Ada Byron', email: 'ada@example.test' };

const item = {
  sfid: 'filA00000000000001',
  name: 'a.pdf',
  showType: 'application/pdf',
  fileType: 'pdf',
  fileSize: '1.5 KB',
  size: 1536,
  createddate: MOMENT,
  uploadedBy: 'Ada Byron',
  versionCount: 2,
  viewable: false,
  editable: false,
  sizeLimitFlag: false,
  externalId: UUID,
  versionId: UUID,
  folderPath: 'Tax/2025',
  parentFolderSfid: 'fldB00000000000001',
};

const node = {
  sfid: 'fldA00000000000001',
  name: 'Tax',
  children: [],
  folderPath: 'Tax',
  parentFolder: '',
  parentFolderSfid: 'fldRoot00000000000',
  isRootFolder: false,
  size: 3,
};

const linkCore = {
  id: 'lnkA00000000000001',
  fileName: 'a.pdf',
  location: 'Tax/2025',
  createBy: 'Ada Byron',
  receiveByEmail: 'ann@example.test;bob@example.test',
  createTime: MOMENT,
  lastAccessedTime: MOMENT,
  status: 'Deleted',
  deleted: true,
  updatedContact: { name: 'Ada Byron' },
  updatedTime: MOMENT,
};
const linkAccess = {
  access: 'SpecificRecipients',
  accessTimes: 7,
  isPublic: false,
  download: true,
  edit: false,
};
const linkExpiry = { expire: true, expireDateTime: 1_795_737_599_999, notify: false };
const linkItself = { accessUrl: 'https://vault.example.test/s/x', password: 'aB3456789012' };
const linkTarget = {
  isFile: true,
  parentFolderSfid: 'fldB00000000000001',
  parentIsExist: true,
  fileSystem: { indexPath: 'Tax/2025/a.pdf', sfid: 'filA00000000000001' },
};
const link = {
  ...linkCore,
  ...linkAccess,
  ...linkExpiry,
  ...linkItself,
  ...linkTarget,
  linkType: 'SHARE',
};

const pageOf = (...content: unknown[]) => ({
  content,
  totalElements: 1,
  numberOfElements: content.length,
});
const inPage = (list: { data: z.ZodObject<{ content: z.ZodArray }> }): z.ZodType =>
  list.data.shape.content.element as z.ZodType;

interface Shape {
  id: string;
  what: string;
  schema: z.ZodType;
  /** an example with all fields of the specification */
  example: Record<string, unknown>;
  /** the fields of the specification, where the example has more */
  fields?: string[];
}

const { files, tree, upload, download, history, versions, trash, links, sharing, organise } = contract;
const { recipient, session } = contract;

const shapes: Shape[] = [
  { id: 'DATA-01', what: 'an item of a list', schema: inPage(files.list), example: item },
  {
    id: 'DATA-02',
    what: 'an item of a shared list',
    schema: inPage(recipient.list),
    example: item,
    fields: ['sfid', 'externalId', 'name', 'folderPath', 'parentFolderSfid', 'showType'],
  },
  {
    id: 'DATA-03',
    what: 'a node of the tree',
    schema: tree.folders.data.shape.folderTree.element,
    example: node,
  },
  {
    id: 'DATA-08',
    what: 'an item of a scan',
    schema: upload.scan.data.element,
    example: { key: 'u1', name: 'a.pdf', scan_status: 'PASS', upload_status: 'SUCCESS' },
  },
  {
    id: 'API-24',
    what: 'a detail of a transfer',
    schema: upload.transfer.data.shape.detailList.element,
    example: { fileKey: 'u1', code: 200 },
  },
  ...Object.values(sharing).map(({ id, data }) => ({
    id: 'DATA-11',
    what: `the result of ${id}`,
    schema: data,
    example: { name: 'a.pdf', accessUrl: 'https://vault.example.test/s/x' },
  })),
  {
    id: 'DATA-12',
    what: 'the size of a download',
    schema: download.size.data,
    example: { count: 3, size: 1536, fileSize: '1.5 KB' },
  },
  {
    id: 'DATA-13',
    what: 'a recent search',
    schema: inPage(history.recentSearches),
    example: { id: 'accA00000000000001', content: 'invoice' },
  },
  {
    id: 'DATA-15',
    what: 'a version',
    schema: inPage(versions.list),
    example: {
      id: 'verA00000000000001',
      versionId: UUID,
      createDate: MOMENT,
      uploadedBy: 'Ada Byron',
      accloudFileSize: 1536,
      isCurrent: true,
    },
  },
  {
    id: 'DATA-16',
    what: 'an access record',
    schema: inPage(history.accessRecords),
    example: {
      id: 'accA00000000000001',
      createdDate: MOMENT,
      accessor: 'Public',
      content: 'Download',
      versionId: UUID,
    },
  },
  {
    id: 'DATA-17',
    what: 'an item of the trash',
    schema: inPage(trash.list),
    example: {
      id: 'filA00000000000001',
      name: 'a.pdf',
      contentType: 'application/pdf',
      fileSizeString: '1.5 KB',
      originalLocation: 'Tax/2025',
      deletedAt: MOMENT,
      deletedBy: { id: PROFILE.sfid, name: PROFILE.name },
    },
  },
  ...(
    [
      ['DATA-18', 'core', linkCore],
      ['DATA-19', 'access', linkAccess],
      ['DATA-20', 'expiry and notification', linkExpiry],
      ['DATA-21', 'link', linkItself],
      ['DATA-22', 'target', linkTarget],
    ] as const
  ).map(([id, part, fields]) => ({
    id,
    what: `a shared link, ${part}`,
    schema: inPage(links.list),
    example: link,
    fields: Object.keys(fields),
  })),
  {
    id: 'PERM-18',
    what: 'an entry of the permissions',
    schema: session.me.data.shape.permissions.element,
    example: {
      moduleName: 'Document_Vault',
      pageName: 'File_and_Folder',
      readable: true,
      creatable: false,
      editable: false,
    },
  },
  {
    id: 'PERM-19',
    what: 'the reply of a sign-in',
    schema: session.signIn.data,
    example: { accessToken: 'token', permissions: [], userInfo: { profile: PROFILE } },
  },
  {
    id: 'API-41',
    what: 'a user who deleted items',
    schema: trash.deleters.data.element,
    example: { id: PROFILE.sfid, name: PROFILE.name },
  },
  { id: 'API-51', what: 'the reply of an update', schema: links.update.data, example: linkExpiry },
  {
    id: 'API-20',
    what: 'a setting',
    schema: files.settings.data.element,
    example: { name: 'fileSystem', key: 'fileSearch', value: 'true' },
  },
];

describe('API-06 the shapes require every field of the specification with its type', () => {
  it.each(shapes)(
    '$id the schema of $what accepts the example and checks all of its fields',
    ({ schema, example, fields }) => {
      expect(schema.parse(example)).toEqual(example);
      expect(optionalOf(schema, example, fields)).toEqual([]);
      expect(uncheckedOf(schema, example, fields)).toEqual([]);
    },
  );

  it.each([
    ['files', files.list, item],
    ['versions', versions.list, shapes.find(({ id }) => id === 'DATA-15')?.example],
    ['links', links.list, link],
    ['the trash', trash.list, shapes.find(({ id }) => id === 'DATA-17')?.example],
  ])('DATA-23 a page of %s has content, totalElements and numberOfElements', (_what, { data }, one) => {
    const page = pageOf(one);
    expect(data.parse(page)).toEqual(page);
    expect(optionalOf(data, page)).toEqual([]);
    expect(uncheckedOf(data, page)).toEqual([]);
    expect(data.safeParse(pageOf({ sfid: 1 })).success).toBe(false);
  });

  it('DATA-01 a folder has no content and no versions', () => {
    const folder = { ...item, showType: 'folder', fileType: 'folder', versionCount: 0 };
    const given = { ...folder, externalId: null, versionId: null };
    expect(inPage(files.list).parse(given)).toEqual(given);
  });

  it('DATA-08 a scan passes, finds a virus or fails', () => {
    const of = (scan_status: string) =>
      upload.scan.data.safeParse([{ key: 'u1', name: 'a', scan_status, upload_status: 'SUCCESS' }]).success;
    expect(['PASS', 'VIRUS', 'ERROR', 'CLEAN'].map(of)).toEqual([true, true, true, false]);
  });

  it('DATA-18 DATA-20 DATA-22 a link can be for anyone, without expiry and without a target', () => {
    const bare = {
      ...link,
      createBy: null,
      receiveByEmail: '',
      lastAccessedTime: null,
      status: 'Active',
      deleted: false,
      updatedContact: null,
      updatedTime: null,
      access: 'Anyone',
      expire: false,
      expireDateTime: null,
      password: null,
      fileSystem: null,
      parentIsExist: false,
    };
    expect(inPage(links.list).parse(bare)).toEqual(bare);
  });

  it('D-12 an outcome is done or merge', () => {
    const { data } = organise.move;
    expect(['done', 'merge', 'failed'].map((outcome) => data.safeParse({ outcome }).success)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['API-36', versions.remove],
    ['API-37', versions.makeCurrent],
    ['API-42', trash.remove],
    ['API-43', trash.restore],
    ['API-47 API-50', links.remove],
  ])('%s the data of a call without a result is true', (_id, { data }) => {
    expect(data.parse(true)).toBe(true);
    expect(data.safeParse(false).success).toBe(false);
  });

  it.each([
    ['API-21', upload.prepare],
    ['API-32', contract.preview.address],
    ['API-49', links.exportAddress],
  ])('%s the call returns an address', (_id, { data }) => {
    expect(data.parse('https://vault.example.test/a?b=c')).toBe('https://vault.example.test/a?b=c');
    expect(data.safeParse('').success).toBe(false);
  });
});

describe('DATA-10 the settings of a share', () => {
  const payload = {
    edit: true,
    accessType: 'SpecificRecipients',
    expireDateTime: Date.UTC(2026, 10, 30, 23, 59, 59, 999),
    expire: true,
    havePassword: true,
    password: 'aB3456789012',
    allowDownload: true,
    notify: true,
    addName: true,
    separate: true,
    copy: true,
    externalIds: [UUID],
    paths: ['Tax/2025'],
    path: 'Tax',
    receiveByEmails: ['ann@example.test'],
    message: 'Please sign',
  };
  it.each(Object.values(sharing))(
    '$name accepts all settings unchanged, and no setting of another type',
    ({ body }) => {
      expect(body.parse(payload)).toEqual(payload);
      expect(uncheckedOf(body, payload)).toEqual([]);
    },
  );
});
