-- C14: recent searches are not accesses. They have their own table, without the network address, which nothing showed.

create table recent_search (
  record_id vault_id not null,
  id vault_id not null,
  words text not null,
  account_id vault_id not null,
  -- the name at the time of the search
  account_name text not null,
  searched_at timestamptz(3) not null default now(),
  primary key (record_id, id)
);
create index recent_search_by_time on recent_search (record_id, searched_at desc, id desc);
create index recent_search_own on recent_search (record_id, account_id, words, searched_at desc, id desc);

insert into recent_search (record_id, id, words, account_id, account_name, searched_at)
select record_id, id, content, accessor_id, accessor, created_at from access
where kind = 'Search_File' and accessor_id is not null;

delete from access where kind = 'Search_File';
drop index access_own_searches;
alter table access drop constraint access_kind_check;
alter table access add constraint access_kind_check check (kind in ('Download', 'Link_View'));
