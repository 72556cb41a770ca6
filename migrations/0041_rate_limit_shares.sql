--! fits-older
-- How much of a rate limit each process uses, written once a second for busy clients. Unlogged: a crash loses nothing that
-- matters after a second. The client '' is the whole account.
create unlogged table platform.rate_limit_usage (
  account_id  uuid not null,
  limit_name  text not null,
  client      text not null,
  node_id     uuid not null,
  requested   real not null,
  allowed     real not null,
  reported_at timestamptz not null,
  constraint rate_limit_usage_pkey primary key (account_id, limit_name, client, node_id)
);
select platform.enable_rls('platform.rate_limit_usage');
