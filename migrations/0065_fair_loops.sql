-- Loops serve one account after another: each finds the rows of an account along an index that begins with it, however
-- many rows other accounts have. A row that fails gets a later time, so that it is not first in its queue again.

alter table gifting.gift_request add column due_failures smallint not null default 0;
create index gift_request_due_of on gifting.gift_request (account_id, due_at) where due_at is not null;

alter table gifting.handover
  add column failures smallint not null default 0,
  add column retry_at timestamptz; -- null: at once
create index handover_of on gifting.handover (account_id, made_at);
drop index gifting.handover_made;

create index parcel_due_of on fulfilment.parcel (account_id, due_at) where task is not null;
drop index fulfilment.parcel_due;
create index parcel_plays_of on fulfilment.parcel (account_id, plays_at) where plays_at is not null;
drop index fulfilment.parcel_plays;

create index message_due_of on mail.message (account_id, lane, due_at) where state = 'queued';
drop index mail.message_due;
