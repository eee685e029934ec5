let given = '';

/** The origin of the build's files, without a slash at the end: '' is that of the page. */
export const pdfServer = (): string => given;

/** Inside a page of another origin: where the vault's own files are. */
export function setPdfServer(origin: string): void {
  given = origin;
}
