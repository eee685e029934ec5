let given = '';

/** Returns the origin of the build's files, without a slash at the end; '' is the origin of the page. */
export const pdfServer = (): string => given;

/** Sets the origin of the vault's files inside a page of another origin. */
export function setPdfServer(origin: string): void {
  given = origin;
}
