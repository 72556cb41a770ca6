-- Whether a picture that was uploaded was ever put anywhere. Gifts copy what they show, so what was used once stays.
alter table catalogue.picture add used_at timestamptz;
update catalogue.picture set used_at = made_at;
create index picture_unused on catalogue.picture (made_at) where used_at is null;
