--! fits-older
-- An account whose identity provider has deactivated a user brings the person back. Until then, another account of the person
-- must not decide how the person signs in.

create or replace function access.is_user_elsewhere(wanted_person uuid, this_account uuid)
returns boolean language plpgsql as $$
declare
  before text := current_setting('bestow.account', true);
  is_found boolean;
begin
  perform set_config('bestow.account', '*', true);
  select exists (select from access.user u where u.person_id = wanted_person and u.account_id <> this_account)
      or exists (select from access.provisioned_user s where s.former_person_id = wanted_person and s.account_id <> this_account)
    into is_found;
  perform set_config('bestow.account', before, true);
  return is_found;
end
$$;
