import { download } from './download.ts';
import { files } from './files.ts';
import { organise } from './organise.ts';
import { session } from './session.ts';
import { tree } from './tree.ts';
import { upload } from './upload.ts';

/** Every call of the vault, by area. */
export const contract = { session, tree, files, organise, upload, download };

export * from './download.ts';
export * from './endpoint.ts';
export * from './envelope.ts';
export * from './file-types.ts';
export * from './files.ts';
export * from './format.ts';
export * from './limits.ts';
export * from './messages.ts';
export * from './names.ts';
export * from './organise.ts';
export * from './permissions.ts';
export * from './request.ts';
export * from './session.ts';
export * from './shapes.ts';
export * from './tree.ts';
export * from './upload.ts';
