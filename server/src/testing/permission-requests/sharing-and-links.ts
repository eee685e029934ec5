import { contract } from '@vault/contract';
import { createRequest, inPath } from './create-request.ts';

const { sharing, links } = contract;

const DAY_MS = 86_400_000;
const soon = () => Date.now() + 3 * DAY_MS;

const shareRequest = (endpoint: typeof sharing.shareLink, receivers: object, expire: object, as: string) =>
  createRequest(
    endpoint,
    'record',
    (own) => ({ params: inPath(own), body: { ...receivers, ...expire, externalIds: [own.externalId] } }),
    {
      as,
      // The call checks that the items exist before it checks the flag (contract 5.5).
      ...('expire' in expire
        ? { also: ['noExp'] as const }
        : {
            mixed: (own, foreign) => ({
              params: inPath(own),
              body: { ...receivers, externalIds: [own.externalId, foreign.externalId] },
            }),
          }),
    },
  );
const fileRequest = (endpoint: typeof sharing.requestLink, receivers: object, expire: object, as: string) =>
  createRequest(
    endpoint,
    'record',
    (own) => ({ params: inPath(own), body: { ...receivers, ...expire, path: own.folder } }),
    // GUARD-10: a request passes on the permission to create
    { as, also: 'expire' in expire ? ['create', 'noExp'] : ['create'] },
  );
const ANYONE = { accessType: 'Anyone' };
const MAILED = { accessType: 'SpecificRecipients', receiveByEmails: ['client@example.test'] };
const ENDLESS = { expire: false };

export const sharingRequests = [
  ...(
    [
      ['with an end', {}],
      ['without an end', ENDLESS],
    ] as const
  ).flatMap(([as, expire]) => [
    shareRequest(sharing.shareLink, ANYONE, expire, as),
    shareRequest(sharing.shareByEmail, MAILED, expire, as),
    fileRequest(sharing.requestLink, ANYONE, expire, as),
    fileRequest(sharing.requestByEmail, MAILED, expire, as),
  ]),
  createRequest(links.list, 'record', (own) => ({ params: inPath(own) })),
  createRequest(links.exportAddress, 'record', (own) => ({ params: inPath(own) })),
  createRequest(
    links.update,
    'record',
    (own) => ({
      params: inPath(own),
      body: { id: own.link, expire: true, expireDateTime: soon(), notify: false },
    }),
    {
      missing: 'P10',
      mixed: (own, foreign) => ({
        params: inPath(own),
        body: { id: foreign.link, expire: true, expireDateTime: soon(), notify: false },
      }),
    },
  ),
  createRequest(
    links.update,
    'record',
    (own) => ({ params: inPath(own), body: { id: own.link, expire: false, notify: false } }),
    { as: 'without an end', missing: 'P10', also: ['noExp'] },
  ),
  createRequest(links.remove, 'record', (own) => ({ params: { ...inPath(own), id: own.link } }), {
    missing: 'P10',
    mixed: (own, foreign) => ({ params: { ...inPath(own), id: foreign.link } }),
  }),
];
