-- The vault's tables after all migrations, as PostgreSQL describes them.
-- Written by server/tools/generate-schema.ts, never by hand.

create domain vault_id as text CHECK ((VALUE ~ '^[0-9A-Za-z]{18}$'::text));

create table account (
  id vault_id not null,
  name text not null,
  email text not null,
  password_hash text,
  permissions jsonb not null,
  updated_at timestamp(3) with time zone not null default now(),
  loaded_hash text,
  demo_state text,
  disabled_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  is_active boolean not null generated always as (((disabled_at IS NULL) AND (removed_at IS NULL) AND (demo_state IS DISTINCT FROM 'locked'::text))) stored,
  last_change_xid xid8,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_demo_state CHECK ((demo_state = ANY (ARRAY['open'::text, 'locked'::text])))
);
CREATE UNIQUE INDEX account_email ON public.account USING btree (lower(email)) WHERE (password_hash IS NOT NULL);
CREATE TRIGGER account_changed AFTER UPDATE ON public.account FOR EACH ROW WHEN (((old.permissions IS DISTINCT FROM new.permissions) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION notify_account();
CREATE TRIGGER account_past_added AFTER INSERT ON public.account FOR EACH ROW EXECUTE FUNCTION keep_account_past();
CREATE TRIGGER account_past_changed AFTER UPDATE ON public.account FOR EACH ROW WHEN (((old.permissions IS DISTINCT FROM new.permissions) OR (old.is_active IS DISTINCT FROM new.is_active) OR ((old.password_hash IS NULL) <> (new.password_hash IS NULL)))) EXECUTE FUNCTION keep_account_past();

create table account_past (
  account_id vault_id not null,
  tx_at timestamp with time zone not null default now(),
  until timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  permissions jsonb,
  is_active boolean not null,
  has_password boolean not null,
  constraint account_past_pkey PRIMARY KEY (account_id, tx_at)
);
CREATE TRIGGER account_past_append_only BEFORE DELETE OR UPDATE ON public.account_past FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER account_past_no_truncate BEFORE TRUNCATE ON public.account_past FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table attempt (
  kind text not null,
  subject text not null,
  address text not null,
  attempted_at timestamp(3) with time zone not null default now()
);
CREATE INDEX attempt_age ON public.attempt USING btree (attempted_at);
CREATE INDEX attempt_lookup ON public.attempt USING btree (kind, subject, address, attempted_at);

create table audit_chain (
  seq bigint not null,
  entry_id bigint not null,
  scope text not null,
  position bigint not null,
  hash bytea not null,
  constraint audit_chain_pkey PRIMARY KEY (seq),
  constraint audit_chain_entry_id_key UNIQUE (entry_id),
  constraint audit_chain_scope_position_key UNIQUE (scope, "position"),
  constraint audit_chain_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON public.audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table audit_chain_state (
  is_only boolean not null default true,
  cluster_id text not null,
  chained_below xid8 not null,
  constraint audit_chain_state_pkey PRIMARY KEY (is_only),
  constraint audit_chain_state_is_only_check CHECK (is_only)
);

create table audit_entry (
  id bigint not null generated always as identity,
  xact xid8 not null default pg_current_xact_id(),
  at timestamp(3) with time zone not null default clock_timestamp(),
  action text not null,
  outcome text not null,
  record_id vault_id,
  actor_kind text not null,
  person_id vault_id,
  link_id vault_id,
  visit_id vault_id,
  request_id uuid,
  object_kind text,
  object_id text,
  object_name text,
  object_path text,
  details jsonb not null,
  personal jsonb,
  personal_salt bytea,
  personal_hash bytea not null,
  redacted_by bigint,
  constraint audit_entry_pkey PRIMARY KEY (id),
  constraint audit_entry_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'visitor'::text, 'anonymous'::text, 'system'::text, 'command'::text]))),
  constraint audit_entry_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'refused'::text, 'failed'::text]))),
  constraint audit_entry_personal_hash_check CHECK ((octet_length(personal_hash) = 32)),
  constraint audit_entry_redaction CHECK ((((personal IS NULL) = (redacted_by IS NOT NULL)) AND ((personal IS NULL) = (personal_salt IS NULL))))
);
CREATE INDEX audit_entry_access ON public.audit_entry USING btree (record_id, at DESC, id DESC) WHERE ((action = ANY (ARRAY['file.preview'::text, 'file.download'::text, 'office.open'::text])) AND (outcome = 'success'::text));
CREATE INDEX audit_entry_action ON public.audit_entry USING btree (action, at DESC, id DESC);
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (at DESC, id DESC);
CREATE INDEX audit_entry_file_access ON public.audit_entry USING btree (object_id, at DESC, id DESC) WHERE ((action = ANY (ARRAY['file.preview'::text, 'file.download'::text, 'office.open'::text])) AND (outcome = 'success'::text));
CREATE INDEX audit_entry_link ON public.audit_entry USING btree (link_id, at DESC, id DESC) WHERE (link_id IS NOT NULL);
CREATE INDEX audit_entry_object ON public.audit_entry USING btree (object_id, at DESC, id DESC) WHERE (object_id IS NOT NULL);
CREATE INDEX audit_entry_person ON public.audit_entry USING btree (person_id, at DESC, id DESC) WHERE (person_id IS NOT NULL);
CREATE INDEX audit_entry_record ON public.audit_entry USING btree (record_id, at DESC, id DESC) WHERE (record_id IS NOT NULL);
CREATE INDEX audit_entry_view ON public.audit_entry USING btree (link_id, ((details ->> 'viewId'::text)), id) WHERE ((details ->> 'viewId'::text) IS NOT NULL);
CREATE INDEX audit_entry_xact ON public.audit_entry USING btree (xact, id);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table audit_follower (
  receiver text not null,
  last_seq bigint not null default 0,
  failing_since timestamp with time zone,
  constraint audit_follower_pkey PRIMARY KEY (receiver),
  constraint audit_follower_receiver_check CHECK ((receiver = ANY (ARRAY['syslog'::text, 'webhook'::text])))
);

create table audit_seal (
  number integer not null,
  at timestamp(3) with time zone not null,
  last_seq bigint not null,
  heads jsonb not null,
  former_hash bytea not null,
  public_key bytea not null,
  signature bytea not null,
  constraint audit_seal_pkey PRIMARY KEY (number),
  constraint audit_seal_former_hash_check CHECK ((octet_length(former_hash) = 32)),
  constraint audit_seal_public_key_check CHECK ((octet_length(public_key) = 32)),
  constraint audit_seal_signature_check CHECK ((octet_length(signature) = 64))
);
CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE ON public.audit_seal FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_seal_no_truncate BEFORE TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table authenticator_app (
  account_id vault_id not null,
  secret_sealed bytea not null,
  last_step bigint not null,
  added_at timestamp(3) with time zone not null,
  constraint authenticator_app_pkey PRIMARY KEY (account_id),
  constraint authenticator_app_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table backup_lease (
  is_only boolean not null default true,
  holder uuid not null,
  expires_at timestamp with time zone not null,
  constraint backup_lease_pkey PRIMARY KEY (is_only),
  constraint backup_lease_is_only_check CHECK (is_only)
);

create table blob (
  id bigint not null generated always as identity,
  sha256 bytea not null,
  storage_key text not null,
  size_bytes bigint not null,
  crc32 bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  used_at timestamp(3) with time zone not null default now(),
  damaged_at timestamp(3) with time zone,
  block_checksums bytea,
  constraint blob_pkey PRIMARY KEY (id),
  constraint blob_sha256_key UNIQUE (sha256),
  constraint blob_storage_key_key UNIQUE (storage_key),
  constraint blob_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint blob_sha256_check CHECK ((length(sha256) = 32)),
  constraint blob_size_bytes_check CHECK ((size_bytes >= 0))
);
CREATE INDEX blob_damaged ON public.blob USING btree (damaged_at) WHERE (damaged_at IS NOT NULL);
CREATE INDEX blob_without_checksums ON public.blob USING btree (id) WHERE ((block_checksums IS NULL) AND (damaged_at IS NULL));
CREATE TRIGGER blob_keys_replaced AFTER UPDATE ON public.blob REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION release_replaced_keys();

create table blob_garbage (
  storage_key text not null,
  released_at timestamp(3) with time zone not null default now(),
  constraint blob_garbage_pkey PRIMARY KEY (storage_key)
);
CREATE INDEX blob_garbage_age ON public.blob_garbage USING btree (released_at);

create table claims_past (
  account_id vault_id not null,
  tx_at timestamp with time zone not null default now(),
  until timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  was_known boolean not null,
  permissions jsonb,
  records text[],
  constraint claims_past_pkey PRIMARY KEY (account_id, tx_at)
);
CREATE TRIGGER claims_past_append_only BEFORE DELETE OR UPDATE ON public.claims_past FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER claims_past_no_truncate BEFORE TRUNCATE ON public.claims_past FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table document_text (
  record_id vault_id not null,
  blob_id bigint not null,
  content text not null,
  words tsvector not null,
  constraint document_text_pkey PRIMARY KEY (record_id, blob_id),
  constraint document_text_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blob(id) ON DELETE CASCADE,
  constraint document_text_record_id_fkey FOREIGN KEY (record_id) REFERENCES record(id)
);
CREATE INDEX document_text_blob ON public.document_text USING btree (blob_id);
CREATE INDEX document_text_words ON public.document_text USING gin (record_id, words);

create table download_ticket (
  id text not null,
  record_id vault_id not null,
  account_id text not null,
  accessor text not null,
  name text not null,
  form text not null,
  entries jsonb not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  token_hash bytea,
  is_session boolean,
  link_id vault_id,
  entry_count integer not null default 0,
  constraint download_ticket_pkey PRIMARY KEY (record_id, id),
  constraint download_ticket_record_id_fkey FOREIGN KEY (record_id) REFERENCES record(id),
  constraint download_ticket_form_check CHECK ((form = ANY (ARRAY['file'::text, 'zip'::text]))),
  constraint download_ticket_holder CHECK (((token_hash IS NULL) = (is_session IS NULL)))
);
CREATE INDEX download_ticket_account ON public.download_ticket USING btree (record_id, account_id);
CREATE INDEX download_ticket_by_id ON public.download_ticket USING btree (id);
CREATE INDEX download_ticket_expiry ON public.download_ticket USING btree (expires_at);
CREATE INDEX download_ticket_link ON public.download_ticket USING btree (record_id, link_id) WHERE (link_id IS NOT NULL);

create table ended_token (
  token_hash bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint ended_token_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX ended_token_expiry ON public.ended_token USING btree (expires_at);
CREATE TRIGGER token_ended AFTER INSERT ON public.ended_token FOR EACH ROW EXECUTE FUNCTION notify_ended_token();

create table external_identity (
  issuer text not null,
  subject text not null,
  account_id vault_id not null,
  claims_hash bytea not null,
  claims_issued_at timestamp(3) with time zone not null,
  permissions jsonb,
  records text[],
  constraint external_identity_pkey PRIMARY KEY (issuer, subject),
  constraint external_identity_account_id_key UNIQUE (account_id),
  constraint external_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE TRIGGER claims_changed AFTER UPDATE OF permissions, records ON public.external_identity FOR EACH ROW WHEN (((old.permissions IS DISTINCT FROM new.permissions) OR (old.records IS DISTINCT FROM new.records))) EXECUTE FUNCTION notify_account_of_row();
CREATE TRIGGER claims_past_added AFTER INSERT ON public.external_identity FOR EACH ROW EXECUTE FUNCTION keep_claims_past();
CREATE TRIGGER claims_past_changed AFTER UPDATE OF permissions, records ON public.external_identity FOR EACH ROW WHEN (((old.permissions IS DISTINCT FROM new.permissions) OR (old.records IS DISTINCT FROM new.records))) EXECUTE FUNCTION keep_claims_past();

create table factor_challenge (
  token_hash bytea not null,
  account_id vault_id not null,
  purpose text not null,
  password_hash text not null,
  session_hash bytea,
  app_secret_sealed bytea,
  passkey_challenge text,
  expires_at timestamp(3) with time zone not null,
  constraint factor_challenge_pkey PRIMARY KEY (token_hash),
  constraint factor_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint factor_challenge_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES session(token_hash) ON DELETE CASCADE,
  constraint factor_challenge_purpose CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'set-up'::text, 'change'::text])))
);
CREATE INDEX factor_challenge_account ON public.factor_challenge USING btree (account_id);
CREATE INDEX factor_challenge_expiry ON public.factor_challenge USING btree (expires_at);
CREATE INDEX factor_challenge_session ON public.factor_challenge USING btree (session_hash);

create table failed_job (
  id bigint not null,
  noticed_at timestamp(3) with time zone not null,
  constraint failed_job_pkey PRIMARY KEY (id)
);
CREATE INDEX failed_job_age ON public.failed_job USING btree (noticed_at);

create table held_item (
  record_id vault_id not null,
  item_id vault_id not null,
  hold_id vault_id not null,
  constraint held_item_pkey PRIMARY KEY (record_id, item_id, hold_id),
  constraint held_item_record_id_hold_id_fkey FOREIGN KEY (record_id, hold_id) REFERENCES hold(record_id, id)
);
CREATE INDEX held_item_hold ON public.held_item USING btree (record_id, hold_id);

create table hold (
  id vault_id not null,
  record_id vault_id not null,
  folder_id vault_id not null,
  keep_years integer,
  reason text not null,
  set_at timestamp(3) with time zone not null,
  set_by text not null,
  lifted_at timestamp(3) with time zone,
  constraint hold_pkey PRIMARY KEY (record_id, id),
  constraint hold_record_id_fkey FOREIGN KEY (record_id) REFERENCES record(id),
  constraint hold_keep_years_check CHECK (((keep_years >= 1) AND (keep_years <= 100)))
);
CREATE INDEX hold_by_id ON public.hold USING btree (id);
CREATE INDEX hold_in_force ON public.hold USING btree (set_at DESC, id) WHERE (lifted_at IS NULL);

create table item (
  record_id vault_id not null,
  id vault_id not null,
  parent_id vault_id,
  kind text not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  modified_at timestamp(3) with time zone not null,
  modified_by text not null,
  modified_by_key text not null generated always as (lower(modified_by)) stored,
  trashed_at timestamp(3) with time zone,
  share_to_client boolean not null default true,
  category text not null default 'Other'::text,
  as_of_date date not null default ((now() AT TIME ZONE 'utc'::text))::date,
  created_at timestamp(3) with time zone not null default now(),
  external_id uuid,
  current_version_id uuid,
  version_count integer not null default 0,
  size_bytes bigint not null default 0,
  folder_count integer not null default 0,
  file_count integer not null default 0,
  subtree_bytes bigint not null default 0,
  lost_path text,
  constraint item_pkey PRIMARY KEY (record_id, id),
  constraint item_record_id_fkey FOREIGN KEY (record_id) REFERENCES record(id),
  constraint item_record_id_parent_id_fkey FOREIGN KEY (record_id, parent_id) REFERENCES item(record_id, id),
  constraint item_check CHECK (((parent_id)::text IS DISTINCT FROM (id)::text)),
  constraint item_check1 CHECK ((((kind = 'file'::text) AND (parent_id IS NOT NULL) AND (external_id IS NOT NULL) AND (current_version_id IS NOT NULL) AND (version_count > 0)) OR ((kind = 'folder'::text) AND (external_id IS NULL) AND (current_version_id IS NULL) AND (version_count = 0) AND (size_bytes = 0)))),
  constraint item_file_count_check CHECK ((file_count >= 0)),
  constraint item_folder_count_check CHECK ((folder_count >= 0)),
  constraint item_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'file'::text]))),
  constraint item_name_check CHECK ((length(name) <= 400)),
  constraint item_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint item_subtree_bytes_check CHECK ((subtree_bytes >= 0))
) with (fillfactor=85);
CREATE INDEX item_by_external_id ON public.item USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX item_by_id ON public.item USING btree (id);
CREATE INDEX item_by_time ON public.item USING brin (modified_at) WITH (autosummarize='on');
CREATE INDEX item_children ON public.item USING btree (parent_id, kind);
CREATE INDEX item_folders ON public.item USING btree (record_id) WHERE ((kind = 'folder'::text) AND (trashed_at IS NULL));
CREATE INDEX item_list_modified_at ON public.item USING btree (record_id, parent_id, modified_at, id) WHERE ((trashed_at IS NULL) AND (kind = 'file'::text));
CREATE INDEX item_list_modified_by ON public.item USING btree (record_id, parent_id, modified_by_key, id) WHERE ((trashed_at IS NULL) AND (kind = 'file'::text));
CREATE INDEX item_list_name ON public.item USING btree (record_id, parent_id, kind, name_key, name, id) WHERE (trashed_at IS NULL);
CREATE INDEX item_list_size ON public.item USING btree (record_id, parent_id, size_bytes, id) WHERE ((trashed_at IS NULL) AND (kind = 'file'::text));
CREATE UNIQUE INDEX item_live_name ON public.item USING btree (record_id, parent_id, kind, name) WHERE (trashed_at IS NULL);
CREATE INDEX item_name_parts ON public.item USING gin (name_key gin_trgm_ops) WHERE (trashed_at IS NULL);
CREATE INDEX item_search_name ON public.item USING btree (record_id, kind DESC, name_key, name, id) INCLUDE (parent_id) WHERE (trashed_at IS NULL);
CREATE INDEX item_trashed_folders ON public.item USING btree (record_id) WHERE ((kind = 'folder'::text) AND (trashed_at IS NOT NULL));
CREATE TRIGGER item_leaves_hold AFTER UPDATE OF parent_id ON public.item FOR EACH ROW WHEN (((old.parent_id)::text IS DISTINCT FROM (new.parent_id)::text)) EXECUTE FUNCTION carry_holds();
CREATE TRIGGER item_past_changed AFTER UPDATE OF parent_id, name, trashed_at, current_version_id ON public.item FOR EACH ROW WHEN ((((old.parent_id)::text IS DISTINCT FROM (new.parent_id)::text) OR (old.name <> new.name) OR ((old.trashed_at IS NULL) <> (new.trashed_at IS NULL)) OR (old.current_version_id IS DISTINCT FROM new.current_version_id))) EXECUTE FUNCTION keep_item_past();
CREATE TRIGGER item_past_deleted AFTER DELETE ON public.item REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_deleted_items();
CREATE TRIGGER item_renamed AFTER UPDATE OF name ON public.item FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION rename_in_links();

create table item_past (
  record_id vault_id not null,
  item_id vault_id not null,
  tx_at timestamp with time zone not null default now(),
  until timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  created_at timestamp with time zone not null,
  parent_id vault_id,
  kind text not null,
  name text not null,
  is_trashed boolean not null,
  current_version_id uuid,
  constraint item_past_pkey PRIMARY KEY (record_id, item_id, tx_at)
);
CREATE INDEX item_past_record ON public.item_past USING btree (record_id, until);
CREATE TRIGGER item_past_append_only BEFORE DELETE OR UPDATE ON public.item_past FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER item_past_no_truncate BEFORE TRUNCATE ON public.item_past FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table kept_version (
  record_id vault_id not null,
  version_id uuid not null,
  blob_id bigint not null,
  size_bytes bigint not null,
  scanned_by text not null,
  deleted_at timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  constraint kept_version_pkey PRIMARY KEY (record_id, version_id),
  constraint kept_version_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blob(id)
);
CREATE INDEX kept_version_age ON public.kept_version USING btree (deleted_at);
CREATE INDEX kept_version_blob ON public.kept_version USING btree (blob_id);

create table link (
  record_id vault_id not null,
  id vault_id not null,
  kind text not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  is_public boolean not null,
  password_sealed bytea,
  expires_at timestamp(3) with time zone,
  allow_download boolean not null,
  allow_edit boolean not null,
  notify boolean not null,
  add_name boolean not null,
  message text not null,
  folder_id vault_id not null,
  name text not null,
  name_key text not null generated always as ("left"(lower(name), 400)) stored,
  location text not null,
  created_at timestamp(3) with time zone not null,
  created_by_id vault_id not null,
  created_by text not null,
  deleted_at timestamp(3) with time zone,
  deleted_by text,
  access_times integer not null default 0,
  last_accessed_at timestamp(3) with time zone,
  ask_giver boolean not null default false,
  constraint link_pkey PRIMARY KEY (record_id, id),
  constraint link_record_id_fkey FOREIGN KEY (record_id) REFERENCES record(id),
  constraint link_check CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint link_kind_check CHECK ((kind = ANY (ARRAY['SHARE'::text, 'REQUEST'::text])))
);
CREATE INDEX link_by_access_times ON public.link USING btree (record_id, access_times, id);
CREATE INDEX link_by_created_at ON public.link USING btree (record_id, created_at, id);
CREATE INDEX link_by_id ON public.link USING btree (id);
CREATE INDEX link_by_maker ON public.link USING btree (created_by_id) WHERE (deleted_at IS NULL);
CREATE INDEX link_by_name ON public.link USING btree (record_id, name_key, id);
CREATE INDEX link_by_token ON public.link USING btree (token_hash);
CREATE TRIGGER link_past_changed AFTER UPDATE OF created_by_id, expires_at, deleted_at ON public.link FOR EACH ROW WHEN ((((old.created_by_id)::text <> (new.created_by_id)::text) OR (old.expires_at IS DISTINCT FROM new.expires_at) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)))) EXECUTE FUNCTION keep_link_past();

create table link_code (
  record_id vault_id not null,
  link_id vault_id not null,
  email text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamp(3) with time zone not null,
  constraint link_code_pkey PRIMARY KEY (record_id, link_id, email),
  constraint link_code_record_id_link_id_fkey FOREIGN KEY (record_id, link_id) REFERENCES link(record_id, id) ON DELETE CASCADE
);
CREATE INDEX link_code_expiry ON public.link_code USING btree (expires_at);

create table link_item (
  record_id vault_id not null,
  link_id vault_id not null,
  position integer not null,
  item_id vault_id not null,
  kind text not null,
  name text not null,
  constraint link_item_pkey PRIMARY KEY (record_id, link_id, "position"),
  constraint link_item_record_id_link_id_fkey FOREIGN KEY (record_id, link_id) REFERENCES link(record_id, id) ON DELETE CASCADE,
  constraint link_item_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'file'::text])))
);
CREATE INDEX link_item_item ON public.link_item USING btree (record_id, item_id);

create table link_past (
  record_id vault_id not null,
  link_id vault_id not null,
  tx_at timestamp with time zone not null default now(),
  until timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  maker_id vault_id not null,
  expires_at timestamp with time zone,
  is_deleted boolean not null,
  constraint link_past_pkey PRIMARY KEY (record_id, link_id, tx_at)
);
CREATE TRIGGER link_past_append_only BEFORE DELETE OR UPDATE ON public.link_past FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER link_past_no_truncate BEFORE TRUNCATE ON public.link_past FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table link_recipient (
  record_id vault_id not null,
  link_id vault_id not null,
  position integer not null,
  email text not null,
  constraint link_recipient_pkey PRIMARY KEY (record_id, link_id, "position"),
  constraint link_recipient_record_id_link_id_fkey FOREIGN KEY (record_id, link_id) REFERENCES link(record_id, id) ON DELETE CASCADE
);

create table mail (
  id vault_id not null,
  record_id vault_id,
  link_id vault_id,
  sender_name text,
  recipients text[] not null,
  subject text not null,
  state text not null,
  attempts integer not null default 0,
  last_error text,
  claimed_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  sent_at timestamp(3) with time zone,
  unconfirmed text[] not null default '{}'::text[],
  reply_to text,
  body_sealed bytea,
  plain_body text,
  reader_id text,
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_body_check CHECK (((state = 'waiting'::text) OR (body_sealed IS NULL))),
  constraint mail_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'unconfirmed'::text, 'failed'::text, 'withdrawn'::text])))
);
CREATE INDEX mail_age ON public.mail USING btree (created_at);
CREATE INDEX mail_of_link ON public.mail USING btree (record_id, link_id) WHERE (link_id IS NOT NULL);
CREATE INDEX mail_open ON public.mail USING btree (state, created_at) WHERE (state = ANY (ARRAY['waiting'::text, 'unconfirmed'::text, 'failed'::text]));

create table membership (
  account_id vault_id not null,
  record_id vault_id not null,
  constraint membership_pkey PRIMARY KEY (record_id, account_id),
  constraint membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint membership_record_id_fkey FOREIGN KEY (record_id) REFERENCES record(id)
);
CREATE INDEX membership_account ON public.membership USING btree (account_id, record_id);
CREATE TRIGGER membership_ended AFTER DELETE ON public.membership FOR EACH ROW EXECUTE FUNCTION notify_account_of_row();
CREATE TRIGGER membership_past_changed AFTER INSERT OR DELETE ON public.membership FOR EACH ROW EXECUTE FUNCTION keep_membership_past();

create table membership_past (
  account_id vault_id not null,
  record_id vault_id not null,
  tx_at timestamp with time zone not null default now(),
  until timestamp(3) with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  was_member boolean not null,
  constraint membership_past_pkey PRIMARY KEY (record_id, account_id, tx_at)
);
CREATE TRIGGER membership_past_append_only BEFORE DELETE OR UPDATE ON public.membership_past FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER membership_past_no_truncate BEFORE TRUNCATE ON public.membership_past FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table merged_file (
  record_id vault_id not null,
  source_id vault_id not null,
  target_id vault_id not null,
  constraint merged_file_pkey PRIMARY KEY (record_id, source_id)
);
CREATE INDEX merged_file_target ON public.merged_file USING btree (target_id);
CREATE TRIGGER merged_file_append_only BEFORE DELETE OR UPDATE ON public.merged_file FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER merged_file_no_truncate BEFORE TRUNCATE ON public.merged_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table office_grant (
  id vault_id not null,
  record_id vault_id not null,
  file_id vault_id not null,
  action text not null,
  account_id vault_id,
  token_hash bytea,
  is_session boolean,
  visit_id vault_id,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  opens_until timestamp(3) with time zone not null,
  browser_hash bytea,
  constraint office_grant_pkey PRIMARY KEY (record_id, id),
  constraint office_grant_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint office_grant_record_id_file_id_fkey FOREIGN KEY (record_id, file_id) REFERENCES item(record_id, id) ON DELETE CASCADE,
  constraint office_grant_record_id_visit_id_fkey FOREIGN KEY (record_id, visit_id) REFERENCES visit(record_id, id) ON DELETE CASCADE,
  constraint office_grant_action_check CHECK ((action = ANY (ARRAY['view'::text, 'edit'::text]))),
  constraint office_grant_check CHECK (((account_id IS NULL) <> (visit_id IS NULL))),
  constraint office_grant_check1 CHECK ((((account_id IS NULL) = (token_hash IS NULL)) AND ((account_id IS NULL) = (is_session IS NULL))))
);
CREATE INDEX office_grant_account ON public.office_grant USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX office_grant_by_id ON public.office_grant USING btree (id);
CREATE INDEX office_grant_expiry ON public.office_grant USING btree (expires_at);
CREATE INDEX office_grant_file ON public.office_grant USING btree (record_id, file_id);
CREATE INDEX office_grant_visit ON public.office_grant USING btree (record_id, visit_id) WHERE (visit_id IS NOT NULL);

create table office_lock (
  record_id vault_id not null,
  file_id vault_id not null,
  lock_id text not null,
  expires_at timestamp(3) with time zone not null,
  constraint office_lock_pkey PRIMARY KEY (record_id, file_id),
  constraint office_lock_record_id_file_id_fkey FOREIGN KEY (record_id, file_id) REFERENCES item(record_id, id) ON DELETE CASCADE,
  constraint office_lock_lock_id_check CHECK (((length(lock_id) >= 1) AND (length(lock_id) <= 1024)))
);
CREATE INDEX office_lock_expiry ON public.office_lock USING btree (expires_at);

create table office_user_info (
  account_id vault_id not null,
  info text not null,
  constraint office_user_info_pkey PRIMARY KEY (account_id),
  constraint office_user_info_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint office_user_info_info_check CHECK ((length(info) <= 1024))
);

create table one_time_address (
  token_hash bytea not null,
  purpose text not null,
  account_id vault_id,
  made_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint one_time_address_pkey PRIMARY KEY (token_hash),
  constraint one_time_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint one_time_address_account CHECK (((account_id IS NULL) = (purpose = 'first-administrator'::text))),
  constraint one_time_address_purpose CHECK ((purpose = ANY (ARRAY['first-administrator'::text, 'invitation'::text, 'password-reset'::text])))
);
CREATE INDEX one_time_address_expiry ON public.one_time_address USING btree (expires_at);
CREATE INDEX one_time_address_of_account ON public.one_time_address USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE UNIQUE INDEX one_time_address_unused ON public.one_time_address USING btree (purpose, COALESCE((account_id)::text, ''::text)) WHERE (used_at IS NULL);

create table passkey (
  id uuid not null default gen_random_uuid(),
  account_id vault_id not null,
  credential_id text not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  added_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential UNIQUE (credential_id),
  constraint passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX passkey_account ON public.passkey USING btree (account_id);

create table past_states (
  is_only boolean not null default true,
  complete_from timestamp(3) with time zone not null default clock_timestamp(),
  versions_from timestamp(3) with time zone not null default clock_timestamp(),
  constraint past_states_pkey PRIMARY KEY (is_only),
  constraint past_states_is_only_check CHECK (is_only)
);
CREATE TRIGGER past_states_append_only BEFORE DELETE OR UPDATE ON public.past_states FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER past_states_no_truncate BEFORE TRUNCATE ON public.past_states FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table purge (
  record_id vault_id not null,
  item_id vault_id not null,
  deleted_at timestamp(3) with time zone not null,
  path text,
  deleted_by jsonb,
  constraint purge_pkey PRIMARY KEY (record_id, item_id),
  constraint purge_record_id_item_id_fkey FOREIGN KEY (record_id, item_id) REFERENCES item(record_id, id) ON DELETE CASCADE
);

create table recent_search (
  record_id vault_id not null,
  id vault_id not null,
  words text not null,
  account_id vault_id not null,
  account_name text not null,
  searched_at timestamp(3) with time zone not null default now(),
  constraint recent_search_pkey PRIMARY KEY (record_id, id)
);
CREATE INDEX recent_search_by_time ON public.recent_search USING btree (record_id, searched_at DESC, id DESC);
CREATE INDEX recent_search_own ON public.recent_search USING btree (record_id, account_id, words, searched_at DESC, id DESC);

create table recipient_language (
  email text not null,
  language_tag text not null,
  seen_at timestamp(3) with time zone not null default now(),
  constraint recipient_language_pkey PRIMARY KEY (email),
  constraint recipient_language_language_tag_check CHECK (((length(language_tag) >= 2) AND (length(language_tag) <= 35)))
);
CREATE INDEX recipient_language_age ON public.recipient_language USING btree (seen_at);

create table record (
  id vault_id not null,
  name text not null,
  root_id vault_id not null,
  created_at timestamp(3) with time zone not null default now(),
  max_folder_depth integer not null default 0,
  stored_bytes bigint not null default 0,
  max_path_characters integer not null default 0,
  constraint record_pkey PRIMARY KEY (id)
);

create table recovery_code (
  account_id vault_id not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table released_blob (
  blob_id bigint not null,
  released_at timestamp(3) with time zone not null,
  constraint released_blob_pkey PRIMARY KEY (blob_id),
  constraint released_blob_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blob(id) ON DELETE CASCADE
);
CREATE INDEX released_blob_age ON public.released_blob USING btree (released_at);

create table rendering (
  source_id bigint not null,
  form text not null,
  renderer text not null,
  state text not null,
  valid_until timestamp(3) with time zone,
  blob_id bigint,
  media_type text,
  constraint rendering_pkey PRIMARY KEY (source_id, form, renderer),
  constraint rendering_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blob(id) ON DELETE CASCADE,
  constraint rendering_source_id_fkey FOREIGN KEY (source_id) REFERENCES blob(id) ON DELETE CASCADE,
  constraint rendering_check CHECK (((state = 'done'::text) = ((blob_id IS NOT NULL) AND (media_type IS NOT NULL)))),
  constraint rendering_check1 CHECK (((state = 'done'::text) = (valid_until IS NULL))),
  constraint rendering_form_check CHECK ((form ~ '^[a-z]{3,4}$'::text)),
  constraint rendering_state_check CHECK ((state = ANY (ARRAY['working'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX rendering_blob ON public.rendering USING btree (blob_id) WHERE (blob_id IS NOT NULL);

create table scrub_round (
  number integer not null generated always as identity,
  started_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  last_blob_id bigint not null,
  total_blobs bigint not null,
  checked_blob_id bigint not null default 0,
  checked_blobs bigint not null default 0,
  checked_bytes bigint not null default 0,
  damaged_blobs bigint not null default 0,
  runner uuid,
  active_at timestamp(3) with time zone,
  constraint scrub_round_pkey PRIMARY KEY (number),
  constraint scrub_round_total_blobs_check CHECK ((total_blobs >= 0))
);
CREATE UNIQUE INDEX scrub_round_running ON public.scrub_round USING btree ((true)) WHERE (finished_at IS NULL);

create table session (
  token_hash bytea not null,
  account_id vault_id not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  id uuid not null default gen_random_uuid(),
  ends_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone not null default now(),
  address text not null default ''::text,
  user_agent text not null default ''::text,
  constraint session_pkey PRIMARY KEY (token_hash),
  constraint session_id UNIQUE (id),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);
CREATE INDEX session_account ON public.session USING btree (account_id);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE TRIGGER session_ended AFTER DELETE ON public.session REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION notify_ended_session();

create table setting (
  name text not null,
  value jsonb not null,
  constraint setting_pkey PRIMARY KEY (name)
);

create table submission (
  record_id vault_id not null,
  link_id vault_id not null,
  visit_id vault_id not null,
  upload_key text not null,
  email text,
  given_path text not null,
  folder_id vault_id not null,
  file_id vault_id not null,
  version_id uuid not null,
  stored_name text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  received_at timestamp(3) with time zone not null,
  is_stored boolean not null,
  same_as text,
  is_notified boolean not null default false,
  given_as text,
  constraint submission_pkey PRIMARY KEY (record_id, visit_id, upload_key),
  constraint submission_record_id_link_id_fkey FOREIGN KEY (record_id, link_id) REFERENCES link(record_id, id) ON DELETE CASCADE,
  constraint submission_given_as_check CHECK (((length(given_as) >= 1) AND (length(given_as) <= 200)))
);
CREATE INDEX submission_of_link ON public.submission USING btree (record_id, link_id, email, received_at);
CREATE INDEX submission_of_visit ON public.submission USING btree (visit_id, received_at);

create table trash (
  record_id vault_id not null,
  item_id vault_id not null,
  original_path text not null,
  deleted_at timestamp(3) with time zone not null,
  deleted_by_id vault_id not null,
  deleted_by text not null,
  kind text not null,
  name text not null,
  size_bytes bigint not null,
  name_key text not null generated always as (lower(name)) stored,
  original_path_key text not null generated always as ("left"(lower(original_path), 400)) stored,
  deleted_by_key text not null generated always as (lower(deleted_by)) stored,
  constraint trash_pkey PRIMARY KEY (record_id, item_id),
  constraint trash_record_id_item_id_fkey FOREIGN KEY (record_id, item_id) REFERENCES item(record_id, id) ON DELETE CASCADE,
  constraint trash_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'file'::text])))
);
CREATE INDEX trash_by_deleted_at ON public.trash USING btree (record_id, deleted_at, item_id);
CREATE INDEX trash_by_deleter ON public.trash USING btree (record_id, deleted_by_id, deleted_at);
CREATE INDEX trash_by_deleter_name ON public.trash USING btree (record_id, deleted_by_key, item_id);
CREATE INDEX trash_by_name ON public.trash USING btree (record_id, name_key, item_id);
CREATE INDEX trash_by_path ON public.trash USING btree (record_id, original_path_key, item_id);
CREATE INDEX trash_by_size ON public.trash USING btree (record_id, size_bytes, item_id);

create table upload (
  owner_id text not null,
  key text not null,
  archive_key text,
  name text not null,
  state text not null,
  storage_key text,
  size_bytes bigint,
  sha256 bytea,
  crc32 bigint,
  scanned_by text,
  file_id vault_id,
  version_id uuid,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  chunk_set_id uuid,
  chunk_set_bytes bigint,
  length_bytes bigint,
  block_checksums bytea,
  record_id vault_id,
  link_id vault_id,
  reserved_bytes bigint not null default 0,
  direct_key text,
  direct_upload_id text,
  direct_bytes bigint,
  waiting_bytes bigint not null generated always as (
CASE
    WHEN (state = 'stored'::text) THEN (0)::bigint
    WHEN (storage_key IS NOT NULL) THEN ((COALESCE(size_bytes, (0)::bigint) + reserved_bytes) + COALESCE(direct_bytes, (0)::bigint))
    ELSE ((GREATEST(COALESCE(chunk_set_bytes, (0)::bigint), COALESCE(length_bytes, (0)::bigint)) + reserved_bytes) + COALESCE(direct_bytes, (0)::bigint))
END) stored,
  constraint upload_pkey PRIMARY KEY (owner_id, key),
  constraint upload_check CHECK (((state = ANY (ARRAY['prepared'::text, 'infected'::text, 'failed'::text, 'stored'::text])) OR (storage_key IS NOT NULL))),
  constraint upload_chunk_set_bytes_check CHECK ((chunk_set_bytes >= 0)),
  constraint upload_chunk_set_check CHECK ((((chunk_set_id IS NULL) AND (chunk_set_bytes IS NULL) AND (length_bytes IS NULL)) OR ((chunk_set_id IS NOT NULL) AND (chunk_set_bytes IS NOT NULL) AND (state = 'prepared'::text) AND (storage_key IS NULL)))),
  constraint upload_direct_check CHECK (((num_nulls(direct_key, direct_upload_id, direct_bytes) = ANY (ARRAY[0, 3])) AND (direct_bytes > 0))),
  constraint upload_length_bytes_check CHECK ((length_bytes >= 0)),
  constraint upload_link_check CHECK (((link_id IS NULL) = (record_id IS NULL))),
  constraint upload_reserved_bytes_check CHECK ((reserved_bytes >= 0)),
  constraint upload_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'received'::text, 'passed'::text, 'infected'::text, 'failed'::text, 'stored'::text])))
);
CREATE INDEX upload_archive ON public.upload USING btree (owner_id, archive_key) WHERE (archive_key IS NOT NULL);
CREATE UNIQUE INDEX upload_chunk_set ON public.upload USING btree (chunk_set_id) WHERE (chunk_set_id IS NOT NULL);
CREATE INDEX upload_expiry ON public.upload USING btree (expires_at);
CREATE INDEX upload_storage ON public.upload USING btree (storage_key) WHERE (storage_key IS NOT NULL);
CREATE INDEX upload_waiting_of_link ON public.upload USING btree (link_id) INCLUDE (waiting_bytes) WHERE ((state <> 'stored'::text) AND (link_id IS NOT NULL));
CREATE INDEX upload_waiting_of_owner ON public.upload USING btree (owner_id) INCLUDE (waiting_bytes) WHERE (state <> 'stored'::text);
CREATE INDEX upload_waiting_of_record ON public.upload USING btree (record_id) INCLUDE (waiting_bytes) WHERE ((state <> 'stored'::text) AND (record_id IS NOT NULL));

create table upload_chunk (
  chunk_set_id uuid not null,
  position bigint not null,
  size_bytes bigint not null,
  storage_key text not null,
  sha256 bytea not null,
  crc32 bigint not null,
  block_checksums bytea,
  constraint upload_chunk_pkey PRIMARY KEY (chunk_set_id, "position"),
  constraint upload_chunk_storage_key_key UNIQUE (storage_key),
  constraint upload_chunk_position_check CHECK (("position" >= 0)),
  constraint upload_chunk_size_bytes_check CHECK ((size_bytes > 0))
);

create table vault_identity (
  is_only boolean not null default true,
  id uuid not null default gen_random_uuid(),
  blob_folder_id uuid,
  constraint vault_identity_pkey PRIMARY KEY (is_only),
  constraint vault_identity_is_only_check CHECK (is_only)
);

create table version (
  record_id vault_id not null,
  file_id vault_id not null,
  id uuid not null,
  row_id vault_id not null,
  blob_id bigint not null,
  size_bytes bigint not null,
  created_at timestamp(3) with time zone not null,
  created_by text not null,
  created_by_id text,
  scanned_by text not null,
  constraint version_pkey PRIMARY KEY (record_id, file_id, id),
  constraint version_blob_id_fkey FOREIGN KEY (blob_id) REFERENCES blob(id),
  constraint version_record_id_file_id_fkey FOREIGN KEY (record_id, file_id) REFERENCES item(record_id, id) ON DELETE CASCADE,
  constraint version_size_bytes_check CHECK ((size_bytes >= 0))
);
CREATE INDEX version_blob ON public.version USING btree (blob_id, record_id);
CREATE INDEX version_by_id ON public.version USING btree (id);
CREATE INDEX version_newest ON public.version USING btree (record_id, file_id, created_at DESC, id);
CREATE TRIGGER version_added AFTER INSERT ON public.version REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_added_versions();
CREATE TRIGGER version_changed AFTER UPDATE OF record_id, size_bytes ON public.version FOR EACH ROW WHEN ((((old.record_id)::text <> (new.record_id)::text) OR (old.size_bytes <> new.size_bytes))) EXECUTE FUNCTION count_changed_version();
CREATE TRIGGER version_deleted AFTER DELETE ON public.version REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_versions();
CREATE TRIGGER version_kept AFTER DELETE ON public.version REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_versions();

create table visit (
  token_hash bytea not null,
  id vault_id not null,
  record_id vault_id not null,
  link_id vault_id not null,
  email text,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  giver_id vault_id,
  constraint visit_pkey PRIMARY KEY (record_id, id),
  constraint visit_record_id_link_id_fkey FOREIGN KEY (record_id, link_id) REFERENCES link(record_id, id) ON DELETE CASCADE
);
CREATE INDEX visit_by_id ON public.visit USING btree (id);
CREATE INDEX visit_by_token ON public.visit USING btree (token_hash);
CREATE INDEX visit_expiry ON public.visit USING btree (expires_at);
CREATE INDEX visit_of_link ON public.visit USING btree (record_id, link_id);

create table visit_action (
  visit_id vault_id not null,
  action text not null,
  subject text not null,
  view_id vault_id,
  record_id vault_id not null,
  constraint visit_action_pkey PRIMARY KEY (record_id, visit_id, action, subject),
  constraint visit_action_record_id_visit_id_fkey FOREIGN KEY (record_id, visit_id) REFERENCES visit(record_id, id) ON DELETE CASCADE
);
