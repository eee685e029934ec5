export { DownloadProvider } from './download-provider.tsx';
export { useDownload, type Download } from './use-download.ts';
