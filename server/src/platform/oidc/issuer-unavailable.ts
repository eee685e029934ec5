/** The issuer's keys cannot be had at the moment, so nobody can say whether a token is good. */
export class IssuerUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The issuer cannot be reached', options);
    this.name = 'IssuerUnavailable';
  }
}
