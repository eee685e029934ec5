-- AUDIT-01: the purge job records what was in a deleted folder, as an act of the person who deleted it.

-- path: of the folder that contained the item. deleted_by: who deleted it, and from where (`ActorContext`). Both are null
-- for items that were deleted before this migration.
alter table purge add column path text, add column deleted_by jsonb;
