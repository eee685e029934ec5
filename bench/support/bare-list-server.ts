// The floor of a page: a plain Node server with two statements for a request, the permission of the session and 50
// rows of the folder in the order of names, sent as JSON. It has no validation, log, limits or metrics. Its database is
// that of a vault (PGHOST, PGPORT).
import type { IncomingMessage } from 'node:http';
import { bareConnections, mustBePermitted } from './bare-permission.ts';
import { serveBare } from './serve-bare.ts';

const PAGE = `
  select folder.id as "folderId", folder.file_count as "fileCount", page.*
  from record r
  cross join lateral (
    select id, file_count from item
    where record_id = r.id and parent_id = r.root_id and kind = 'folder' and name_key = lower($2) and name = $2
      and trashed_at is null limit 1
  ) folder
  cross join lateral (
    select id, kind, name, size_bytes, modified_at, modified_by, version_count, external_id, current_version_id
    from item
    where record_id = r.id and parent_id = folder.id and kind = 'file' and trashed_at is null
    order by name_key, name, id limit $3
  ) page
  where r.id = $1`;

const pool = bareConnections();

async function pageOf({ url = '/', headers }: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(url, 'http://bare');
  const recordId = pathname.split('/').at(-1);
  await mustBePermitted(pool, headers.authorization, recordId);
  const values = [recordId, searchParams.get('parentFolder'), Number(searchParams.get('size'))];
  const { rows } = await pool.query<{ fileCount: number }>({ name: 'page', text: PAGE, values });
  return JSON.stringify({ data: { content: rows, totalElements: rows[0]?.fileCount ?? 0 } });
}

serveBare(async (request, response) => {
  const body = Buffer.from(await pageOf(request));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
