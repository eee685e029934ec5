import { contract } from '@vault/contract';
import type { TestSmtp } from '../../server/src/testing/smtp.ts';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import type { Findings } from '../support/report.ts';

const params = { recordId: RECORDS.acme };
const FOLDER = 'mailed';

/** What the vault said about a mail. unknown: the call failed, or the mail server did not confirm the mail. */
type Outcome = 'sent' | 'unknown';

/** Shares a folder by mail, each time with another recipient, and counts what arrives. People see these jobs. */
export class Mails {
  readonly #smtp: TestSmtp;
  readonly #outcomes = new Map<string, Outcome>();
  /** the Message-IDs of the mails that a recipient got */
  readonly #received = new Map<string, string[]>();

  constructor(smtp: TestSmtp) {
    this.#smtp = smtp;
  }

  get counts(): { sent: number; unknown: number; received: number } {
    const outcomes = [...this.#outcomes.values()];
    const received = [...this.#received.values()].flat().length;
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

  /**
   * NODES-04: a mail that counts as sent has arrived once. One whose outcome is unknown may be repeated, but as the
   * same mail: mail programs show mails with the same Message-ID as one (SAFE-29).
   */
  verify(when: string, findings: Findings): void {
    for (const { recipients, headers } of this.#smtp.mails.splice(0)) {
      for (const address of recipients) {
        this.#received.set(address, [...(this.#received.get(address) ?? []), headers['message-id'] ?? '']);
      }
    }
    for (const [address, outcome] of this.#outcomes) {
      const received = this.#received.get(address) ?? [];
      const isRight = outcome === 'sent' ? received.length === 1 : new Set(received).size <= 1;
      if (!isRight)
        findings.add(`${when}: a mail arrived ${received.length} times`, { address, outcome, received });
    }
  }
}
