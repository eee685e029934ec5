export { FilesTab } from './files-tab.tsx';
