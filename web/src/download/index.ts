export { downloadCommands } from './commands.ts';
export { saveBlob, saveFrom } from './save.ts';
export { DownloadProvider } from './download-provider.tsx';
export { useDownload } from './use-download.ts';
