let given = '';

/**
 * Returns the origin from which the files of the build are loaded, without a slash at the end; '' is the origin of the
 * page.
 */
export const pdfServer = (): string => given;

/** Sets the origin of the vault's files, for a portal's page that has another origin. */
export function setPdfServer(origin: string): void {
  given = origin;
}
