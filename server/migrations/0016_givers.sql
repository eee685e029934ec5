-- Names that givers state (USE-47), and visits that continue on the same device (USE-15).

-- Visitors of a public request state a name or an e-mail address before they hand in.
alter table link add column ask_giver boolean not null default false;

-- What the visitor typed. Nothing proves it. null: the link did not ask, or the address is proven.
alter table hand_in add column given_as text check (length(given_as) between 1 and 200);
alter table access add column given_as text check (length(given_as) between 1 and 200);

-- The first visit of those that continue each other; `hand_in.visit_id` names it. null: the visit itself.
alter table visit add column giver_id vault_id;
