export { ExpiryPicker } from './expiry-picker.tsx';
export { SharingProvider } from './sharing-provider.tsx';
export { shareChoices } from './subject.ts';
export { useSharing } from './use-sharing.ts';
