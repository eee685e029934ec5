import { HttpError } from '../http/index.ts';

/**
 * A refusal in the terms of WOPI: the status and the headers that the operation specifies. Services read nothing else,
 * so there is no envelope.
 */
export class WopiRefusal extends HttpError {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, for services that read more */
  readonly body: object | null;

  constructor(
    status: number,
    reason: string,
    { headers = {}, body = null }: { headers?: Record<string, string>; body?: object | null } = {},
  ) {
    super(status, reason);
    this.name = 'WopiRefusal';
    this.headers = headers;
    this.body = body;
  }
}

const LOCK = 'x-wopi-lock';
const REASON = 'x-wopi-lockfailurereason';

/** The refusals that exist only in WOPI. The office service writes the reasons to its log. */
export const Refusals = {
  /** the token is unknown, expired or of another file, or its person has signed out */
  badToken: () => new WopiRefusal(401, 'The access token is not valid.'),
  /** there is no such file, or the person may not do this: WOPI has one status for both */
  notFoundOrNotAllowed: () => new WopiRefusal(404, 'There is no such file, or the person may not do this.'),
  /** 'the host must return a 500' (Microsoft, "proof keys"): the only refusal with this status */
  notProven: () => new WopiRefusal(500, 'The call is not signed by the office service.'),
  unsupported: () => new WopiRefusal(501, 'This operation is not supported.'),
  noLockGiven: () => new WopiRefusal(400, 'X-WOPI-Lock is missing, empty or longer than 1024 characters.'),
  /** @param held the present lock, '' when there is none */
  lockMismatch: (held: string) => {
    const reason = held === '' ? 'The file is not locked.' : 'Another lock holds the file.';
    return new WopiRefusal(409, reason, { headers: { [LOCK]: held, [REASON]: reason } });
  },
  /** Collabora: 'Document changed in storage' (COOLStatusCode::DOC_CHANGED) */
  changedInStorage: (held: string) =>
    new WopiRefusal(409, 'Another person has changed the file in storage.', {
      headers: { [LOCK]: held },
      body: { COOLStatusCode: 1010, LOOLStatusCode: 1010 },
    }),
  /**
   * @param free a name that the service can try instead, in UTF-7
   * @param held the lock of the file that has the name
   */
  nameTaken: ({ free, held }: { free: string; held: string }) =>
    new WopiRefusal(409, 'There is a file of this name.', {
      headers: { [LOCK]: held, 'x-wopi-validrelativetarget': free },
    }),
  /** @param valid a name that the service can try instead, in UTF-7 */
  badTarget: (problem: string, valid: string) =>
    new WopiRefusal(400, problem, { headers: { 'x-wopi-validrelativetarget': valid } }),
  badName: (problem: string) =>
    new WopiRefusal(400, problem, { headers: { 'x-wopi-invalidfilenameerror': plain(problem) } }),
  badUserInfo: () => new WopiRefusal(400, 'UserInfo has more than 1024 characters.'),
  larger: () => new WopiRefusal(412, 'The file is larger than X-WOPI-MaxExpectedSize.'),
  /** the service can retry */
  notScanned: () => new WopiRefusal(503, 'The file cannot be scanned at the moment.'),
};

/** Replaces the characters that a header cannot contain. */
export const plain = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?');

/** The WOPI form of a refusal of the vault. */
export function wopiAnswer(error: HttpError): {
  status: number;
  headers: Record<string, string>;
  body: object | null;
} {
  const reason = { 'x-wopi-servererror': plain(error.message) };
  if (error instanceof WopiRefusal) {
    return { status: error.code, headers: { ...error.headers, ...reason }, body: error.body };
  }
  // WOPI has no 403: a file without access does not exist for the caller.
  return { status: error.code === 403 ? 404 : error.code, headers: reason, body: null };
}
