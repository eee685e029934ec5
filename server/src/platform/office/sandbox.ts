import { run, type RunOptions } from './run.ts';

/** What a rendering may take. */
const LIMITS = [
  // LibreOffice itself needs 0.8 GiB of addresses
  `--as=${2 * 1024 ** 3}`,
  // no file of it may grow larger: a document can ask for endless pages
  `--fsize=${128 * 1024 ** 2}`,
  '--cpu=60',
  '--core=0',
  '--nofile=512',
];

/** The account without rights that every Linux has; used when the server itself is root. */
export const NOBODY = 65_534;

/** A way to start a program with less than the server's own rights. */
export interface Sandbox {
  /** put before the program's own command */
  prefix: readonly string[];
  /** whom the program's files must belong to; null: the server's own user */
  owner: number | null;
  /** what it does not keep the program from, for the log; null when it keeps it from everything */
  gap: string | null;
}

/** No network, no process of others, and an empty folder in place of the vault's data. */
const NAMESPACES = ['--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child'];
const HIDE = 'mount -t tmpfs -o size=4k,mode=0755 none "$1" && shift && exec "$@"';
/** Being root in a namespace of one's own must not allow to undo it. */
const NO_RIGHTS = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

/**
 * The strongest sandbox that works here. LibreOffice reads pictures that a document links to from the disk (seen with
 * INCLUDEPICTURE in 7.4, whatever its settings), so a document must not run where the vault's data can be read.
 * @param hidden the vault's data
 * @param isRoot whether the server is root
 */
export async function chooseSandbox(
  hidden: string,
  options: RunOptions,
  isRoot = process.getuid?.() === 0,
): Promise<Sandbox> {
  if (process.platform !== 'linux') {
    return { prefix: [], owner: null, gap: 'reading files, the network and taking memory' };
  }
  for (const sandbox of candidates(hidden, isRoot)) {
    if (await works(sandbox, options)) return sandbox;
  }
  return { prefix: [], owner: null, gap: 'reading files, the network and taking memory' };
}

function candidates(hidden: string, isRoot: boolean): Sandbox[] {
  const limited = ['prlimit', ...LIMITS, '--'];
  const hide = ['sh', '-c', HIDE, 'sh', hidden];
  if (isRoot) {
    const asNobody = ['setpriv', ...AS_NOBODY, ...NO_RIGHTS, '--', ...limited];
    const weaker = ['setpriv', ...AS_NOBODY, '--no-new-privs', '--', ...limited];
    return [
      { prefix: ['unshare', ...NAMESPACES, '--', ...hide, ...asNobody], owner: NOBODY, gap: null },
      { prefix: weaker, owner: NOBODY, gap: 'the network' },
    ];
  }
  const alone = ['unshare', '--user', '--map-root-user', ...NAMESPACES, '--', ...hide];
  return [
    { prefix: [...alone, 'setpriv', ...NO_RIGHTS, '--', ...limited], owner: null, gap: null },
    { prefix: limited, owner: null, gap: 'reading files and the network' },
  ];
}

async function works({ prefix }: Sandbox, options: RunOptions): Promise<boolean> {
  // The folder for temporary files must be within reach.
  const { exitCode } = await run([...prefix, 'test', '-x', options.cwd], options).catch(() => ({
    exitCode: null,
  }));
  return exitCode === 0;
}
