// Verifies an export of Portal Vault's activity (JSON Lines) by itself; docs/decisions/audit.md, "Exports", has the
// form. node verify-audit.mjs Activity.jsonl [trusted public keys, from the log lines 'Audit sealed']
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
const [file, ...trusted] = process.argv.slice(2);
const bytes = (hex) => Buffer.from(hex, 'hex');
const sha256 = (text, before = '') => createHash('sha256').update(bytes(before)).update(text).digest('hex');
const fields = (v) => Object.keys(v).toSorted().map((key) => `${JSON.stringify(key)}:${canonical(v[key])}`);
const nested = (v) => (Array.isArray(v) ? `[${v.map((one) => canonical(one))}]` : `{${fields(v)}}`);
const canonical = (v) => (typeof v === 'object' && v !== null ? nested(v) : JSON.stringify(v)); // RFC 8785
const keyOf = (hex) => createPublicKey({ key: bytes(`302a300506032b6570032100${hex}`), format: 'der', type: 'spki' });
const mustBe = (ok, problem) => { if (!ok) throw new Error(problem); };
const heads = new Map(); // by record: position and hash of its last entry, and whether a seal covers it
let [line, seq, entries, sealed, seals, redacted, rest, header, seal, end] = [0, 0, 0, 0, 0, 0, ''];
function checkEntry({ seq: next, position, formerHash, hash, entry, personal, salt }) {
  const scope = entry.recordId ?? '';
  const head = heads.get(scope) ?? { position: position - 1, hash: formerHash };
  mustBe(header.record === null || header.record === scope, 'the entry is of another record.');
  mustBe(seq === 0 || (header.record ? next > seq : next === seq + 1), 'entries are missing before it.');
  mustBe(position === head.position + 1 && formerHash === head.hash, 'it does not continue the chain.');
  mustBe(hash === sha256(canonical(entry), formerHash), 'the entry was changed.');
  mustBe(salt === null ? personal === null : entry.personalHash === sha256(canonical(personal), salt), 'the personal data was changed.');
  heads.set(scope, { position, hash, isSealed: false });
  [seq, entries, redacted] = [next, entries + 1, redacted + (salt === null)];
}
function checkSeal(next, signature) {
  const isSigned = verify(null, Buffer.from(canonical(next)), keyOf(next.publicKey), bytes(signature));
  mustBe(isSigned && (trusted.length === 0 || trusted.includes(next.publicKey)), 'the seal is not of the vault.');
  mustBe(!seal || next.formerHash === sha256(canonical(seal)), 'a seal is missing before it.');
  mustBe(header.record ? next.lastSeq >= seq : next.lastSeq === seq, 'the seal is at another place.');
  const known = new Set(next.heads);
  for (const [scope, { position, hash, isSealed }] of heads) {
    mustBe(isSealed || known.has(sha256(canonical([scope, position, hash]))), 'the seal has another chain.');
    heads.set(scope, { position, hash, isSealed: true });
  }
  [seal, seals, sealed] = [next, seals + 1, entries];
}
function checkLine(text) {
  line += 1;
  const row = JSON.parse(text);
  mustBe(!end && JSON.stringify(row) === text && (row.audit === 1) === (line === 1), 'the line was changed.');
  if (row.entry) checkEntry(row);
  else if (row.seal) checkSeal(row.seal, row.signature);
  else [header, end] = [header ?? row, row.end];
  return '';
}
process.on('uncaughtException', ({ message }) => { console.error(`Line ${line}: ${message}`); process.exit(1); });
for await (const chunk of createReadStream(file, 'utf8')) rest = (rest + chunk).replaceAll(/([^\n]*)\n/g, (_, text) => checkLine(text));
mustBe(rest === '' && end?.entries === entries && end.seals === seals, 'the end is missing.');
console.log(`${entries} entries match, ${redacted} of them without personal data. ${seals} seals of the key ${seal?.publicKey} cover ${sealed} of them.`);
