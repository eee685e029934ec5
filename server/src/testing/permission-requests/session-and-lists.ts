import { contract } from '@vault/contract';
import { PASSWORD } from '../accounts.ts';
import { createRequest, inPath } from './create-request.ts';

const { session, account, secondFactor, oneTime, tree, files, history, events } = contract;

const UNKNOWN = { challenge: 'unknown' };
/** the reply to an unknown challenge of a second factor */
const ENDED = { allowed: 401 };
const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const };
const ASSERTION = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const NEW_PASSKEY = { ...CREDENTIAL, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };

export const sessionRequests = [
  createRequest(session.signIn, 'nothing', () => ({
    body: { email: 'ada@example.test', password: PASSWORD },
  })),
  createRequest(session.demoAccounts, 'nothing', () => ({})),
  createRequest(session.methods, 'nothing', () => ({})),
  createRequest(oneTime.requestPasswordReset, 'nothing', () => ({ body: { email: 'malformed' } }), {
    allowed: 400,
  }),
  createRequest(
    oneTime.setUp,
    'nothing',
    () => ({
      body: {
        token: 'unknown',
        name: 'Zoe',
        email: 'zoe@example.test',
        password: PASSWORD,
        recordName: 'Acme',
      },
    }),
    { allowed: 410 },
  ),
  createRequest(oneTime.readAddress, 'nothing', () => ({ body: { token: 'unknown' } }), { allowed: 410 }),
  createRequest(
    oneTime.setPassword,
    'nothing',
    () => ({ body: { token: 'unknown', newPassword: PASSWORD } }),
    { allowed: 410 },
  ),
  createRequest(
    session.changePassword,
    'nothing',
    () => ({ body: { currentPassword: PASSWORD, newPassword: 'too short' } }),
    { allowed: 400 },
  ),
  createRequest(session.continueOfficeWindows, 'nothing', () => ({ body: { formerToken: 'unknown' } })),
  createRequest(session.me, 'nothing', () => ({})),
  createRequest(session.records, 'nothing', () => ({})),
  createRequest(secondFactor.state, 'nothing', () => ({})),
  createRequest(secondFactor.beginChange, 'nothing', () => ({ body: { currentPassword: PASSWORD } })),
  createRequest(secondFactor.checkCode, 'nothing', () => ({ body: { ...UNKNOWN, code: '123456' } }), ENDED),
  createRequest(
    secondFactor.checkPasskey,
    'nothing',
    () => ({ body: { ...UNKNOWN, response: ASSERTION } }),
    ENDED,
  ),
  createRequest(secondFactor.startApp, 'nothing', () => ({ body: UNKNOWN }), ENDED),
  createRequest(secondFactor.confirmApp, 'nothing', () => ({ body: { ...UNKNOWN, code: '123456' } }), ENDED),
  createRequest(secondFactor.startPasskey, 'nothing', () => ({ body: UNKNOWN }), ENDED),
  createRequest(
    secondFactor.confirmPasskey,
    'nothing',
    () => ({ body: { ...UNKNOWN, name: 'Phone', response: NEW_PASSKEY } }),
    // The tests listen at an IP address.
    { allowed: 409 },
  ),
  createRequest(secondFactor.remove, 'nothing', () => ({ body: { ...UNKNOWN, passkeyId: null } }), ENDED),
  createRequest(secondFactor.newRecoveryCodes, 'nothing', () => ({ body: UNKNOWN }), ENDED),
  createRequest(secondFactor.reset, 'nothing', () => ({ params: { personId: 'unknown' } }), { allowed: 404 }),
  createRequest(account.sessions, 'nothing', () => ({})),
  createRequest(account.endSession, 'nothing', () => ({ params: { sessionId: 'unknown' } }), {
    allowed: 404,
  }),
  createRequest(account.endOtherSessions, 'nothing', () => ({})),
  createRequest(session.signOut, 'nothing', () => ({}), { endsSession: true }),
];

export const listRequests = [
  createRequest(tree.folders, 'record', (own) => ({ params: inPath(own) })),
  createRequest(
    files.list,
    'record',
    (own) => ({ params: inPath(own), query: { parentFolder: own.folder } }),
    {
      mixed: (own, foreign) => ({ params: inPath(own), query: { parentFolder: foreign.folderId } }),
    },
  ),
  createRequest(
    files.list,
    'record',
    (own) => ({ params: inPath(own), query: { name: 'plan', allFolder: 'true' as const } }),
    {
      as: 'search',
    },
  ),
  createRequest(events.stream, 'record', (own) => ({ params: inPath(own) })),
  createRequest(files.settings, 'nothing', () => ({
    body: { filters: { name: 'fileSystem', key: 'fileSearch' } },
  })),
  createRequest(history.recentSearches, 'record', ({ recordId }) => ({ query: { relationId: recordId } })),
  createRequest(history.accessRecords, 'ids', ({ file }) => ({
    query: { type: 'Download' as const, relationId: file },
  })),
  createRequest(
    history.accessRecords,
    'ids',
    ({ recordId }) => ({ query: { type: 'Search_File' as const, relationId: recordId } }),
    { as: 'searches' },
  ),
  createRequest(
    history.accessRecords,
    'ids',
    ({ link }) => ({ query: { type: 'Link_View' as const, relationId: link } }),
    {
      as: 'link views',
    },
  ),
];
