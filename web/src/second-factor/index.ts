export { AppSetUp } from './app-set-up.tsx';
export { PasskeySetUp } from './passkey-set-up.tsx';
export { RecoveryCodes } from './recovery-codes.tsx';
export { SecondStepForm } from './second-step-form.tsx';
export { secondFactorTexts } from './texts.ts';
