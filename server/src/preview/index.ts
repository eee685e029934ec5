export { mustFollowAddress, signAddress } from './signed-address.ts';
export { mustFindRendered, mustFindViewed, originalKinds } from './find.ts';
export {
  officeOnlineAddress,
  type OfficeWindows,
  type VisitContinuation,
  type OpenedFile,
} from './office-online.ts';
export { accessTo, originalOf, pageOf } from './page.ts';
export { recordPreview, recordPreviewAlone } from './record-preview.ts';
export { type RenderingDeps, Renderings } from './renderings.ts';
export { previewRoutes } from './routes.ts';
export { sandboxed } from './safety.ts';
export { type ThumbnailDeps, thumbnailTasks, queueThumbnails } from './thumbnails/index.ts';
