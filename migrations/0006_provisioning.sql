--! fits-older
-- An identity provider creates, changes and ends the users of an account with SCIM 2.0 (RFC 7643, RFC 7644).

-- The settings of an account, and the hash of its token. The token is for SCIM alone.
create table access.provisioning (
  account_id         uuid not null,
  default_role       text not null,
  token_hash         bytea,
  token_last_four    text,
  token_created_at   timestamptz,
  token_last_used_at timestamptz,
  constraint provisioning_pkey primary key (account_id),
  constraint provisioning_account_id_fkey foreign key (account_id) references access.account(id),
  constraint provisioning_token_hash_key unique (token_hash),
  constraint provisioning_token_check check ((token_hash is null) = (token_created_at is null)),
  constraint provisioning_default_role_check
    check (default_role = any (array['admin', 'sender', 'packer', 'viewer', 'developer']))
);
select platform.enable_rls('access.provisioning');

-- What the identity provider knows of a user. Name, address and role of the user are in access.user.
create table access.provisioned_user (
  account_id       uuid not null,
  user_id          uuid not null,
  user_name        text not null,
  user_name_key    text not null,
  external_id      text,
  given_name       text,
  family_name      text,
  -- Whether the role comes from a group. Without such a group, the user gets the default role again.
  has_group_role   boolean not null default false,
  -- The person of a deactivated user, whom a new activation brings back; null if the person has no account.
  former_person_id uuid,
  updated_at       timestamptz not null,
  constraint provisioned_user_pkey primary key (account_id, user_id),
  constraint provisioned_user_account_id_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id),
  constraint provisioned_user_former_person_id_fkey foreign key (former_person_id) references access.person(id)
    on delete set null,
  constraint provisioned_user_user_name_key unique (account_id, user_name_key),
  constraint provisioned_user_external_id_key unique (account_id, external_id)
);
create index provisioned_user_former_person on access.provisioned_user (former_person_id);
select platform.enable_rls('access.provisioned_user');

create table access.provisioned_group (
  account_id       uuid not null,
  id               uuid not null,
  display_name     text not null,
  display_name_key text not null,
  external_id      text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  constraint provisioned_group_pkey primary key (account_id, id),
  constraint provisioned_group_account_id_fkey foreign key (account_id) references access.account(id),
  constraint provisioned_group_display_name_key unique (account_id, display_name_key),
  constraint provisioned_group_external_id_key unique (account_id, external_id)
);
select platform.enable_rls('access.provisioned_group');

create table access.provisioned_group_member (
  account_id uuid not null,
  group_id   uuid not null,
  user_id    uuid not null,
  constraint provisioned_group_member_pkey primary key (account_id, group_id, user_id),
  constraint provisioned_group_member_group_fkey foreign key (account_id, group_id)
    references access.provisioned_group(account_id, id) on delete cascade,
  constraint provisioned_group_member_user_fkey foreign key (account_id, user_id)
    references access.provisioned_user(account_id, user_id) on delete cascade
);
create index provisioned_group_member_user on access.provisioned_group_member (account_id, user_id);
select platform.enable_rls('access.provisioned_group_member');

-- The role of the members of a group, by the name of the group, which may not exist yet.
create table access.group_role (
  account_id uuid not null,
  name_key   text not null,
  name       text not null,
  role       text not null,
  constraint group_role_pkey primary key (account_id, name_key),
  constraint group_role_account_id_fkey foreign key (account_id) references access.account(id),
  constraint group_role_role_check check (role = any (array['admin', 'sender', 'packer', 'viewer', 'developer']))
);
select platform.enable_rls('access.group_role');

-- `not valid`: the rows satisfy the narrower check, so no row needs to be read.
select platform.change_history_table('access.audit_entry', 'alter table %s drop constraint audit_entry_actor_kind_check');
select platform.change_history_table('access.audit_entry',
  'alter table %s add constraint audit_entry_actor_kind_check
   check (actor_kind = any (array[''user'', ''api_token'', ''oauth_client'', ''provisioning'', ''recipient'', ''operator'', ''system''])) not valid');
