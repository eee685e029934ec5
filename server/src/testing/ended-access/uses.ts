import { contract, requestOf } from '@vault/contract';
import { grant } from '../../session/index.ts';
import type { CallOptions, OpenDocument } from '../office-service.ts';
import { ACME } from '../seeded-items.ts';
import { sendCall } from './send-call.ts';
import type { Stage, VisitorStage } from './stage.ts';

/** Uses an access that was given before. @returns 'open', or how it has ended */
export type Use = () => Promise<string>;

export const stateOf = async (reply: Response): Promise<string> => {
  await reply.body?.cancel();
  return reply.ok ? 'open' : `refused ${reply.status}`;
};

export const requests =
  (address: string, init: RequestInit = {}): Use =>
  async () =>
    stateOf(await fetch(address, init));

/** Begins a transfer that the client does not read. @returns a use that reads it to its end */
export async function begins(reply: Promise<Response>): Promise<Use> {
  const { status, headers, body } = await reply;
  if (status !== 200 || body === null) throw new Error(`not begun: ${status}`);
  const length = Number(headers.get('content-length'));
  let bytes = 0;
  return async () => {
    try {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
    } catch {
      return 'cut';
    }
    return bytes === length ? 'open' : 'cut';
  };
}

/** A transfer that has begun can only be used once. */
export const running =
  <S>(begin: (stage: S) => Promise<Response>) =>
  async (stage: S): Promise<Use> =>
    begins(begin(stage));

const download = contract.download;
const selection = ({ folder }: Stage) => ({ linkId: ACME, paths: [folder] });

export const ticketOf = async (stage: Stage): Promise<string> =>
  (await stage.client.data(download.ticket, { body: selection(stage) })).url;

export const previewOf = ({ client, film }: Stage): Promise<string> =>
  client.data(contract.preview.address, { params: { externalId: film.externalId }, query: { kinds: 'all' } });

export const exportOf = ({ client }: Stage): Promise<string> =>
  client.data(contract.links.exportAddress, { params: { recordId: ACME }, query: {} });

/** C117, C118: the address of an export of a person with the right 'audit'. */
export async function activityOf(
  { client, setup, subject }: Stage,
  call: (typeof contract.activity)['exportAddress' | 'proofAddress'],
): Promise<string> {
  await grant(setup.vault.deps, subject.accountId, { words: ['audit'], records: [], newRecords: [] });
  return client.data(call, { query: { from: '2200-01-01T00:00:00.000Z' } });
}

/** C122: the address of an export of the exposure of a file. */
export async function exposureOf({ client, setup, subject, film }: Stage): Promise<string> {
  await grant(setup.vault.deps, subject.accountId, { words: ['audit'], records: [], newRecords: [] });
  return client.data(contract.exposure.exportAddress, { params: { id: film.sfid } });
}

export const sendsSelection = (stage: Stage) =>
  sendCall(stage.client, download.selection, { body: selection(stage) });
export const sendsVersion = (stage: Stage) =>
  sendCall(stage.client, download.version, { params: { sfid: stage.film.sfid } });

/** C17: the address of an upload with a key. */
let keys = 0;
export async function uploadOf({ client }: Stage): Promise<string> {
  keys += 1;
  const query = { fileName: `u-ended-${keys}` };
  return client.data(contract.upload.prepare, { query, body: { RelFileName: 'a.txt' } });
}
export async function visitorUploadOf({ visitor }: VisitorStage): Promise<string> {
  keys += 1;
  const query = { fileName: `u-ended-${keys}` };
  const reply = await visitor.ask(contract.recipient.prepareUpload, {
    query,
    body: { RelFileName: 'a.txt' },
  });
  return dataOf(reply);
}

/** Appends a byte at each use. */
export function appends(address: string): Use {
  let offset = 0;
  return async () => {
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    const reply = await fetch(address, { method: 'PATCH', body: 'x', headers });
    offset += 1;
    return stateOf(reply);
  };
}

/** C56: the stream has ended when the server closes it. */
export async function listens({ client }: Stage): Promise<Use> {
  const { path } = requestOf(contract.events.stream, { params: { recordId: ACME } });
  const { status, body } = await client.fetch(path);
  if (status !== 200 || body === null) throw new Error(`no stream: ${status}`);
  let state = 'open';
  void body.pipeTo(new WritableStream()).finally(() => (state = 'ended'));
  return async () => state;
}

/** C30: the page of an office window, as the browser loads it again. */
export async function loadsWindow(address: string): Promise<Use> {
  const first = await fetch(address);
  await first.body?.cancel();
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  return requests(address, { headers: { cookie } });
}

export const windowOf = ({ client, letter }: Stage): Promise<string> =>
  client.data(contract.preview.officeOnline, { params: { sfid: letter.sfid }, query: { action: 'edit' } });
export const visitorWindowOf = async ({ visitor, letter }: VisitorStage): Promise<string> =>
  dataOf(await visitor.ask(contract.recipient.editAddress, { params: { externalId: letter.externalId } }));

export const calls =
  (setup: Stage['setup'], document: OpenDocument, path: '' | '/contents', options: CallOptions): Use =>
  async () =>
    stateOf(await setup.service.call(document, path, options));

export async function dataOf(reply: Response): Promise<string> {
  const { data, errorMessage } = (await reply.json()) as { data: string | null; errorMessage: string };
  if (data === null) throw new Error(errorMessage);
  return data;
}
