import { run, type RunOptions } from './run.ts';

/** The account without rights that every Linux has; used when the server is root. */
const NOBODY = 65_534;

/** A way to start a program with fewer rights than the server. */
export interface Sandbox {
  /** added before the command of the program */
  prefix: readonly string[];
  /** the required owner of the program's files; null for the user of the server */
  owner: number | null;
  /** the missing protection, for the log; null when nothing is missing */
  gap: string | null;
}

/** No network, no processes of others, and an empty folder in place of the vault's data. */
const NAMESPACES = ['--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child'];
const HIDE = 'mount -t tmpfs -o size=4k,mode=0755 none "$1" && shift && exec "$@"';
/** The root user of the namespace must not be able to undo the sandbox. */
const NO_RIGHTS = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];

export interface SandboxOptions {
  /** the vault's data: an empty folder in the sandbox, if the machine supports that */
  hidden: string;
  /** arguments of prlimit(1), such as '--cpu=60' */
  limits: readonly string[];
  /** a command that ends with 0 when the program can be started in the sandbox */
  probe: readonly string[];
  run: RunOptions;
  /** whether the server is root; set in tests */
  isRoot?: boolean;
}

const NONE: Sandbox = { prefix: [], owner: null, gap: 'reading files, the network and taking memory' };

/**
 * The strongest sandbox that works on this machine. LibreOffice 7.4 reads pictures that a document links to from the
 * disk (observed with INCLUDEPICTURE, with any settings), so a program that reads documents must not see the vault's
 * data.
 */
export async function chooseSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.platform !== 'linux') return NONE;
  for (const sandbox of candidates(options)) {
    if (await isUsable(sandbox, options)) return sandbox;
  }
  return NONE;
}

function candidates({ hidden, limits, isRoot = process.getuid?.() === 0 }: SandboxOptions): Sandbox[] {
  const limited = ['prlimit', ...limits, '--'];
  const hide = ['sh', '-c', HIDE, 'sh', hidden];
  if (isRoot) {
    const asNobody = ['setpriv', ...AS_NOBODY, ...NO_RIGHTS, '--', ...limited];
    const withoutNamespaces = ['setpriv', ...AS_NOBODY, '--no-new-privs', '--', ...limited];
    const withoutRights = ['setpriv', ...NO_RIGHTS, '--', ...limited];
    return [
      { prefix: ['unshare', ...NAMESPACES, '--', ...hide, ...asNobody], owner: NOBODY, gap: null },
      { prefix: withoutNamespaces, owner: NOBODY, gap: 'the network' },
      // The program is in a folder of root that the account without rights cannot access.
      {
        prefix: ['unshare', ...NAMESPACES, '--', ...hide, ...withoutRights],
        owner: null,
        gap: "reading root's files",
      },
    ];
  }
  const alone = ['unshare', '--user', '--map-root-user', ...NAMESPACES, '--', ...hide];
  return [
    { prefix: [...alone, 'setpriv', ...NO_RIGHTS, '--', ...limited], owner: null, gap: null },
    { prefix: limited, owner: null, gap: 'reading files and the network' },
  ];
}

async function isUsable({ prefix }: Sandbox, { probe, run: options }: SandboxOptions): Promise<boolean> {
  const { exitCode } = await run([...prefix, ...probe], options).catch(() => ({ exitCode: null }));
  return exitCode === 0;
}
