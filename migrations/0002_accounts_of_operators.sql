--! fits-older
-- Operators create accounts, invite the first admin of each, and suspend accounts.

-- When an operator suspended the account, and why. Nothing of a suspended account is deleted.
alter table access.account
  add column suspended_at timestamptz,
  add column suspension_reason text,
  add constraint account_suspension_check check ((suspended_at is null) = (suspension_reason is null));

-- An operator who invites the first admin is no user of the account.
alter table access.invitation
  alter column invited_by drop not null,
  add column inviter_name text,
  add constraint invitation_inviter_check check (invited_by is not null or inviter_name is not null);

create function access.suspended_at(wanted_account uuid)
returns timestamptz language sql stable as $$
  select a.suspended_at from access.account a where a.id = wanted_account
$$;
