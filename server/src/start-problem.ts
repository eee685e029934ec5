import { mkdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/index.ts';

/** The machine does not allow what a setting asks for; the message says what to write. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? error);

/** Makes the data folder if it is missing. @throws StartProblem */
export async function makeDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    const code = codeOf(error);
    const reason =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? 'there is a file in its place'
        : `this account cannot make it (${code})`;
    throw new StartProblem(
      `The data folder ${dataDir} cannot be used, because ${reason}: write another path in DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Listens at the address of the settings. @throws StartProblem when it is in use or not of this machine */
export async function listenAt(
  app: Pick<FastifyInstance, 'listen'>,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const text = problemOf(codeOf(error), { host, port });
    throw text === null ? error : new StartProblem(text, { cause: error });
  }
}

/** @returns null for an error that no setting corrects */
function problemOf(code: string, { host, port }: Pick<Config, 'host' | 'port'>): string | null {
  switch (code) {
    case 'EADDRINUSE': {
      return `Port ${port} of ${host} is in use: stop the program that uses it, or write another number in PORT.`;
    }
    case 'EACCES': {
      return `This account cannot use port ${port}: write a number above 1023 in PORT.`;
    }
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN': {
      return `${host} is not an address of this machine: write HOST=127.0.0.1, or HOST=0.0.0.0 for all of its addresses.`;
    }
    default: {
      return null;
    }
  }
}
