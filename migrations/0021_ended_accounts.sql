--! fits-older
-- The end of accounts: an operator ends a suspended account, and after a term all its rows are deleted.

-- The one row that remains of an account. There is no foreign key, because the account is deleted. From `started_at` on,
-- nothing brings the account back.
create table access.account_end (
  account_id   uuid not null,
  requested_at timestamptz not null,
  requested_by text not null,
  erase_after  timestamptz not null,
  started_at   timestamptz,
  ended_at     timestamptz,
  constraint account_end_pkey primary key (account_id)
);
create index account_end_due on access.account_end (erase_after) where (ended_at is null);
select platform.enable_rls('access.account_end');

-- The audit log of an account ends with the account. Everything else still changes no entry.
create or replace function access.reject_change()
returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from access.account_end e where e.account_id = old.account_id and e.started_at is not null) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;
