import type { BaseLogger } from 'pino';

/** The part of a pino logger that the platform needs: fields first, then the sentence. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
