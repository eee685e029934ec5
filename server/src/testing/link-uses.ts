import { contract, type Endpoint, type LinkRight, type SharePayload } from '@vault/contract';
import type { MAKING } from './links.ts';

const { recipient } = contract;

/** A link that passes on a right, and a call of its visitors that needs the right. */
export interface LinkUse {
  call: keyof typeof MAKING;
  payload: SharePayload;
  endpoint: Endpoint;
  input: (externalId: string) => object;
  /** a link without this right gives nothing: it has ended */
  base: LinkRight;
}

/** The folder of the links; it contains a file. */
export const LINKED_FOLDER = 'Linked';

const share = { call: 'shareLink', base: 'view' } as const;
const paths = [LINKED_FOLDER];

/** One row for each right of a link; a new right needs one here and in permission-table.ts. */
export const LINK_USES: Readonly<Record<LinkRight, LinkUse>> = {
  view: { ...share, payload: { paths }, endpoint: recipient.list, input: () => ({ query: {} }) },
  download: {
    ...share,
    payload: { paths, allowDownload: true },
    endpoint: recipient.downloadSize,
    input: () => ({ body: { paths } }),
  },
  edit: {
    ...share,
    payload: { paths, edit: true },
    endpoint: recipient.editAddress,
    input: (externalId) => ({ params: { externalId } }),
  },
  upload: {
    call: 'requestLink',
    base: 'upload',
    payload: { path: LINKED_FOLDER },
    endpoint: recipient.uploadReceipt,
    input: () => ({ query: {} }),
  },
};
