import { contract, type LinkRight, type SharePayload } from '@vault/contract';
import { ACME } from '../seeded-items.ts';
import type { Stage, VisitorStage } from './stage.ts';
import {
  activityOf,
  appends,
  calls,
  dataOf,
  exportOf,
  exposureOf,
  listens,
  loadsWindow,
  previewOf,
  requests,
  running,
  sendsSelection,
  sendsVersion,
  stateOf,
  ticketOf,
  uploadOf,
  type Use,
  visitorUploadOf,
  visitorWindowOf,
  windowOf,
} from './uses.ts';

/** A way in which an access that was given continues without another check of its call (GUARD-30). */
export interface Way<S> {
  /** what the way needs */
  right: LinkRight;
  /** the address or the call that is used, as in SIGNED_ADDRESSES or in the contract */
  address: string;
  /** what the way is bound to, by default files; an upload is bound to a record only by its transfer */
  of?: 'folder' | 'record' | 'account' | 'vault';
  begin: (stage: S) => Promise<Use>;
}

const FS1 = '/api/v1/services/file-system';
const UPLOAD = '/api/v2/services/file-system/upload/bytes/{address}';
const LINK = `${FS1}/public/links/{token}`;
const GIVEN = `${LINK}/upload/bytes/{visit}/{address}`;
const HEAD = { method: 'HEAD' };
const PUT = { method: 'PUT', body: 'x' };
const LOCK = { headers: { 'x-wopi-override': 'GET_LOCK' } };
const SAVE = { headers: { 'x-wopi-override': 'PUT', 'x-wopi-lock': 'none' }, body: 'x' };
const GET = { method: 'GET' };

const view = { right: 'view' } as const;
const download = { right: 'download' } as const;
const upload = { right: 'upload', of: 'account' } as const;
const edit = { right: 'edit' } as const;

const opened = async (stage: Stage, address: Promise<string>) => stage.setup.service.open(await address);

/** A use that counts as open when it is refused with this status, because the refusal needs access. */
const openAt =
  (status: number, use: Use): Use =>
  async () => {
    const state = await use();
    return state === `refused ${status}` ? 'open' : state;
  };

/** A conflict of locks is a reply to somebody with access. */
const withoutConflict = (use: Use): Use => openAt(409, use);

/** The calls of direct uploads without their length, which is looked at after the access. */
const withoutLength = (address: string): Use => openAt(400, requests(address, { method: 'POST' }));

/** The ways of a signed-in person. */
export const ACCOUNT_WAYS: Readonly<Record<string, Way<Stage>>> = {
  'a call with the token': {
    ...view,
    of: 'folder',
    address: 'files.list',
    begin: async ({ client, folder }) => {
      const params = { recordId: ACME };
      return async () => {
        const { code } = await client.call(contract.files.list, { params, query: { parentFolder: folder } });
        return code === 200 ? 'open' : `refused ${code}`;
      };
    },
  },
  'a ticket': {
    ...download,
    address: `GET ${FS1}/download/ticket/{token}`,
    begin: async (stage) => requests(await ticketOf(stage), { headers: { range: 'bytes=9-19' } }),
  },
  'the size of a ticket': {
    ...download,
    address: `GET ${FS1}/download/ticket/{token}`,
    begin: async (stage) => requests(await ticketOf(stage), HEAD),
  },
  'a running ticket': {
    ...download,
    address: `GET ${FS1}/download/ticket/{token}`,
    begin: running(async (stage) => fetch(await ticketOf(stage))),
  },
  'a running download': { ...download, address: 'download.selection', begin: running(sendsSelection) },
  'a running version': { ...download, address: 'download.version', begin: running(sendsVersion) },
  'a preview address': {
    ...view,
    address: `GET ${FS1}/previews/{token}`,
    begin: async (stage) => requests(await previewOf(stage), { headers: { range: 'bytes=9-19' } }),
  },
  'a running preview': {
    ...view,
    address: `GET ${FS1}/previews/{token}`,
    begin: running(async (stage) => fetch(await previewOf(stage))),
  },
  'an export address': {
    ...view,
    of: 'record',
    address: `GET ${FS1}/links-export/{token}`,
    begin: async (stage) => requests(await exportOf(stage)),
  },
  'an export address of the activity': {
    ...view,
    of: 'vault',
    address: 'GET /api/v1/activity-export/{token}',
    begin: async (stage) => requests(await activityOf(stage, contract.activity.exportAddress)),
  },
  'an export address of the activity with its chain': {
    ...view,
    of: 'vault',
    address: 'GET /api/v1/activity-proof/{token}',
    begin: async (stage) => requests(await activityOf(stage, contract.activity.proofAddress)),
  },
  'an export address of the exposure': {
    ...view,
    of: 'vault',
    address: 'GET /api/v1/exposure-export/{token}',
    begin: async (stage) => requests(await exposureOf(stage)),
  },
  'the progress of an upload': {
    ...upload,
    address: `HEAD ${UPLOAD}`,
    begin: async (stage) => requests(await uploadOf(stage), HEAD),
  },
  'an upload': {
    ...upload,
    address: `PUT ${UPLOAD}`,
    begin: async (stage) => requests(await uploadOf(stage), PUT),
  },
  'a chunk of an upload': {
    ...upload,
    address: `PATCH ${UPLOAD}`,
    begin: async (stage) => appends(await uploadOf(stage)),
  },
  'the parts of a direct upload': {
    ...upload,
    address: `POST ${UPLOAD}/direct`,
    begin: async (stage) => withoutLength(`${await uploadOf(stage)}/direct`),
  },
  'the end of a direct upload': {
    ...upload,
    address: `POST ${UPLOAD}/direct/complete`,
    begin: async (stage) => withoutLength(`${await uploadOf(stage)}/direct/complete`),
  },
  'a stream of events': { ...view, of: 'record', address: 'events.stream', begin: listens },
  'an office window': {
    ...view,
    address: 'GET /office/{token}',
    begin: async (stage) => loadsWindow(await windowOf(stage)),
  },
  'the data of an office file': {
    ...view,
    address: 'GET /wopi/files/{fileId}',
    begin: async (stage) => calls(stage.setup, await opened(stage, windowOf(stage)), '', GET),
  },
  'the bytes of an office file': {
    ...view,
    address: 'GET /wopi/files/{fileId}/contents',
    begin: async (stage) => calls(stage.setup, await opened(stage, windowOf(stage)), '/contents', GET),
  },
  'the lock of an office file': {
    ...view,
    address: 'POST /wopi/files/{fileId}',
    begin: async (stage) => calls(stage.setup, await opened(stage, windowOf(stage)), '', LOCK),
  },
  'a save of an office file': {
    ...edit,
    address: 'POST /wopi/files/{fileId}/contents',
    begin: async (stage) =>
      withoutConflict(calls(stage.setup, await opened(stage, windowOf(stage)), '/contents', SAVE)),
  },
};

const { recipient } = contract;
const shared = ({ folder }: Stage): SharePayload => ({ paths: [folder], password: 'first password' });

/** A way of a visitor, with the link that gives it. */
export interface VisitorWay extends Way<VisitorStage> {
  link: (stage: Stage) => SharePayload;
}

const visits = { ...view, link: shared };
const downloads = {
  ...download,
  link: (stage: Stage): SharePayload => ({ ...shared(stage), allowDownload: true }),
};
const edits = { ...edit, link: (stage: Stage): SharePayload => ({ ...shared(stage), edit: true }) };
const gives = {
  right: 'upload' as const,
  of: 'folder' as const,
  link: ({ folder }: Stage): SharePayload => ({ path: folder, password: 'first password' }),
};

const visitorTicketOf = async ({ visitor, folder }: VisitorStage): Promise<string> => {
  const reply = await visitor.ask(recipient.downloadTicket, { body: { paths: [folder] } });
  return ((await reply.json()) as { data: { url: string } }).data.url;
};
const mediaAddressOf = async ({ visitor, film }: VisitorStage): Promise<string> => {
  const input = { params: { externalId: film.externalId }, query: { kinds: 'all' } };
  return dataOf(await visitor.ask(recipient.previewAddress, input));
};

/** The ways of a visitor of a link. */
export const VISITOR_WAYS: Readonly<Record<string, VisitorWay>> = {
  'a call of a visit': {
    ...visits,
    of: 'folder',
    address: 'recipient.list',
    begin:
      async ({ visitor, folder }) =>
      async () =>
        stateOf(await visitor.ask(recipient.list, { query: { path: folder } })),
  },
  'a running preview of a visit': {
    ...visits,
    address: 'recipient.preview',
    begin: running(({ visitor, film }) =>
      visitor.ask(recipient.preview, { params: { externalId: film.externalId }, query: { kinds: 'all' } }),
    ),
  },
  'a preview address of a visit': {
    ...visits,
    address: `GET ${LINK}/preview/{signed}`,
    begin: async (stage) => requests(await mediaAddressOf(stage), { headers: { range: 'bytes=9-19' } }),
  },
  'a running preview address of a visit': {
    ...visits,
    address: `GET ${LINK}/preview/{signed}`,
    begin: running(async (stage) => fetch(await mediaAddressOf(stage))),
  },
  'a running download of a visit': {
    ...downloads,
    address: 'recipient.download',
    begin: running(({ visitor, folder }) => visitor.ask(recipient.download, { body: { paths: [folder] } })),
  },
  'a ticket of a visit': {
    ...downloads,
    address: `GET ${LINK}/download-ticket/{ticket}`,
    begin: async (stage) => requests(await visitorTicketOf(stage), { headers: { range: 'bytes=9-19' } }),
  },
  'a running ticket of a visit': {
    ...downloads,
    address: `GET ${LINK}/download-ticket/{ticket}`,
    begin: running(async (stage) => fetch(await visitorTicketOf(stage))),
  },
  'the progress of an upload of a visit': {
    ...gives,
    address: `HEAD ${GIVEN}`,
    begin: async (stage) => requests(await visitorUploadOf(stage), HEAD),
  },
  'an upload of a visit': {
    ...gives,
    address: `PUT ${GIVEN}`,
    begin: async (stage) => requests(await visitorUploadOf(stage), PUT),
  },
  'a chunk of an upload of a visit': {
    ...gives,
    address: `PATCH ${GIVEN}`,
    begin: async (stage) => appends(await visitorUploadOf(stage)),
  },
  'the parts of a direct upload of a visit': {
    ...gives,
    address: `POST ${GIVEN}/direct`,
    begin: async (stage) => withoutLength(`${await visitorUploadOf(stage)}/direct`),
  },
  'the end of a direct upload of a visit': {
    ...gives,
    address: `POST ${GIVEN}/direct/complete`,
    begin: async (stage) => withoutLength(`${await visitorUploadOf(stage)}/direct/complete`),
  },
  'an office window of a visit': {
    ...visits,
    link: edits.link,
    address: 'GET /office/{token}',
    begin: async (stage) => loadsWindow(await visitorWindowOf(stage)),
  },
  'the bytes of an office file of a visit': {
    ...visits,
    link: edits.link,
    address: 'GET /wopi/files/{fileId}/contents',
    begin: async (stage) => calls(stage.setup, await opened(stage, visitorWindowOf(stage)), '/contents', GET),
  },
  'a save of an office file of a visit': {
    ...edits,
    address: 'POST /wopi/files/{fileId}/contents',
    begin: async (stage) =>
      withoutConflict(calls(stage.setup, await opened(stage, visitorWindowOf(stage)), '/contents', SAVE)),
  },
};
