--! fits-older
-- People whom an identity provider manages can become contacts. `profile` is what it says about a person for their contact; it
-- is empty while the setting is off.
alter table access.provisioning add column makes_contacts boolean not null default false;
alter table access.provisioned_user add column profile jsonb not null default '{}';
