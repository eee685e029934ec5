import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ClamdOptions, hasClamd, startClamd } from './clamd.ts';

/** The EICAR test file, joined here so that no scanner finds it in this source. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!', '$H+H*'].join('');

/** The reply of a clamd with these options to these bytes. */
async function verdictOf(bytes: Buffer, options: ClamdOptions, by: 'socket' | 'tcp'): Promise<string> {
  const clamd = await startClamd(options);
  try {
    return await new Promise((resolve, reject) => {
      const [host, port] = clamd.tcp.split(':');
      const to = by === 'tcp' ? { host, port: Number(port) } : { path: clamd.socket };
      const connection = connect(to as { path: string }, () => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(bytes.length);
        connection.write(Buffer.concat([Buffer.from('zINSTREAM\0'), length, bytes, Buffer.alloc(4)]));
      });
      connection.once('data', (reply) => resolve(reply.toString()));
      connection.once('error', reject);
    });
  } finally {
    await clamd.stop();
  }
}

describe.skipIf(!hasClamd())('the clamd of the tests', () => {
  it('the clamd of the tests finds the EICAR test file by socket and by TCP', async () => {
    expect(await verdictOf(Buffer.from(EICAR), {}, 'socket')).toContain(
      'Eicar-Test-Signature.UNOFFICIAL FOUND',
    );
    expect(await verdictOf(Buffer.from(EICAR), {}, 'tcp')).toContain('FOUND');
  });

  it('the clamd of the tests passes a clean file', async () => {
    expect(await verdictOf(Buffer.from('clean'), {}, 'socket')).toBe('stream: OK\0');
  });

  it('the clamd of the tests does not pass a file that it did not read completely', async () => {
    const late = Buffer.concat([Buffer.alloc(2_000_000, 'a'), Buffer.from(EICAR)]);
    expect(await verdictOf(late, {}, 'socket')).toContain('Eicar-Test-Signature');
    expect(await verdictOf(late, { settings: ['MaxFileSize 1M', 'MaxScanSize 1M'] }, 'socket')).toContain(
      'Heuristics.Limits.Exceeded',
    );
  });

  it('the clamd of the tests leaves no files when it cannot start', async () => {
    await expect(startClamd({ settings: ['NoSuchSetting 1'] })).rejects.toThrow('clamd does not start');
  });
});
