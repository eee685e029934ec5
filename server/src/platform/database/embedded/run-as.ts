import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { DatabaseStartError } from '../start-error.ts';

const run = promisify(execFile);

/**
 * The account under which PostgreSQL runs, because it refuses uid 0.
 * - `self`: the server is an ordinary user, and so is PostgreSQL.
 * - `namespace`: the server is root. PostgreSQL runs in a separate user namespace, where root has an ordinary number:
 *   this needs no account and no change of owners, and works below folders that only root can enter.
 * - `account`: the server is root but cannot create namespaces (some containers): an existing account is used.
 */
export type RunAs =
  | { kind: 'self' }
  | { kind: 'namespace' }
  | { kind: 'account'; name: string; uid: number; gid: number };

/** The arguments of `spawn` and `execFile`. */
export interface Command {
  file: string;
  args: string[];
  options: { env: NodeJS.ProcessEnv; uid?: number; gid?: number };
}

const STANDARD_PATH = '/usr/local/bin:/usr/bin:/bin';
const NAMESPACE = ['--user', '--map-user=65534', '--map-group=65534', '--'];

/**
 * @returns the command that starts the program under the given strategy, with an environment without the server's
 * secrets
 */
export function commandAs(runAs: RunAs, program: string, args: readonly string[]): Command {
  const env = { PATH: STANDARD_PATH, LC_ALL: 'C', TZ: 'UTC' };
  if (runAs.kind === 'namespace') {
    // unshare replaces itself by the program, so its pid and its signals are the program's.
    return { file: 'unshare', args: [...NAMESPACE, program, ...args], options: { env } };
  }
  const { uid, gid } = runAs.kind === 'account' ? runAs : {};
  return {
    file: program,
    args: [...args],
    options: { env, ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) },
  };
}

/**
 * Chooses a strategy and tests it: under it, the program must start and the data folder must be accessible.
 * @param dataDir the data folder of the vault; exists
 * @param clusterDir PostgreSQL's own folder in it; can be missing
 * @param uid the user id of this process
 * @throws DatabaseStartError with the attempts and the options of the operator
 */
export async function chooseRunAs(
  binaries: Binaries,
  dataDir: string,
  clusterDir: string,
  uid = process.getuid?.() ?? -1,
): Promise<RunAs> {
  const owner = await ownerOf(clusterDir);
  if (uid !== 0) {
    mustOwn(owner, uid, clusterDir);
    return { kind: 'self' };
  }
  const failures: string[] = [];
  for (const candidate of await candidates(owner, binaries, dataDir)) {
    const failure = await probe(candidate, binaries, dataDir);
    if (failure === null) return candidate;
    failures.push(`${describe(candidate)}: ${failure}`);
  }
  throw new DatabaseStartError(
    `PostgreSQL refuses to run as root, and no alternative works here (${failures.join('; ')}). ` +
      `Start the vault as an ordinary user, or set DATABASE_URL.`,
  );
}

interface Owner {
  uid: number;
  gid: number;
}

async function ownerOf(path: string): Promise<Owner | null> {
  return stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => null,
  );
}

function mustOwn(owner: Owner | null, uid: number, clusterDir: string): void {
  if (owner === null || owner.uid === uid) return;
  throw new DatabaseStartError(
    `${clusterDir} belongs to the user with the id ${owner.uid}, and this server runs as ${uid}. ` +
      `Start it as the same user as before, or give the folder to this one (chown -R).`,
  );
}

async function candidates(owner: Owner | null, binaries: Binaries, dataDir: string): Promise<RunAs[]> {
  // Files written by one strategy can only be read by the same one.
  if (owner !== null) return [owner.uid === 0 ? { kind: 'namespace' } : account(`user ${owner.uid}`, owner)];
  const owners = await Promise.all([dataDir, dirname(dataDir), binaries.postgres].map(ownerOf));
  const ordinary = owners.filter((each): each is Owner => each !== null && each.uid !== 0);
  const accounts = [...ordinary.map((each) => account(`user ${each.uid}`, each)), ...(await knownAccounts())];
  return [{ kind: 'namespace' }, ...accounts];
}

function account(name: string, { uid, gid }: Owner): RunAs {
  return { kind: 'account', name, uid, gid };
}

async function knownAccounts(): Promise<RunAs[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  return ['postgres', 'nobody'].flatMap((name) => {
    const entry = lines.find(([first]) => first === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    return entry !== undefined && uid > 0 && gid > 0 ? [account(name, { uid, gid })] : [];
  });
}

async function probe(runAs: RunAs, binaries: Binaries, dataDir: string): Promise<string | null> {
  const script = '"$1" --version >/dev/null && test -x "$2"';
  const command = commandAs(runAs, '/bin/sh', ['-c', script, 'sh', binaries.postgres, dataDir]);
  try {
    await run(command.file, command.args, { ...command.options, timeout: 10_000 });
    return null;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    return stderr.trim() || `${dataDir} cannot be entered, or ${binaries.postgres} not started`;
  }
}

function describe(runAs: RunAs): string {
  if (runAs.kind === 'account') return `as ${runAs.name}`;
  return runAs.kind === 'namespace' ? 'in a user namespace (unshare)' : 'as itself';
}
