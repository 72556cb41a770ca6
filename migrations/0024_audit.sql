-- Who changed what, before and after, and from where. Rows are added and read, by nobody changed or
-- removed: not by a query of ours that forgot itself, and not by whoever owns the table.
create table access.audit_entry (
  account_id    uuid        not null references access.account,
  id            uuid        not null,
  at            timestamptz not null,
  actor_kind    text        not null check (actor_kind in ('person', 'api_token', 'oauth_client', 'recipient', 'operator', 'system')),
  actor_id      text, -- what it is depends on the kind; names are copied, since people and keys go
  actor_name    text,
  actor_address text, -- the IP address it came from
  action        text        not null, -- noun.verb, as in person.invite
  subject_kind  text        not null,
  subject_id    text        not null,
  subject_name  text,
  details       jsonb       not null, -- {"before": …, "after": …} and whatever else explains it
  primary key (account_id, id)
);
create index audit_entry_subject on access.audit_entry (account_id, subject_id, id);
create index audit_entry_actor on access.audit_entry (account_id, actor_id, id);
select platform.wall_off('access.audit_entry');

create function access.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_entry_stays before update or delete on access.audit_entry
  for each row execute function access.refuse_change();
create trigger audit_entry_stays_whole before truncate on access.audit_entry
  for each statement execute function access.refuse_change();
revoke update, delete, truncate on access.audit_entry from public, current_user;
