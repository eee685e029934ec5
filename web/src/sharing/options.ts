import {
  distinctAddresses,
  isEmailAddress,
  MAX_SHARE_MESSAGE,
  Messages,
  type LinkAccessType,
  type SharePayload,
} from '@vault/contract';
import { isAllowedTime } from './expiry.ts';
import { targetOf, type ShareSubject } from './subject.ts';

/** The state of the form of a share or a request. */
export interface ShareOptions {
  accessType: LinkAccessType;
  /** the end of the chosen day in UTC, in epoch milliseconds; null while none is chosen */
  expirationDate: number | null;
  noExpirationDate: boolean;
  havePassword: boolean;
  password: string;
  allowDownload: boolean;
  allowEdit: boolean;
  notify: boolean;
  addName: boolean;
  /** only for requests for anyone: visitors must state a name or an e-mail address (USE-47) */
  askGiver: boolean;
  /**
   * whether each recipient gets a separate mail; null when the person has not chosen, and then several recipients get
   * separate mails (USE-42)
   */
  separate: boolean | null;
  copy: boolean;
  /** the recipients as typed: addresses separated by spaces or line ends */
  receiveByEmail: string;
  message: string;
}

/**
 * The initial options of the form (SHARE-09, SHARE-10), without the expiration date, which `shareDays` gives (USE-42).
 */
export const DEFAULT_OPTIONS: ShareOptions = {
  accessType: 'Anyone',
  expirationDate: null,
  noExpirationDate: false,
  havePassword: false,
  password: '',
  allowDownload: true,
  allowEdit: false,
  notify: false,
  addName: true,
  separate: null,
  copy: false,
  receiveByEmail: '',
  message: '',
  askGiver: true,
};

/**
 * SHARE-22, USE-17: returns the typed addresses, without duplicates. Spaces and line ends separate them; commas and
 * semicolons do not.
 */
export const recipientsIn = (typed: string): string[] =>
  distinctAddresses(typed.split(/\s+/).filter((part) => part !== ''));

/** USE-42: returns whether each recipient gets a separate mail; by default they do when there is more than one. */
export const isSeparate = ({ separate, receiveByEmail }: ShareOptions): boolean =>
  separate ?? recipientsIn(receiveByEmail).length > 1;

/**
 * USE-47: returns whether a request can ask for the giver's name. Recipients of a mail are not asked, because a code
 * verifies them.
 */
export const canAskGiver = ({ kind }: Pick<ShareSubject, 'kind'>, { accessType }: ShareOptions): boolean =>
  kind === 'request' && accessType === 'Anyone';

/** The messages of invalid options, by field. */
export type ShareProblems = Partial<Record<'expirationDate' | 'receiveByEmail' | 'message', string>>;

/**
 * Validates the options (SHARE-11 … SHARE-14, SHARE-20, SHARE-21, SHARE-23).
 * @returns {} when the options can be sent
 */
export function problemsOf(options: ShareOptions): ShareProblems {
  const { accessType, expirationDate, noExpirationDate, receiveByEmail, message } = options;
  const problems: ShareProblems = {};
  if (!noExpirationDate) {
    if (expirationDate === null) problems.expirationDate = Messages.expiryRequired;
    else if (!isAllowedTime(expirationDate, 0)) problems.expirationDate = Messages.expiryOutOfRange;
  }
  if (accessType === 'SpecificRecipients') {
    const recipients = recipientsIn(receiveByEmail);
    if (recipients.length === 0 || !recipients.every(isEmailAddress)) {
      problems.receiveByEmail = Messages.mailboxInvalid;
    }
  }
  if (message.length > MAX_SHARE_MESSAGE) problems.message = Messages.shareMessageTooLong;
  return problems;
}

/** SHARE-26, REQUEST-05: returns the options in the form of the calls (DATA-10). */
export function payloadOf(subject: ShareSubject, options: ShareOptions): SharePayload {
  const isShare = subject.kind === 'share';
  const isByMail = options.accessType === 'SpecificRecipients';
  return {
    edit: isShare && options.allowEdit,
    accessType: options.accessType,
    expireDateTime: options.noExpirationDate ? null : options.expirationDate,
    expire: !options.noExpirationDate,
    havePassword: options.havePassword,
    password: options.havePassword ? options.password : null,
    allowDownload: isShare && options.allowDownload,
    notify: options.notify,
    addName: options.addName,
    ...(canAskGiver(subject, options) && { askGiver: options.askGiver }),
    separate: isByMail && isSeparate(options),
    copy: isByMail && options.copy,
    ...targetOf(subject),
    receiveByEmails: isByMail ? recipientsIn(options.receiveByEmail) : [],
    message: options.message,
  };
}
