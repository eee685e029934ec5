export { passwordResetMail, passwordSetMail } from './account-mails.ts';
export { openBody } from './body.ts';
export { codeMail } from './code-mail.ts';
export { copyMail } from './copy-mail.ts';
export { deliverNow, type MailDeps } from './deliver.ts';
export { commonLanguage, languagesOf, preferredLanguage, rememberLanguage } from './languages.ts';
export { invitationMail } from './invitation-mail.ts';
export type { Brand } from './letter.ts';
export { guessedMail, openedMail, uploadedMail } from './notice-mails.ts';
export { mailCounts, type MailCounts, type OpenMail, openMails } from './open-mails.queries.ts';
export { queueMailsOf, type QuotaDeps } from './quota.ts';
export {
  mailTasks,
  type OutgoingMail,
  type QueueDeps,
  queueMails,
  sendSoon,
  withdrawMails,
  withdrawUnsent,
} from './queue.ts';
export { sealPlainMails } from './seal-plain-mails.ts';
export { shareMail } from './share-mail.ts';
