-- What helps to find one's own request again: names of query parameters, messages beside the codes, a digest of the
-- Idempotency-Key, the product in User-Agent, and the id of what a POST created. Values and bodies stay out.
alter table access.request_log
  add column query      text[] not null default '{}',
  add column messages   text[] not null default '{}',
  add column idempotency text,
  add column user_agent text,
  add column created_id uuid;
