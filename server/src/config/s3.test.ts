import { describe, expect, it } from 'vitest';
import { readConfig } from './index.ts';

const KEY = { S3_ACCESS_KEY_ID: 'vault:keeper', S3_SECRET_ACCESS_KEY: 'secret' };

describe('NODES-01 the settings of S3', () => {
  it('NODES-01 bytes are on the disk by default', () => expect(readConfig({}).s3).toBeNull());

  it('NODES-01 a bucket alone is one of AWS, with the credentials of the machine', () =>
    expect(readConfig({ S3_BUCKET: 'portal-vault' }).s3).toEqual({
      bucket: 'portal-vault',
      browserEndpoint: null,
      endpoint: null,
      region: 'us-east-1',
      credentials: null,
      forcePathStyle: false,
    }));

  it('NODES-01 another server has an address, a region and a key, and the bucket in the path', () => {
    const settings = { S3_BUCKET: 'b-1', S3_ENDPOINT: 'http://127.0.0.1:8085/', S3_REGION: 'eu-1', ...KEY };
    expect(readConfig(settings).s3).toEqual({
      bucket: 'b-1',
      browserEndpoint: null,
      endpoint: 'http://127.0.0.1:8085',
      region: 'eu-1',
      credentials: { accessKeyId: 'vault:keeper', secretAccessKey: 'secret' },
      forcePathStyle: true,
    });
    expect(readConfig({ ...settings, S3_FORCE_PATH_STYLE: 'false' }).s3?.forcePathStyle).toBe(false);
  });

  it('NODES-01 browsers reach S3 only at an address that is set', () => {
    const settings = { S3_BUCKET: 'b-1', S3_BROWSER_ENDPOINT: 'https://s3.example.com/' };
    expect(readConfig(settings).s3?.browserEndpoint).toBe('https://s3.example.com');
  });

  it('NODES-01 new bytes go to the bucket, unless BLOB_STORE says disk', () => {
    expect(readConfig({}).blobStore).toBe('disk');
    expect(readConfig({ S3_BUCKET: 'b-1' }).blobStore).toBe('s3');
    expect(readConfig({ S3_BUCKET: 'b-1', BLOB_STORE: 'disk' })).toMatchObject({
      blobStore: 'disk',
      s3: { bucket: 'b-1' },
    });
  });

  it.each([
    [
      'S3_BUCKET',
      'Portal_Vault',
      'it must be 3 to 63 small letters, digits, dots and hyphens, as names of buckets are',
    ],
    ['S3_BUCKET', 'a', 'it must be 3 to 63'],
    ['S3_BUCKET', '10.0.0.1', 'it must be 3 to 63'],
    ['S3_ENDPOINT', 's3.example.com', 'it must be an address such as https://s3.example.com'],
    ['S3_ENDPOINT', 'https://s3.example.com/bucket', 'it must be an address'],
    ['S3_ENDPOINT', 'https://key:secret@s3.example.com', 'it must be an address'],
    ['S3_ENDPOINT', 'ftp://s3.example.com', 'it must be an address'],
    ['S3_BROWSER_ENDPOINT', 'https://s3.example.com/bucket', 'it must be an address'],
    ['BLOB_STORE', 'tape', 'it must be disk or s3'],
    ['S3_REGION', 'us east', 'it must be letters, digits and hyphens'],
    ['S3_FORCE_PATH_STYLE', 'yes', 'it must be true or false'],
  ])('NODES-01 %s cannot be %s', (name, value, reason) => {
    const read = () => readConfig({ S3_BUCKET: 'portal-vault', [name]: value });
    expect(read).toThrow(`The setting ${name} cannot be used: ${reason}`);
    expect(read).not.toThrow(/secret/);
  });

  it.each([
    [
      { S3_ENDPOINT: 'https://s3.example.com' },
      'S3_BUCKET is missing: S3_ENDPOINT cannot be used without it.',
    ],
    [{ S3_BUCKET: 'b-1', S3_ACCESS_KEY_ID: 'x' }, 'S3_SECRET_ACCESS_KEY is missing: S3_ACCESS_KEY_ID cannot'],
    [
      { S3_BUCKET: 'b-1', S3_SECRET_ACCESS_KEY: 'x' },
      'S3_ACCESS_KEY_ID is missing: S3_SECRET_ACCESS_KEY cannot',
    ],
  ])('NODES-01 %j is refused, because a setting is missing', (environment, sentence) =>
    expect(() => readConfig(environment)).toThrow(sentence),
  );
});
