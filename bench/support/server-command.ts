import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How `npm start` of a checkout starts its server. */
export interface ServerCommand {
  script: string;
  nodeFlags: readonly string[];
  settings: Record<string, string>;
}

interface CommandModule {
  builtServer: string;
  nodeFlags: readonly string[];
  nodeSettings: Record<string, string>;
}

interface BuildModule {
  buildServer: () => Promise<void>;
}

/**
 * Builds the server of a checkout, which has its packages, and returns its command.
 * @param checkout of any version: the first ones have no build
 */
export async function serverCommandOf(checkout: string): Promise<ServerCommand> {
  const load = async (file: string): Promise<unknown> =>
    import(pathToFileURL(join(checkout, 'tools', file)).href);
  if (!existsSync(join(checkout, 'tools/server-command.mjs'))) {
    return { script: join(checkout, 'server/src/main.ts'), nodeFlags: [], settings: {} };
  }
  await ((await load('build-server.mjs')) as BuildModule).buildServer();
  const { builtServer, nodeFlags, nodeSettings } = (await load('server-command.mjs')) as CommandModule;
  return { script: builtServer, nodeFlags, settings: nodeSettings };
}
