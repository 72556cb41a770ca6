--! fits-older
-- A gift of an occasion that waits is cancelled when its person leaves. `reason` of such an outcome is why.

alter table occasions.outcome
  drop constraint outcome_state_check,
  add constraint outcome_state_check check (state = any (array['sent', 'submitted', 'failed', 'skipped', 'cancelled'])) not valid;
alter table occasions.outcome validate constraint outcome_state_check;
