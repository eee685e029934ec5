/** The issuer's keys are not available now, so a token cannot be checked. */
export class IssuerUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The issuer cannot be reached', options);
    this.name = 'IssuerUnavailable';
  }
}
