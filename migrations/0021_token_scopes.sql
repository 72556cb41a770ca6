-- What a token may do. '*' is full access: every scope except those that an admin grants by name.
alter table access.api_token add column scopes text[] not null default '{*}' check (cardinality(scopes) > 0);
alter table access.oauth_client add column scopes text[] not null default '{*}' check (cardinality(scopes) > 0);
alter table access.oauth_grant add column scopes text[] not null default '{*}' check (cardinality(scopes) > 0);

-- The scopes of an access token that was requested with fewer scopes than its grant has; null: those of the grant.
alter table access.oauth_token add column scopes text[] check (cardinality(scopes) > 0);
