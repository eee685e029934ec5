export { uploadCommands } from './commands.ts';
export { UploadQueueProvider } from './upload-queue-provider.tsx';
export { useUpload, type Upload } from './use-upload.ts';
