import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createHttp, type HttpOptions } from '../http/index.ts';

/**
 * An HTTP server without calls, for tests that add their own: no token is valid, nothing is logged, replies are
 * checked.
 */
export const createTestHttp = (options: Partial<HttpOptions> = {}): Promise<FastifyInstance> =>
  createHttp({
    log: pino({ level: 'silent' }),
    authenticate: async () => null,
    publicUrl: null,
    trustProxy: false,
    portalOrigins: [],
    operators: { token: null, isLoopback: () => true },
    checkReplies: true,
    ...options,
  });
