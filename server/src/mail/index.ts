export { deliverNow, type MailParts } from './deliver.ts';
export { mailTasks, type OutgoingMail, queueMails, withdrawMails } from './queue.ts';
