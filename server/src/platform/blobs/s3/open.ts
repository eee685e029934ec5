import type { BlobStore } from '../blobs.ts';
import { StorageFailed } from '../storage-failed.ts';
import type { DirectAccess } from './direct-uploads.ts';
import { DiskParts } from './disk-parts.ts';
import { readMarker, writeMarker } from './marker.ts';
import { PartSigner } from './part-signer.ts';
import { S3Blobs } from './s3-blobs.ts';
import { S3Calls } from './s3-calls.ts';
import { S3_LIMITS, type S3Limits, type S3Settings } from './settings.ts';
import { checkBucket, checkDirectUploads } from './start-check.ts';
import { S3StartError } from './start-error.ts';
import { WriteSpace } from './write-space.ts';

const MIB = 1024 * 1024;
/**
 * Bytes that S3 has not acknowledged are kept: up to one part of a write, and two parts that are sent. Measured on
 * loopback: parts of 16 MiB were not faster.
 */
const PART_BYTES = 8 * MIB;
const MEMORY_BYTES = 224 * MIB;
/** For writes that find no memory: 192 parts of large objects. */
const DISK_BYTES = 2048 * MIB;
const SENDING_BYTES = 32 * MIB;

export interface S3Options {
  /** the id of the vault, which the bucket's marker must have */
  vaultId: string;
  /** where writes that find no memory collect their bytes; absent: they wait for memory */
  temporaryFolder?: string;
  limits?: S3Limits;
}

/**
 * Opens the bucket for the server: makes each kind of call once, and marks a bucket without a vault as that of this
 * vault.
 * @throws S3StartError, StorageFailed
 */
export async function openBucket(
  settings: S3Settings,
  { vaultId, temporaryFolder, limits = S3_LIMITS }: S3Options,
): Promise<BlobStore> {
  const calls = new S3Calls(settings, limits);
  const { hasMd5Etags } = await checkBucket(calls);
  const owner = await readMarker(calls);
  if (owner === null) await writeMarker(calls, vaultId, hasMd5Etags);
  // Read again after writing: of two vaults that start at the same time, the first one sees the marker of the second.
  if ((owner ?? (await readMarker(calls))) !== vaultId) throw otherVault(settings.bucket);
  const signer = await PartSigner.create(settings, () => calls.clockOffsetMs);
  const direct = signer && { signer, ...(await checkDirectUploads(calls)) };
  return storeOf(calls, {
    vaultId,
    parts: temporaryFolder === undefined ? null : partsIn(temporaryFolder),
    hasMd5Etags,
    direct,
  });
}

/**
 * Opens the bucket of an existing vault and writes nothing.
 * @throws S3StartError when the bucket is not that of this vault, StorageFailed
 */
export async function openExistingBucket(
  settings: S3Settings,
  { vaultId, limits = S3_LIMITS }: S3Options,
): Promise<BlobStore> {
  const calls = new S3Calls(settings, limits);
  const owner = await readMarker(calls);
  if (owner === null) throw new S3StartError(`The bucket ${settings.bucket} of S3_BUCKET has no vault.`);
  if (owner !== vaultId) throw otherVault(settings.bucket);
  return storeOf(calls, { vaultId, parts: null, hasMd5Etags: false, direct: null });
}

interface BucketFacts {
  vaultId: string;
  parts: DiskParts | null;
  hasMd5Etags: boolean;
  direct: DirectAccess | null;
}

const partsIn = (folder: string): DiskParts =>
  new DiskParts({ folder, diskBytes: DISK_BYTES, memoryBytes: SENDING_BYTES });

function storeOf(calls: S3Calls, { vaultId, parts, hasMd5Etags, direct }: BucketFacts): BlobStore {
  return new S3Blobs({
    calls,
    space: new WriteSpace(MEMORY_BYTES, parts),
    hasMd5Etags,
    partBytes: PART_BYTES,
    direct,
    check: async () => {
      if ((await readMarker(calls)) === vaultId) return;
      throw new StorageFailed({ operation: 'get object', pathKind: 'bucket' }, 'bucket of another vault');
    },
  });
}

const otherVault = (bucket: string): S3StartError =>
  new S3StartError(
    `S3 cannot be used: the bucket ${bucket} belongs to another vault. Give each vault a bucket of its own.`,
  );
