import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from '../support/run-program.ts';

const SIZE = '2G';
/** The journal of ext4 commits by itself only after this time, so that what was not synced is not on the disk. */
const COMMIT_SECONDS = 600;
const UNMOUNT_WITHIN_MS = 20_000;
const POLL_MS = 20;

/**
 * A disk that loses power (SAFE-08): ext4 in a file. What the kernel has not written to the file when the power is cut
 * is lost, as on a real disk without its own cache. Needs root and loop devices.
 */
export class PowerDisk {
  /** where it is mounted */
  readonly path: string;
  readonly #image: string;

  private constructor(path: string, image: string) {
    this.path = path;
    this.#image = image;
  }

  /** @param path becomes the mounted folder @throws when this machine cannot mount it */
  static async create(path: string): Promise<PowerDisk> {
    const disk = new PowerDisk(path, `${path}.img`);
    await mkdir(path, { recursive: true });
    await runProgram('truncate', ['--size', SIZE, disk.#image]);
    await runProgram('mkfs.ext4', ['-q', '-F', disk.#image]);
    await disk.#mount();
    return disk;
  }

  /** Loses everything that was not synced. All processes that use the disk were killed before. */
  async cut(): Promise<void> {
    const survived = `${this.#image}.survived`;
    await runProgram('cp', ['--sparse=always', this.#image, survived]);
    await this.unmount();
    await rename(survived, this.#image);
    await this.#mount();
  }

  async unmount(): Promise<void> {
    for (const limit = Date.now() + UNMOUNT_WITHIN_MS; ;) {
      try {
        await runProgram('umount', [this.path]);
        return;
      } catch (error) {
        // A killed process can still end.
        if (Date.now() > limit) throw error;
        await sleep(POLL_MS);
      }
    }
  }

  /** Unmounts it and deletes its file. */
  async remove(): Promise<void> {
    await this.unmount();
    await rm(this.#image, { force: true });
  }

  async #mount(): Promise<void> {
    await runProgram('mount', ['-o', `loop,commit=${COMMIT_SECONDS}`, this.#image, this.path]);
  }
}

/** The disk with the data of the vault in a campaign's folder (support/vault-process.ts). */
export const dataDisk = (folder: string): Promise<PowerDisk> => PowerDisk.create(join(folder, 'data'));
