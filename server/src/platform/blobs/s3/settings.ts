/** Where the blobs are stored in S3. */
export interface S3Settings {
  bucket: string;
  /** null: the address of AWS in the region */
  endpoint: string | null;
  region: string;
  /** null: the credentials of the machine, such as a role of AWS */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** whether the bucket is part of the path (`https://s3.example.com/bucket`), not of the host name */
  forcePathStyle: boolean;
  /** the address of S3 for browsers, to which they send large files; null: all bytes pass through the server */
  browserEndpoint: string | null;
}

/** Bounds of calls to S3 (NODES-02). All times are for one attempt, in ms. */
export interface S3Limits {
  connectMs: number;
  /** until the answer to a small request begins, also the first byte of an object */
  callMs: number;
  /** until the answer to a request with up to 8 MiB begins */
  partMs: number;
  /** between two pieces of a body that is read */
  idleMs: number;
  /** between two reads of an object; then its connection is given back, for another request later */
  pauseMs: number;
  /** number of attempts of a request, and of requests without progress while an object is read */
  attempts: number;
}

export const S3_LIMITS: S3Limits = {
  connectMs: 5_000,
  callMs: 10_000,
  partMs: 30_000,
  idleMs: 15_000,
  pauseMs: 10_000,
  attempts: 3,
};
