// Builds the server as JavaScript when its sources changed, so that no start strips types (SPEED-10).
import { join } from 'node:path';
import { buildOnce } from './build-once.mjs';
import { projectNode, root, run, ScriptError } from './script.mjs';

const SOURCES = [
  'contract/src',
  'demo/src',
  'server/src',
  'tools/strip-types.mjs',
  'tools/to-javascript.mjs',
];

/** Writes server/dist with what it imports of the other workspaces: some seconds, nothing when it is up to date. */
export async function buildServer() {
  await buildOnce({
    what: 'the server',
    mark: 'server/dist/.built-from',
    sources: SOURCES,
    make: async () => {
      const code = await run(projectNode(), [join(root, 'tools/strip-types.mjs')]);
      if (code !== 0) throw new ScriptError('The server could not be built: see the lines above.');
    },
  });
}
