export { ExpiryPicker } from './expiry-picker.tsx';
