--! fits-older
-- Tokens of operators, with which a program creates, changes, suspends and resumes accounts. They belong to no account.

create table access.operator_token (
  id           uuid not null,
  name         text not null,
  token_hash   bytea not null,
  last_four    text not null,
  created_by   text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_at   timestamptz,
  constraint operator_token_pkey primary key (id),
  constraint operator_token_token_hash_key unique (token_hash)
);
select access.enable_internal_rls('access.operator_token');

-- The name of the account in the system of an operator, so that a repeated request creates no second account.
alter table access.account add column external_id text;
create unique index account_external_id on access.account (stage, region, external_id);
