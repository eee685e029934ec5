import { OutOfSpace, DependencyUnavailable } from '../unavailable.ts';

/** A call of the file system. */
export type FileOperation =
  | 'open'
  | 'read'
  | 'write'
  | 'sync'
  | 'rename'
  | 'make folder'
  | 'list'
  | 'stat'
  | 'delete';

/** A call of S3. */
export type S3Operation =
  | 'head bucket'
  | 'head object'
  | 'get object'
  | 'put object'
  | 'copy object'
  | 'delete object'
  | 'list objects'
  | 'begin multipart'
  | 'put part'
  | 'list parts'
  | 'sign part'
  | 'complete multipart'
  | 'abort multipart'
  | 'list multiparts';

/** The operation during which the store failed. */
export type StorageOperation = FileOperation | S3Operation;

/** What the call was about. It is logged instead of the path, which contains no further information. */
export type PathKind = 'blob' | 'unfinished blob' | 'folder' | 'bucket';

export interface FailedCall {
  operation: StorageOperation;
  pathKind: PathKind;
}

/** A call of the store failed or did not return; `code` is its reason, such as the errno 'EIO' (SAFE-24). */
export class StorageFailed extends DependencyUnavailable {
  override readonly name = 'StorageFailed';
  readonly operation: StorageOperation;
  readonly pathKind: PathKind;
  readonly code: string;

  constructor({ operation, pathKind }: FailedCall, code: string, options?: ErrorOptions) {
    super('blobs', `The blob store failed: ${operation} of a ${pathKind}: ${code}`, options);
    this.operation = operation;
    this.pathKind = pathKind;
    this.code = code;
  }
}

/** The store or its quota is full. */
export class StorageFull extends OutOfSpace {
  readonly operation: StorageOperation;
  readonly pathKind: PathKind;
  readonly code: string;

  constructor({ operation, pathKind }: FailedCall, code: string, options?: ErrorOptions) {
    super('blobs', `The blob store is full: ${operation} of a ${pathKind}: ${code}`, options);
    this.operation = operation;
    this.pathKind = pathKind;
    this.code = code;
  }
}
