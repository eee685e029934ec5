export { type SyslogMessage, syslogText } from './message.ts';
export { MAX_DATAGRAM, sendSyslog } from './send.ts';
export type { SyslogTarget } from './target.ts';
