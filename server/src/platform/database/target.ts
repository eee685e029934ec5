/** The address of the database: a URL for an external one, a socket for the embedded one. */
export type Target =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
