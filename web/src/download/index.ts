export { downloadCommands } from './commands.ts';
export { saveFrom } from './save.ts';
export { DownloadProvider } from './download-provider.tsx';
export { useDownload } from './use-download.ts';
