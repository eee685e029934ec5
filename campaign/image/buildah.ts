import { join } from 'node:path';
import { runProgram } from '../support/run-program.ts';

/** The settings of an image that a container starts with, as in the Dockerfile. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  Volumes: Record<string, unknown>;
  Healthcheck: { Test: string[] };
}

/** Buildah with its images in an own folder. */
export class Buildah {
  readonly #storage: string[];

  /** @param folder for the images; removed by the caller */
  constructor(folder: string) {
    this.#storage = [
      `--root=${join(folder, 'storage')}`,
      `--runroot=${join(folder, 'run')}`,
      '--storage-driver=overlay',
    ];
  }

  async run(...args: string[]): Promise<string> {
    return (await runProgram('buildah', [...this.#storage, ...args])).trim();
  }

  /**
   * Makes an image from a file system that `change` prepares.
   * @param from an image, or 'scratch' for an empty one
   */
  async commit(name: string, from: string, change: (folder: string) => Promise<void>): Promise<void> {
    const container = await this.run('from', from);
    await change(await this.run('mount', container));
    await this.run('umount', container);
    await this.run('commit', '--quiet', '--rm', container, name);
  }

  /** @returns the folder of a new container of an image: its root file system */
  async mount(image: string): Promise<string> {
    return this.run('mount', await this.run('from', image));
  }

  async configOf(image: string): Promise<ImageConfig> {
    const { Docker } = JSON.parse(await this.run('inspect', '--type', 'image', image)) as {
      Docker: { config: ImageConfig };
    };
    return Docker.config;
  }

  /** @returns the size of an image in bytes, uncompressed */
  async sizeOf(image: string): Promise<number> {
    const [size = ''] = (await this.run('images', '--json', image)).match(/(?<="size": ")[^"]+/) ?? [];
    return bytesOf(size);
  }
}

const UNITS: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** @param text such as '426 MB' */
function bytesOf(text: string): number {
  const [, number, unit = ''] = /^([\d.]+) (\w+)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined) throw new Error(`Not a size: '${text}'`);
  return Number(number) * factor;
}
