export { ExpiryPicker } from './expiry-picker.tsx';
export { SharingProvider } from './sharing-provider.tsx';
export { useSharingCommands } from './use-sharing-commands.ts';
