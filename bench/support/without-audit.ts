import { replaceRecording } from './replace-recording.ts';

// For `--import` of a server that the bench compares with: nothing is recorded.
replaceRecording(`
  export const recordAudit = async () => undefined;
  export const recordAuditAlone = async () => undefined;
  export const rowOf = () => { throw new Error('This server records nothing'); };
`);
