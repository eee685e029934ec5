import { contract } from '@vault/contract';
import type { TestSmtp } from '../../server/src/testing/smtp.ts';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import type { Findings } from '../support/report.ts';

const params = { recordId: RECORDS.acme };
const FOLDER = 'mailed';

/** What the vault said about a mail. unknown: the call failed, or the mail server did not confirm the mail. */
type Outcome = 'sent' | 'unknown';

/** Shares a folder by mail, each time with another recipient, and counts what arrives: a mail is a job that people see. */
export class Mails {
  readonly #smtp: TestSmtp;
  readonly #outcomes = new Map<string, Outcome>();
  /** the number of mails that a recipient got */
  readonly #received = new Map<string, number>();

  constructor(smtp: TestSmtp) {
    this.#smtp = smtp;
  }

  get counts(): { sent: number; unknown: number; received: number } {
    const outcomes = [...this.#outcomes.values()];
    const received = [...this.#received.values()].reduce((sum, mails) => sum + mails, 0);
    const sent = outcomes.filter((outcome) => outcome === 'sent').length;
    return { sent, unknown: outcomes.length - sent, received };
  }

  async createFolder(client: Client): Promise<void> {
    await client.data(contract.organise.createFolder, { params, query: { name: FOLDER } });
  }

  async sendWhile(mayContinue: () => boolean, client: Client): Promise<void> {
    while (mayContinue()) await this.#sendOnce(client);
  }

  async #sendOnce(client: Client): Promise<void> {
    const address = `person-${this.#outcomes.size}@example.test`;
    this.#outcomes.set(address, 'unknown');
    const body = {
      accessType: 'SpecificRecipients',
      expire: false,
      paths: [FOLDER],
      receiveByEmails: [address],
    };
    const made = client.data(contract.sharing.shareByEmail, { params, body });
    const isSent = await made.then(
      ({ mailUnconfirmed }) => mailUnconfirmed !== true,
      () => false,
    );
    if (isSent) this.#outcomes.set(address, 'sent');
  }

  /** NODES-04: no mail is sent twice, and each mail that counts as sent has arrived. */
  verify(when: string, findings: Findings): void {
    for (const { recipients } of this.#smtp.mails.splice(0)) {
      for (const address of recipients) this.#received.set(address, (this.#received.get(address) ?? 0) + 1);
    }
    for (const [address, outcome] of this.#outcomes) {
      const received = this.#received.get(address) ?? 0;
      if (received > 1) findings.add(`${when}: a mail was sent ${received} times`, { address });
      if (received === 0 && outcome === 'sent') findings.add(`${when}: a mail is lost`, { address });
    }
  }
}
