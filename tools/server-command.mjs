// How the built server is started: by `npm start`, by the benches, and in the service file of docs/operating.md
// (tools/built-server.test.ts). The reasons and figures are in docs/decisions/built-server.md (SPEED-10).
import { join } from 'node:path';
import { root } from './script.mjs';

/** Arguments of Node. */
export const nodeFlags = ['--max-semi-space-size=16'];

/** Settings of the C library and of Node, in addition to those of the vault. */
export const nodeSettings = {
  // One arena for all threads: with one for each, memory that a thread has freed stays with it.
  MALLOC_ARENA_MAX: '1',
};

export const builtServer = join(root, 'server/dist/main.js');
