-- The access policy of an account, and the suspension of a member. Older processes would let people in whom these keep out, so
-- they stop.

alter table access.account
  add column requires_second_factor boolean not null default false,
  -- A session enters the account for so long after its start, and after its last request.
  add column session_minutes integer,
  add column idle_minutes integer,
  -- The networks from which people enter, and their apps call; none: every network.
  add column allowed_networks text[] not null default '{}',
  -- Whether API tokens are bound to the networks too. They act for the account, not for a person.
  add column networks_bind_tokens boolean not null default false,
  add column policy_updated_at timestamptz,
  add constraint account_session_minutes_check check (session_minutes between 15 and 20160),
  add constraint account_idle_minutes_check check (idle_minutes between 5 and 1440),
  add constraint account_allowed_networks_check check (cardinality(allowed_networks) <= 50);

alter table access.session
  -- The longest time without a request. A session that has paused for too long enters an account no more, also after a request
  -- in another account.
  add column longest_pause interval not null default '0',
  -- Whether the person set up the first second factor in this session, which then needs no other proof of it.
  add column has_new_factor boolean not null default false;

alter table access.user
  add column suspended_at timestamptz,
  add constraint user_suspended_at_check check (suspended_at is null or removed_at is null);

-- Whether a user has no second factor of their own, and does not sign in with a provider of the account, which answers for it.
create function access.lacks_second_factor(wanted_account uuid, wanted_user uuid)
returns boolean language sql stable as $$
  select p.totp_enabled_at is null
     and not exists (select from access.passkey k where k.person_id = p.id)
     and not exists (select from access.single_sign_on_identity i where i.account_id = u.account_id and i.user_id = u.id)
    from access.user u join access.person p on p.id = u.person_id
   where u.account_id = wanted_account and u.id = wanted_user
$$;
