--! fits-older
-- Sources of contacts: rosters, such as an address book at a CardDAV server.

-- A person of a source. `source` is the id of a connection. Without a version or a contact, the next run reads the
-- person again: the contact was deleted, or `problem` says why the person became none.
create table contacts.source_entry (
  account_id uuid not null,
  source     text collate "C" not null,
  key        text collate "C" not null,
  version    text,
  contact_id uuid,
  name       text,
  problem    text,
  constraint source_entry_pkey primary key (account_id, source, key),
  constraint source_entry_account_id_fkey foreign key (account_id) references access.account(id),
  constraint source_entry_contact_id_fkey foreign key (account_id, contact_id)
    references contacts.contact(account_id, id) on delete set null (contact_id)
);
create index source_entry_contact on contacts.source_entry (account_id, contact_id);
create index source_entry_problem on contacts.source_entry (account_id, source) where (problem is not null);
select platform.enable_rls('contacts.source_entry');

-- The runs of a connection that reads contacts. `cursor` is what its connector continues from. `counts` is the result of the
-- last run; `refused_removals` are the people whom it did not remove, because they were suspiciously many.
create table contacts.roster (
  account_id       uuid not null,
  connection_id    uuid not null,
  cursor           text,
  due_at           timestamptz not null,
  lease_id         uuid,
  leased_until     timestamptz,
  accepts_removals boolean not null default false,
  last_run_at      timestamptz,
  counts           jsonb,
  refused_removals integer not null default 0,
  constraint roster_pkey primary key (account_id, connection_id),
  constraint roster_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id) on delete cascade
);
create index roster_due on contacts.roster (due_at);
select platform.enable_rls('contacts.roster');
