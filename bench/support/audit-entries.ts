import type pg from 'pg';

/** Entries in one statement. */
const STEP = 200_000;

/**
 * Adds entries as a firm makes them in years: 2,000 records of unequal use, 500 people, 20,000 links, a million files.
 * @returns the size of the table with its indexes in bytes
 */
export async function fillAudit(database: pg.Client, entries: number): Promise<number> {
  const { rows: indexes } = await database.query<{ name: string; definition: string }>(SECONDARY_INDEXES);
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  for (let after = 0; after < entries; after += STEP) {
    await database.query(FILL, [after + 1, Math.min(entries, after + STEP)]);
  }
  for (const { definition } of indexes) await database.query(definition);
  await database.query('vacuum analyze audit_entry');
  const { rows } = await database.query<{ bytes: string }>(
    `select pg_total_relation_size('audit_entry') as bytes`,
  );
  return Number(rows[0]?.bytes);
}

/** They are made after the rows, which takes a third of the time. */
const SECONDARY_INDEXES = `
  select indexname as name, indexdef as definition from pg_indexes
  where tablename = 'audit_entry' and indexname <> 'audit_entry_pkey'`;

const FILL = `
  insert into audit_entry (at, action, outcome, record_id, actor_kind, person_id, link_id, request_id, object_kind,
    object_id, object_name, object_path, details, personal, personal_salt, personal_hash)
  select timestamptz '2020-01-01' + n * interval '15 s', 'file.preview', 'success',
    'rec' || lpad(floor(power(random(), 2) * 2000)::text, 15, '0'),
    case when n % 5 = 0 then 'visitor' else 'person' end,
    case when n % 5 <> 0 then 'usr' || lpad((n % 500)::text, 15, '0') end,
    case when n % 5 = 0 then 'lnk' || lpad((n % 20000)::text, 15, '0') end,
    gen_random_uuid(), 'file', 'fil' || lpad(floor(random() * 1000000)::text, 15, '0'), 'Report ' || n || '.pdf',
    'Tax/2025', '{"bytes": 123456}', p.text::jsonb, s.salt, sha256(s.salt || convert_to(p.text, 'UTF8'))
  from generate_series($1::int, $2::int) n,
    lateral (select '{"address":"192.0.2.' || n % 250 || '","agent":"Mozilla/5.0 (X11; Linux x86_64)","email":"p'
      || n % 500 || '@example.test","name":"Person ' || n % 500 || '"}' as text) p,
    lateral (select decode(md5(n::text), 'hex') as salt) s`;

/** @returns the place of an entry in the activity, as C115 has it in `next` */
export async function placeOf(database: pg.Client, id: number): Promise<string> {
  const { rows } = await database.query<{ ms: string }>(
    'select (extract(epoch from at) * 1000)::bigint as ms from audit_entry where id = $1',
    [id],
  );
  return `${rows[0]?.ms}-${id}`;
}

/** One entry, as the server adds it. */
const ENTRY = {
  name: 'entry',
  text: `insert into audit_entry (action, outcome, record_id, actor_kind, person_id, request_id, object_kind, object_id,
    object_name, object_path, details, personal, personal_salt, personal_hash)
  values ('item.rename', 'success', $1, 'person', $2, gen_random_uuid(), 'file', $3, $4, 'Tax/2025', '{}', '{}', $5,
    sha256($5 || '{}'::bytea))`,
  values: ['rec000000000000001', 'usr000000000000001', 'fil000000000000001', 'Report.pdf', Buffer.alloc(16)],
};

/**
 * @param isRecorded whether the transaction also adds an entry
 * @returns the milliseconds of a durable transaction that changes one row
 */
export async function changeTime(database: pg.Client, isRecorded: boolean): Promise<number> {
  const startedAt = performance.now();
  await database.query('begin');
  await database.query('update record set name = name where id = (select min(id) from record)');
  if (isRecorded) await database.query(ENTRY);
  await database.query('commit');
  return performance.now() - startedAt;
}
