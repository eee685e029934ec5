import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ImageConfig } from './buildah.ts';
import { runProgram } from '../support/run-program.ts';

/** The image as it runs on this machine. */
export interface Container {
  /** its root file system */
  root: string;
  /** the folder of its volume /data, which its user owns */
  data: string;
  config: ImageConfig;
  /** settings in addition to those of the image */
  env: Record<string, string>;
}

/**
 * Arguments of bubblewrap, which needs no container engine: a root file system that cannot be written, an own /tmp and
 * process numbers, the user of the image without any capability, and only the environment of the image.
 */
function sandbox({ root, data, config, env }: Container, command: readonly string[]): string[] {
  const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  return [
    ['--ro-bind', root, '/', '--bind', data, '/data', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'],
    ['--unshare-pid', '--as-pid-1', '--die-with-parent', '--chdir', config.WorkingDir, '--clearenv'],
    variables.flatMap(setVariable),
    asUser(config.User),
    command,
  ].flat();
}

/** @param variable such as 'PORT=8080' */
function setVariable(variable: string): string[] {
  const at = variable.indexOf('=');
  return ['--setenv', variable.slice(0, at), variable.slice(at + 1)];
}

/** @param user such as '10001:10001' */
function asUser(user: string): string[] {
  const [uid = '', gid = uid] = user.split(':');
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--no-new-privs',
    '--',
  ];
}

/** Runs a command in a container beside the server. @returns its output @throws when its exit code is not 0 */
export function runInside(container: Container, command: readonly string[]): Promise<string> {
  return runProgram('bwrap', sandbox(container, command));
}

/** The server of a container: process 1. */
export class RunningContainer {
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #output: { text: string };

  private constructor(child: ChildProcess, pid: number, output: { text: string }) {
    this.#child = child;
    this.#pid = pid;
    this.#output = output;
  }

  /** Starts the command of the image and waits until the server listens. @throws Error with its output otherwise */
  static async start(container: Container): Promise<RunningContainer> {
    const command = ['--info-fd', '3', ...sandbox(container, container.config.Cmd)];
    const child = spawn('bwrap', command, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const output = { text: '' };
    const listens = new Promise<void>((resolve, reject) => {
      const collect = (bytes: Buffer) => {
        output.text += bytes.toString();
        if (/^listening on /m.test(output.text)) resolve();
      };
      child.stdout?.on('data', collect);
      child.stderr?.on('data', collect);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output.text}`)));
    });
    // bubblewrap writes its information in pieces.
    const [info] = await Promise.all([text(child.stdio[3] as Readable), listens]);
    const { 'child-pid': pid } = JSON.parse(info) as { 'child-pid': number };
    return new RunningContainer(child, pid, output);
  }

  get log(): string {
    return this.#output.text;
  }

  /** Sends SIGTERM to process 1, as an engine does. @returns its exit code and the seconds until its end */
  async stop(): Promise<{ code: number | null; seconds: number }> {
    const start = performance.now();
    const exited = once(this.#child, 'exit') as Promise<[number | null]>;
    process.kill(this.#pid, 'SIGTERM');
    const [code] = await exited;
    return { code, seconds: (performance.now() - start) / 1000 };
  }
}
