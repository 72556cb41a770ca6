--! fits-older
-- SHA-256 of the e-mail address that the gift had when its recipient confirmed it. Only that address may be sent a link
-- to the full postal address; null for direct-send and for gifts that were confirmed before this column existed.
alter table gifting.visit add column confirmed_email_digest bytea;

-- The links of gifts whose details were deleted, so that the page behind a link can say so. A row names neither the gift
-- nor its recipient, and is deleted two years after the gift ended.
create table gifting.past_link (
  account_id  uuid  not null,
  link_digest bytea not null,
  status      text  not null check (status in ('delivered', 'cancelled')),
  ended_on    date  not null,
  primary key (link_digest)
);
create index past_link_ended on gifting.past_link (account_id, ended_on);
select platform.wall_off('gifting.past_link');
