import { bufferSource, openZip, type ZipEntry, ZipError } from '../zip/index.ts';
import { DocumentError } from './errors.ts';
import { htmlPage, text } from './page.ts';
import { sizeText } from './size.ts';

const LIMITS = { maxEntries: 100_000, maxNameBytes: 4096, maxDirectoryBytes: 32 * 1024 * 1024 };
/** The maximum number of rows; the page shows the number of omitted ones. */
const MAX_ROWS = 5000;

/**
 * The entries of a ZIP as a page (USE-32). Only the directory is read; nothing is unpacked.
 * @throws DocumentError when it is not a valid ZIP
 */
export async function zipPage(bytes: Uint8Array): Promise<string> {
  const { entries } = await openZip(bufferSource(bytes), LIMITS).catch((error: unknown) => {
    throw error instanceof ZipError ? new DocumentError(error.message, { cause: error }) : error;
  });
  const files = entries.filter(({ isDirectory }) => !isDirectory);
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const count = `${files.length.toLocaleString('en-US')} ${files.length === 1 ? 'file' : 'files'}`;
  const shown = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MAX_ROWS);
  const more = entries.length - shown.length;
  const cut = more > 0 ? `<p>${more.toLocaleString('en-US')} more are not listed.</p>` : '';
  const body =
    `<p>${count}, ${sizeText(total)} unpacked</p><table><thead><tr><th scope="col">Name</th>` +
    `<th scope="col" class="size">Size</th></tr></thead><tbody>${shown.map(rowOf).join('')}</tbody></table>${cut}`;
  return htmlPage({ style: STYLE, body });
}

function rowOf({ name, sizeBytes, isDirectory, isEncrypted }: ZipEntry): string {
  const cut = name.replace(/\/$/, '').lastIndexOf('/') + 1;
  const label = `<span class="quiet">${text(name.slice(0, cut))}</span>${text(name.slice(cut))}`;
  const size = isDirectory ? '' : sizeText(sizeBytes);
  return `<tr><td>${label}${isEncrypted ? ' <span class="quiet">(encrypted)</span>' : ''}</td><td class="size">${size}</td></tr>`;
}

const STYLE = `
body { font: 14px/20px system-ui, sans-serif; color: #1f2329; background: #fff; margin: 0 auto; padding: 24px;
  max-width: 960px; overflow-wrap: anywhere }
p { margin: 0 0 12px }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #e6e8ec; padding: 6px 8px; text-align: start; vertical-align: top }
th { color: #60656f; font-weight: normal; position: sticky; top: 0; background: #fff }
th.size, td.size { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums }
.quiet { color: #60656f }
@media (max-width: 700px) { body { padding: 16px } }
`;
