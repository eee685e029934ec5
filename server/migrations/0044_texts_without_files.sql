-- The text of a version that was removed stayed in the search while other records had the same content. Such texts are
-- found by no search; now they are deleted with the version (SAFE-01).

delete from document_text d
where not exists (select from version v where v.record_id = d.record_id and v.blob_id = d.blob_id);
