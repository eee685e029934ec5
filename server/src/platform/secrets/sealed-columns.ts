/** A table with sealed columns; their names in the database. */
export interface SealedTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/**
 * All columns whose values a Sealer has made; `rotate-key` seals them again. A sealed column has a name that ends with
 * `_sealed`; a test compares the list with the tables, and knows the purpose of every other column of bytes.
 */
export const SEALED_TABLES: readonly SealedTable[] = [
  { table: 'authenticator_app', columns: ['secret_sealed'] },
  { table: 'factor_challenge', columns: ['app_secret_sealed'] },
  { table: 'link', columns: ['token_sealed', 'password_sealed'] },
  { table: 'mail', columns: ['body_sealed'] },
];
