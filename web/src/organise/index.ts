export { OrganiseProvider } from './organise-provider.tsx';
export { useMoveToTrash, useNewFolder, type MoveToTrash, type NewFolder } from './use-organise.ts';
