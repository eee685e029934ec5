-- AUDIT-07: history and link views are read from the audit. The rows of `access` that the audit does not have become
-- entries with their own time and the fact `isImported`; then the table is dropped.

with recursive file (id, source_id) as (
  -- D-13: accesses of merged files were moved to the target, their entries were not.
  select target_id::text, source_id::text from merged_file
  union
  select file.id, m.source_id::text from file join merged_file m on m.target_id = file.source_id
), former as materialized (
  select
    a.*,
    decode(replace(gen_random_uuid()::text, '-', ''), 'hex') as salt,
    jsonb_strip_nulls(jsonb_build_object(
      'address', a.address,
      'name', case when a.accessor_id is not null then a.accessor end,
      'email', case when a.accessor_id is null and a.accessor <> 'Public' then a.accessor end,
      'givenAs', a.given_as
    )) as personal
  from access a
  left join (select id, array_agg(source_id) as source_ids from file group by id) merged on merged.id = a.relation_id
  where case a.kind
    when 'Link_View' then not exists (
      select from audit_entry e where e.link_id = a.relation_id and e.details ->> 'viewId' = a.id
    )
    else not exists (
      select from audit_entry e
      where e.object_id = any (array_append(coalesce(merged.source_ids, '{}'), a.relation_id::text))
        and e.details ->> 'versionId' = a.version_id::text
        and e.action = any (case a.content when 'Download' then '{file.download}' else '{file.preview,office.open}' end::text[])
        and e.outcome = 'success'
        and e.at between a.created_at - interval '1 minute' and a.created_at + interval '1 minute'
    )
  end
)
insert into audit_entry (at, action, outcome, record_id, actor_kind, person_id, link_id, visit_id, object_kind, object_id,
  object_name, object_path, details, personal, personal_salt, personal_hash)
select
  f.created_at,
  case f.content
    when 'View' then 'link.open'
    when 'Automatic' then 'link.page'
    when 'Download' then 'file.download'
    when 'Upload' then 'file.upload'
    else 'file.preview'
  end,
  'success',
  f.record_id,
  case when f.accessor_id is null then 'visitor' else 'person' end,
  f.accessor_id,
  case f.kind when 'Link_View' then f.relation_id end,
  v.visit_id,
  case f.kind when 'Link_View' then 'link' else 'file' end,
  f.relation_id,
  coalesce(l.name, i.name),
  l.location,
  case f.kind
    when 'Link_View' then jsonb_build_object(
      'isImported', true, 'viewId', f.id, 'fileNames', to_jsonb(f.file_names), 'fileCount', f.file_count
    ) || case f.content when 'Automatic' then '{"isAutomatic": true}' else '{}' end::jsonb
    else jsonb_build_object('isImported', true, 'versionId', f.version_id)
  end,
  f.personal,
  f.salt,
  -- the canonical JSON (RFC 8785) of an object of texts
  sha256(f.salt || convert_to('{' || coalesce((
    select string_agg(to_json(p.key)::text || ':' || to_json(p.value)::text, ',' order by p.key collate "C")
    from jsonb_each_text(f.personal) p
  ), '') || '}', 'UTF8'))
from former f
left join (
  select distinct on (access_id) access_id, visit_id from visit_action where access_id is not null
) v on v.access_id = f.id
left join link l on f.kind = 'Link_View' and l.record_id = f.record_id and l.id = f.relation_id
left join item i on f.kind = 'Download' and i.record_id = f.record_id and i.id = f.relation_id
order by f.created_at, f.id;

drop table access;
alter table visit_action rename column access_id to view_id;

-- The history of a file (C16), newest first.
create index audit_entry_file_access on audit_entry (object_id, at desc, id desc)
  where action in ('file.preview', 'file.download', 'office.open') and outcome = 'success';
-- The views of a link (C16).
create index audit_entry_view on audit_entry (link_id, (details ->> 'viewId'), id) where details ->> 'viewId' is not null;
