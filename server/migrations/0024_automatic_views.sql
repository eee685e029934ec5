-- AUDIT-06: openings by programs are listed in the views of a link as 'Automatic'. They had a kind that no list showed.

update access set kind = 'Link_View', content = 'Automatic' where kind = 'Link_Bot_View';
alter table access drop constraint access_kind_check;
alter table access add constraint access_kind_check check (kind in ('Download', 'Search_File', 'Link_View'));

-- Whether a program opened a link is decided when it does; everything that follows counts for any user agent.
alter table visit drop column is_bot;
