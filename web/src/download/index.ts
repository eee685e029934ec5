export { downloadCommands } from './commands.ts';
export { saveFrom } from './save.ts';
export { DownloadProvider } from './download-provider.tsx';
export { useDownloadCommands } from './use-download-commands.ts';
export { useDownload } from './use-download.ts';
