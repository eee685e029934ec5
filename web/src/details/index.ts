export { detailsCommands } from './commands.ts';
export { DetailsProvider } from './details-provider.tsx';
export { useDetails } from './use-details.ts';
