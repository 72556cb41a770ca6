--! fits-older
-- A link to the recipients' pages of a campaign, for a phone without a sign-in. It stores the hash of its code, and ends after
-- minutes or days.
create table gifting.preview_link (
  account_id  uuid not null,
  code_digest bytea not null,
  campaign_id uuid not null,
  user_id     uuid not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  constraint preview_link_pkey primary key (account_id, code_digest),
  constraint preview_link_code_digest_key unique (code_digest)
);
create index preview_link_user on gifting.preview_link (account_id, user_id, created_at);
create index preview_link_expires on gifting.preview_link (expires_at);
select platform.enable_rls('gifting.preview_link');
