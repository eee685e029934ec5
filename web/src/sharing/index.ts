export { sharingCommands } from './commands.ts';
export { ExpiryPicker } from './expiry-picker.tsx';
export { SharingProvider } from './sharing-provider.tsx';
export { useSharing } from './use-sharing.ts';
