-- Which folder has the bytes of this vault, when they are on a disk: the id in blobs/vault.json. All processes share it (NODES-03).
-- Null until the first start with a folder.
alter table vault_identity add column blob_folder_id uuid;
