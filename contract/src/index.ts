import { account } from './account.ts';
import { activity } from './activity.ts';
import { bringBack } from './bring-back.ts';
import { exposure } from './exposure.ts';
import { download } from './download.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { history } from './history.ts';
import { holds } from './holds.ts';
import { links } from './links.ts';
import { oneTime } from './one-time.ts';
import { organise } from './organise.ts';
import { people } from './people.ts';
import { preview } from './preview.ts';
import { recipient } from './recipient.ts';
import { secondFactor } from './second-factor.ts';
import { session } from './session.ts';
import { sharing } from './sharing.ts';
import { trash } from './trash.ts';
import { tree } from './tree.ts';
import { upload } from './upload.ts';
import { versions } from './versions.ts';

/** Every call of the vault, by area. */
export const contract = {
  session,
  account,
  oneTime,
  secondFactor,
  tree,
  files,
  organise,
  upload,
  download,
  versions,
  history,
  preview,
  trash,
  bringBack,
  events,
  sharing,
  links,
  recipient,
  people,
  activity,
  exposure,
  holds,
};

type Contract = typeof contract;
type NameIn<Calls> = Calls extends Record<string, { name: infer Name }> ? Name : never;

/** The name of a call of the vault, such as `organise.move`. */
export type EndpointName = NameIn<Contract[keyof Contract]>;

export * from './audit.ts';
export * from './account.ts';
export * from './activity.ts';
export * from './bring-back.ts';
export * from './exposure.ts';
export * from './download.ts';
export * from './email.ts';
export * from './endpoint.ts';
export * from './envelope.ts';
export * from './error-codes.ts';
export * from './file-types.ts';
export * from './events.ts';
export * from './files.ts';
export * from './folder-paths.ts';
export * from './format.ts';
export * from './giver.ts';
export * from './history.ts';
export * from './holds.ts';
export * from './limits.ts';
export * from './lengths.ts';
export * from './link-rights.ts';
export * from './links.ts';
export * from './login.ts';
export * from './messages.ts';
export * from './names.ts';
export * from './one-time.ts';
export * from './organise.ts';
export * from './people.ts';
export * from './permissions.ts';
export { type PreviewView, previewViewSchema } from './preview.ts';
export * from './recipient.ts';
export * from './request.ts';
export * from './roles.ts';
export * from './second-factor.ts';
export * from './session.ts';
export * from './shapes.ts';
export * from './sharing.ts';
export * from './sheet.ts';
export * from './thumbnails.ts';
export * from './trash.ts';
export * from './tree.ts';
export * from './upload.ts';
export * from './versions.ts';
