/** Whether only this machine can reach the address: demo accounts and sign-in without TLS are for such ones only. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
