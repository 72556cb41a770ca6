--! fits-older
-- The daily comparison of purchases with the orders that suppliers list. Older processes compare nothing.

-- The runs of a connection that sells codes. `balance_minor` is what the last run that could read it found; `low_since` says
-- that it is low.
create table digital.reconciliation (
  account_id       uuid not null,
  connection_id    uuid not null,
  due_at           timestamptz not null,
  lease_id         uuid,
  leased_until     timestamptz,
  accepts_removals boolean not null default false,
  last_run_at      timestamptz,
  counts           jsonb,
  refused_removals integer not null default 0,
  compared_since   timestamptz,
  compared_at      timestamptz,
  problem          text,
  balance_minor    bigint,
  balance_currency text,
  low_since        timestamptz,
  constraint reconciliation_pkey primary key (account_id, connection_id),
  constraint reconciliation_connection_fkey foreign key (account_id, connection_id)
    references connections.connection(account_id, id) on delete cascade,
  constraint reconciliation_balance_check check ((balance_minor is null) = (balance_currency is null))
);
create index reconciliation_due on digital.reconciliation (due_at);
create index reconciliation_low on digital.reconciliation (account_id) where (low_since is not null);
select platform.enable_rls('digital.reconciliation');

-- A difference between the orders of a supplier and the purchases here. `order_ref` is the supplier's id of the order. An
-- accepted one needs no attention. The row is deleted when a later run no longer finds the difference.
create table digital.difference (
  account_id     uuid not null,
  connection_id  uuid not null,
  kind           text not null,
  order_ref      text collate "C" not null,
  purchase_id    uuid,
  here_minor     bigint,
  here_currency  text,
  there_minor    bigint,
  there_currency text,
  ordered_at     timestamptz not null,
  found_at       timestamptz not null,
  accepted_at    timestamptz,
  constraint difference_pkey primary key (account_id, connection_id, kind, order_ref),
  constraint difference_connection_fkey foreign key (account_id, connection_id)
    references digital.reconciliation(account_id, connection_id) on delete cascade,
  constraint difference_kind_check check (kind = any (array['paid_there_only', 'paid_here_only', 'other_amount', 'other_currency', 'paid_twice'])),
  constraint difference_here_check check ((here_minor is null) = (here_currency is null)),
  constraint difference_there_check check ((there_minor is null) = (there_currency is null))
);
create index difference_open on digital.difference (account_id, found_at) where (accepted_at is null);
select platform.enable_rls('digital.difference');

-- Whether a gift has an open purchase is asked for each gift; the open purchases of an account may be thousands.
create index purchase_gift on digital.purchase (account_id, gift_request_id) where (state = 'open');
create index purchase_connection_created on digital.purchase (account_id, connection_id, created_at);

-- The first comparison of connections that have sold codes already.
insert into digital.reconciliation (account_id, connection_id, due_at)
  select account_id, id, now() from connections.connection c
   where c.port = 'code_supplier'
     and (exists (select from digital.purchase p where p.account_id = c.account_id and p.connection_id = c.id)
       or exists (select from digital.source s where s.account_id = c.account_id and s.connection_id = c.id));
