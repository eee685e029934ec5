export { browserParts } from './browser-parts.ts';
export { choiceOf } from './choice.ts';
export { createUploadDesk, type UploadDesk, type UploadState } from './desk.ts';
export { isCancellable, isRestartable, type Part, type UploadItem } from './queue/item.ts';
export { isInfected, resumeOf, type UploadStatus } from './queue/state.ts';
export { batchResult, failureTooltip, hasActive, itemTooltip, type UploadCounts } from './queue/summary.ts';
export { StageError, type Transport } from './queue/transport.ts';
export { itemText, partText, progressOf } from './row-text.ts';
export { NO_CONNECTION, sendBytes } from './send-bytes.ts';
