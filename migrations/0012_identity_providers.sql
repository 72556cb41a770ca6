-- Identity providers of several kinds side by side: what a kind needs is in its settings.
-- Older processes would sign members in with the only provider that they know, so they stop.

alter table access.single_sign_on_provider
  drop constraint single_sign_on_provider_account_id_key,
  add column kind text not null default 'openid-connect',
  add column name text not null default 'OpenID Connect',
  -- The settings that are not secret; the value of the secret one is in secret_encrypted.
  add column settings jsonb not null default '{}',
  -- In the address of responses. The first providers have that of their account, which is registered at the provider.
  add column path_id uuid,
  -- Whose subjects the links of members name. Another value ends them.
  add column subject_scope text,
  -- Whether people with an address of a proven domain become users at their first sign-in.
  add column admits_new boolean not null default false,
  alter column client_secret_encrypted drop not null,
  alter column metadata drop not null;
update access.single_sign_on_provider
   set settings = jsonb_build_object('issuer', issuer, 'client_id', client_id), path_id = account_id,
       subject_scope = issuer || ' ' || client_id;
alter table access.single_sign_on_provider
  alter column kind drop default,
  alter column name drop default,
  alter column path_id set not null,
  drop column issuer,
  drop column client_id;
alter table access.single_sign_on_provider rename column client_secret_encrypted to secret_encrypted;
-- What the kind has read from the provider. Null before the settings were saved.
alter table access.single_sign_on_provider rename column metadata to state;
alter table access.single_sign_on_provider
  add constraint single_sign_on_provider_path_id_key unique (path_id),
  add constraint single_sign_on_provider_name_key unique (account_id, name);

-- A member has one subject at each provider.
alter table access.single_sign_on_identity add column provider_id uuid;
update access.single_sign_on_identity i set provider_id = o.id
  from access.single_sign_on_provider o where o.account_id = i.account_id;
delete from access.single_sign_on_identity where provider_id is null;
alter table access.single_sign_on_identity
  drop constraint single_sign_on_identity_pkey,
  drop constraint single_sign_on_identity_subject_key,
  drop column issuer,
  add constraint single_sign_on_identity_pkey primary key (account_id, provider_id, user_id),
  add constraint single_sign_on_identity_subject_key unique (account_id, provider_id, subject),
  add constraint single_sign_on_identity_provider_fkey foreign key (account_id, provider_id)
    references access.single_sign_on_provider(account_id, id) on delete cascade;
create index single_sign_on_identity_user on access.single_sign_on_identity (account_id, user_id);

delete from access.single_sign_on_request;
alter table access.single_sign_on_request
  add column provider_id uuid not null,
  add constraint single_sign_on_request_provider_fkey foreign key (account_id, provider_id)
    references access.single_sign_on_provider(account_id, id) on delete cascade;

-- The provider of a session by single sign-on, and its name for the session.
alter table access.session
  add column provider_id uuid,
  add column provider_session text;
update access.session s set provider_id = o.id
  from access.single_sign_on_provider o where o.account_id = s.account_id and s.method = 'single_sign_on';
create index session_provider on access.session (provider_id) where (provider_id is not null);
