import { activityRequests } from './activity.ts';
import { bringBackRequests } from './bring-back.ts';
import { exposureRequests } from './exposure.ts';
import type { PermissionRequest } from './create-request.ts';
import { holdRequests } from './holds.ts';
import { organiseRequests, trashRequests } from './organise-and-trash.ts';
import { peopleRequests } from './people.ts';
import { previewRequests } from './preview-and-versions.ts';
import { listRequests, sessionRequests } from './session-and-lists.ts';
import { sharingRequests } from './sharing-and-links.ts';
import { downloadRequests, uploadRequests } from './upload-and-download.ts';

/** At least one request of every call of the portal. The visitors' calls are in permissions.test.ts. */
export const REQUESTS: readonly PermissionRequest[] = [
  ...sessionRequests,
  ...listRequests,
  ...organiseRequests,
  ...uploadRequests,
  ...downloadRequests,
  ...sharingRequests,
  ...previewRequests,
  ...trashRequests,
  ...bringBackRequests,
  ...peopleRequests,
  ...activityRequests,
  ...exposureRequests,
  ...holdRequests,
];
