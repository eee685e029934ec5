/** True when only this machine can reach the address, a condition of demo accounts and of sign-in without TLS. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
