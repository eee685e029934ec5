import { hostname } from 'node:os';

/** A message of RFC 5424. */
export interface SyslogMessage {
  /** the event was refused or failed: severity 4 (warning) in place of 6 (informational) */
  isWarning: boolean;
  /** ISO 8601 in UTC with Z */
  at: string;
  /** the kind of the message; characters that RFC 5424 does not allow are left out */
  id: string;
  /** JSON */
  json: string;
}

/** The facility 'log audit' of RFC 5424, 6.2.1. */
const FACILITY = 13;
const APP_NAME = 'portal-vault';
const MAX_ID = 32;
const MAX_HOSTNAME = 255;
const NONE = '-';

/**
 * The text of a message by RFC 5424. Its JSON has only ASCII, with escapes for other characters: text in UTF-8 would
 * need a byte order mark in front, which parsers of JSON refuse.
 */
export function syslogText({ isWarning, at, id, json }: SyslogMessage): string {
  const priority = FACILITY * 8 + (isWarning ? 4 : 6);
  const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? at : NONE;
  const host = printable(hostname(), MAX_HOSTNAME);
  const head = [`<${priority}>1`, timestamp, host, APP_NAME, NONE, printable(id, MAX_ID), NONE];
  return `${head.join(' ')} ${inAscii(json)}`;
}

/** PRINTUSASCII of RFC 5424. */
const printable = (text: string, length: number) => text.replaceAll(/[^!-~]/g, '').slice(0, length) || NONE;

const inAscii = (json: string) =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
