/** Where the database is: an external one by its address, the embedded one by its socket. */
export type Target =
  | { readonly connectionString: string }
  | { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
