--! fits-older
-- The pair of tokens that replaced a refresh token is derived from the refresh token and this salt, so that a client that
-- lost the response gets the same pair again for half a minute. Neither column alone yields a token.
alter table access.oauth_token add column successor_salt bytea;
