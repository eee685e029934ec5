import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Returns the id of the folder that has the bytes of this vault; null before the first start with a folder. */
export async function readBlobFolderId(db: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select blob_folder_id as id from vault_identity`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Sets the id of the folder, unless another process has set one. @returns the id that the vault has */
export async function claimBlobFolder(db: Kysely<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update vault_identity set blob_folder_id = coalesce(blob_folder_id, ${id}) returning blob_folder_id as id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Replaces the id of the folder. */
export async function setBlobFolder(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update vault_identity set blob_folder_id = ${id}`.execute(db);
}
