import * as z from 'zod';
import { type Environment, missingWith } from './environment.ts';
import { optional, text, withDefault } from './kinds.ts';

/** Where the bytes of files are stored (NODES-01). */
export interface S3Config {
  /** null: on the disk, in DATA_DIR/blobs */
  s3: S3Bucket | null;
  /** where new bytes are stored; with a bucket, bytes of the other store are read too (docs/operating.md) */
  blobStore: 'disk' | 's3';
}

export interface S3Bucket extends S3Connection {
  bucket: string;
  /** the address of S3 for browsers, to which they send large files; null: all bytes pass through the server */
  browserEndpoint: string | null;
}

/** How a bucket is reached. */
export interface S3Connection {
  /** null: the address of AWS in the region */
  endpoint: string | null;
  region: string;
  /** null: the credentials of the machine, such as a role of AWS */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** whether the bucket is part of the path, not of the host name */
  forcePathStyle: boolean;
}

/** The rules of AWS for names of buckets; other stores have the same. */
export const BUCKET_NAME = /^(?!\d+\.\d+\.\d+\.\d+$)(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const isS3Endpoint = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(value);
  const isHttp = protocol === 'https:' || protocol === 'http:';
  return isHttp && pathname === '/' && [search, hash, username, password].every((part) => part === '');
};

/** The address of an S3 server. */
export const s3Address = text.refine(
  isS3Endpoint,
  'must be an address such as https://s3.example.com, without path, user and password',
);

export const s3Schema = z.object({
  S3_BUCKET: optional(
    text.regex(
      BUCKET_NAME,
      'must be 3 to 63 small letters, digits, dots and hyphens, as names of buckets are',
    ),
    {
      description: 'Bucket for the bytes of files, of this vault only; see docs/operating.md',
      whenUnset: 'the disk, in DATA_DIR/blobs',
      example: 'portal-vault',
    },
  ),
  BLOB_STORE: optional(z.enum(['disk', 's3'], 'must be disk or s3'), {
    description: 'Where new bytes are stored: disk or s3; disk moves the bytes of a bucket back to the disk',
    whenUnset: 's3 with S3_BUCKET, otherwise disk',
    example: 'disk',
  }),
  S3_ENDPOINT: optional(s3Address, {
    description: 'Address of the S3 server',
    whenUnset: 'AWS in S3_REGION',
    example: 'https://s3.example.com',
  }),
  S3_BROWSER_ENDPOINT: optional(s3Address, {
    description:
      'Address of the S3 server for browsers, to which they send large files; the bucket must allow it (CORS); see docs/operating.md',
    whenUnset: 'all bytes pass through the vault',
    example: 'https://s3.example.com',
  }),
  S3_REGION: withDefault(text.regex(/^[a-zA-Z0-9-]+$/, 'must be letters, digits and hyphens'), 'us-east-1', {
    description: 'Region of the bucket',
  }),
  S3_ACCESS_KEY_ID: optional(text, {
    description: 'Access key; it needs S3_SECRET_ACCESS_KEY',
    whenUnset: 'the credentials of the machine, such as a role of AWS',
    example: 'the-access-key',
  }),
  S3_SECRET_ACCESS_KEY: optional(text, {
    description: 'Secret of the access key',
    whenUnset: 'the credentials of the machine, such as a role of AWS',
    example: 'a-long-random-text',
  }),
  S3_FORCE_PATH_STYLE: optional(z.enum(['true', 'false'], 'must be true or false'), {
    description: 'true: the bucket is part of the path of an address; false: of its host name',
    whenUnset: 'true with S3_ENDPOINT, otherwise false',
    example: 'false',
  }),
});

export function s3Config(settings: z.infer<typeof s3Schema>): S3Config {
  const { S3_BUCKET: bucket } = settings;
  if (bucket === undefined) return { s3: null, blobStore: 'disk' };
  const browserEndpoint = withoutSlash(settings.S3_BROWSER_ENDPOINT);
  return {
    blobStore: settings.BLOB_STORE ?? 's3',
    s3: { bucket, browserEndpoint, ...s3Connection(settings) },
  };
}

/** How the bucket of the vault is reached. */
export const s3Connection = (settings: z.infer<typeof s3Schema>): S3Connection =>
  connectionOf({
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    style: settings.S3_FORCE_PATH_STYLE,
  });

const withoutSlash = (address: string | undefined): string | null => address?.replace(/\/+$/, '') ?? null;

interface GivenConnection {
  endpoint: string | undefined;
  region: string;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  style?: 'true' | 'false' | undefined;
}

export function connectionOf(given: GivenConnection): S3Connection {
  const { endpoint, region, accessKeyId, secretAccessKey, style } = given;
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    endpoint: withoutSlash(endpoint),
    region,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : null,
    forcePathStyle: style === undefined ? endpoint !== undefined : style === 'true',
  };
}

/** Returns a sentence for each setting without which another one has no effect. */
export const missingS3Settings = (environment: Environment): string[] => [
  ...missingWith(environment, Object.keys(s3Schema.shape), ['S3_BUCKET']),
  ...missingWith(environment, KEY, KEY),
];

const KEY = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
