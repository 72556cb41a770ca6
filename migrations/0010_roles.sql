--! fits-older
-- Roles that an account makes: named sets of permissions. The built-in roles are in src/contract/permissions.ts.
create table access.role (
  account_id  uuid not null,
  id          uuid not null,
  name        text not null,
  name_key    text not null,
  permissions text[] not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint role_pkey primary key (account_id, id),
  constraint role_account_id_fkey foreign key (account_id) references access.account(id),
  constraint role_name_key unique (account_id, name_key)
);
select platform.enable_rls('access.role');

-- A column that names a role has the name of a built-in role, or the id of a role of the account, which then cannot be deleted.
create function access.enable_roles(target_table regclass, role_column name)
returns void language plpgsql as $$
begin
  execute format(
    'alter table %s add column custom_role_id uuid generated always as (
       case when %I like ''%%-%%'' then %I::uuid end) stored', target_table, role_column, role_column);
  execute format(
    'alter table %s add constraint %I foreign key (account_id, custom_role_id) references access.role(account_id, id)',
    target_table, (select relname from pg_class where oid = target_table) || '_custom_role_id_fkey');
  execute format(
    'alter table %s add constraint %I check (custom_role_id is not null or %I = any (
       array[''admin'', ''sender'', ''approver'', ''finance'', ''packer'', ''viewer'', ''developer'']))',
    target_table, (select relname from pg_class where oid = target_table) || '_' || role_column || '_check', role_column);
end
$$;

alter table access.user drop constraint user_role_check;
alter table access.invitation drop constraint invitation_role_check;
alter table access.provisioning drop constraint provisioning_default_role_check;
alter table access.group_role drop constraint group_role_role_check;
select access.enable_roles('access.user', 'role');
select access.enable_roles('access.invitation', 'role');
select access.enable_roles('access.provisioning', 'default_role');
select access.enable_roles('access.group_role', 'role');
