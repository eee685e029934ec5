export const secondFactorTexts = {
  app: 'Authenticator app',
  passkey: 'Passkey',
  code: 'Code',
  recoveryCode: 'Recovery code',
  codeRequired: 'Please enter the code.',
  /** the person closed the browser's dialog, or there was no reply in time */
  passkeyCancelled: 'The passkey was not used. Please try again.',
  passkeyExists: 'This device already has a passkey for this account.',
  passkeyFailed: 'This browser cannot use a passkey here.',
} as const;

export const checkTexts = {
  title: 'Second step',
  appSubtitle: 'Enter the six-digit code of your authenticator app.',
  recoverySubtitle: 'Enter one of your recovery codes. Each code works once.',
  passkeySubtitle: 'Use your passkey to finish the sign-in.',
  signIn: 'Sign in',
  withPasskey: 'Use a passkey',
  withRecovery: 'Use a recovery code',
  withApp: 'Use the authenticator app',
  back: 'Start again',
} as const;

export const setUpTexts = {
  title: 'Set up a second factor',
  subtitle:
    'This vault requires a second factor beside your password. Choose an authenticator app or a passkey.',
  withApp: 'Set up an authenticator app',
  withPasskey: 'Set up a passkey',
  otherWay: 'Choose another way',
  scan: 'Scan this code with an authenticator app on your phone, or type the key into it.',
  key: 'Key',
  confirm: 'Confirm',
  appCode: 'Six-digit code of the app',
  loading: 'Loading the key',
  passkeyAbout:
    'A passkey is stored on this device, on your phone, or on a security key. You confirm it with a fingerprint, your face or a PIN.',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'Such as the device on which it is stored.',
  createPasskey: 'Create passkey',
} as const;

export const recoveryTexts = {
  title: 'Recovery codes',
  about:
    'Keep these codes in a safe place. With one of them you sign in when your phone or passkey is lost. Each code works once, and they are not shown again.',
  copy: 'Copy codes',
  copied: 'The codes were copied.',
  copyFailed: 'The browser did not let the codes be copied. Write them down.',
  list: 'Recovery codes',
  proceed: 'I have stored the codes',
} as const;
