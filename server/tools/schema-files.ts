import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate, PostgresDialect, RawExpressionNode } from 'kysely-codegen';
import { format, type FormatConfig } from 'oxfmt';
import type { Pool } from 'pg';
import { describeSchema } from '../src/platform/database/describe.ts';
import type { Database } from '../src/platform/database/index.ts';

const SERVER = join(import.meta.dirname, '..');

/** A generated file: its path and its content. */
export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Generates the tables' types for kysely, and a description for readers.
 * @param database with all migrations
 */
export async function schemaFiles(database: Pick<Database, 'kysely' | 'pool'>): Promise<SchemaFile[]> {
  return [
    { path: join(SERVER, 'src/platform/database/schema.ts'), text: await tableTypes(database) },
    { path: join(SERVER, 'migrations/schema.sql'), text: await describeSchema(database.pool) },
  ];
}

async function tableTypes({ kysely, pool }: Pick<Database, 'kysely' | 'pool'>): Promise<string> {
  const text = await generate({
    db: kysely,
    // The types that the parsers of platform/database/values.ts return.
    dialect: new PostgresDialect({ numericParser: 'number', dateParser: 'string' }),
    typeMapping: { int8: 'number' },
    overrides: { columns: await chosenWords(pool) },
    camelCase: true,
    includePattern: 'public.*',
    excludePattern: 'public.kysely*',
    outFile: null,
  });
  // The areas import DB alone; row types are Selectable<DB['item']>.
  const onlyDb = text.replaceAll(/^export (type|interface) (?!DB\b)/gm, '$1 ');
  const { code } = await format(
    'schema.ts',
    `/* oxlint-disable typescript/consistent-type-definitions, eslint/max-lines */\n${onlyDb}`,
    await formatConfig(),
  );
  return code;
}

/** A column that a check limits to a list of words gets these words as its type: `kind in ('file', 'folder')`. */
async function chosenWords(pool: Pool): Promise<Record<string, RawExpressionNode>> {
  const { rows } = await pool.query<{ column: string; definition: string }>(`
    select format('%s.%s', c.relname, a.attname) as column, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and array[a.attnum] = k.conkey
    where k.contype = 'c' and c.relnamespace = 'public'::regnamespace
  `);
  const entries = rows.flatMap(({ column, definition }) => {
    const [, list] = /^CHECK \(\(\(?\w+\)?(?:::text)? = ANY \((?:\()?ARRAY\[(.+)\]/.exec(definition) ?? [];
    if (list === undefined) return [];
    const words = [...list.matchAll(/'(\w+)'/g)].map(([word]) => word);
    return [[column, new RawExpressionNode(words.join(' | '))] as const];
  });
  return Object.fromEntries(entries);
}

async function formatConfig(): Promise<FormatConfig> {
  const { ignorePatterns: _, ...config } = JSON.parse(
    await readFile(join(SERVER, '../.oxfmtrc.json'), 'utf8'),
  ) as FormatConfig & { ignorePatterns?: string[] };
  return config;
}
