--! fits-older
-- A second digest finds a code that is written differently in another list: case, spaces and hyphens do not count. An older
-- process leaves it empty, and the next import fills it in. `import_id` names the import of a code, so that an import can be
-- revoked as a whole; codes of earlier versions have none.
alter table digital.code
  add column similar_digest bytea,
  add column import_id uuid;
create index code_similar on digital.code (account_id, similar_digest);
create index code_import on digital.code (account_id, variant_id, import_id) where (import_id is not null);
