-- What an event follows from, in the form of the header `traceparent`. Written only where traces are collected, so that
-- elsewhere a new event costs what it did; forgotten after a week. The engine looks for it by the event alone.
create table webhooks.trace (
  account_id  uuid not null, -- no foreign key: every insert would lock the same row of its account
  event_id    uuid not null,
  traceparent text not null,
  primary key (event_id, account_id)
);
select platform.wall_off('webhooks.trace');
