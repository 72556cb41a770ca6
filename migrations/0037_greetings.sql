--! fits-older
-- Greeting cards, and the photo or video of the sender that a card shows.
create schema greetings;

create table greetings.media (
  account_id   uuid not null,
  id           uuid not null,
  content_type text not null,
  size         integer not null,
  width        integer,
  height       integer,
  alt          text not null,
  created_at   timestamptz not null,
  constraint media_pkey primary key (account_id, id),
  constraint media_account_id_fkey foreign key (account_id) references access.account(id),
  constraint media_size_check check (size > 0),
  constraint media_content_type_check check (content_type = any (array['image/png', 'image/jpeg', 'image/webp', 'video/mp4', 'video/webm']))
);
create index media_created_at on greetings.media (created_at);
select platform.enable_rls('greetings.media');

-- A file in parts of equal size, so that a range of a video is read without the rest.
create table greetings.media_chunk (
  account_id        uuid not null,
  id                uuid not null,
  media_id          uuid not null,
  number            integer not null,
  encrypted_content bytea not null,
  constraint media_chunk_pkey primary key (account_id, id),
  constraint media_chunk_account_id_media_id_number_key unique (account_id, media_id, number),
  constraint media_chunk_account_id_media_id_fkey foreign key (account_id, media_id) references greetings.media(account_id, id) on delete cascade
);
alter table greetings.media_chunk alter column encrypted_content set storage external;
select platform.enable_rls('greetings.media_chunk');

-- The card of a campaign. A campaign without a row has none.
create table greetings.campaign_greeting (
  account_id  uuid not null,
  campaign_id uuid not null,
  card        text,
  media_id    uuid,
  constraint campaign_greeting_pkey primary key (account_id, campaign_id),
  constraint campaign_greeting_account_id_campaign_id_fkey foreign key (account_id, campaign_id) references campaigns.campaign(account_id, id),
  constraint campaign_greeting_account_id_media_id_fkey foreign key (account_id, media_id) references greetings.media(account_id, id)
);
create index campaign_greeting_media on greetings.campaign_greeting (account_id, media_id) where (media_id is not null);
select platform.enable_rls('greetings.campaign_greeting');

-- The card of one gift request, in place of the campaign's.
create table greetings.gift_greeting (
  account_id      uuid not null,
  gift_request_id uuid not null,
  card            text,
  media_id        uuid,
  constraint gift_greeting_pkey primary key (account_id, gift_request_id),
  constraint gift_greeting_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint gift_greeting_account_id_media_id_fkey foreign key (account_id, media_id) references greetings.media(account_id, id)
);
create index gift_greeting_media on greetings.gift_greeting (account_id, media_id) where (media_id is not null);
select platform.enable_rls('greetings.gift_greeting');

-- When the recipient stopped the reminders of the gift.
alter table gifting.redemption_session add column reminders_stopped_at timestamptz;
