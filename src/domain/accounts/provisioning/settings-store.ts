import type { Role } from '#contract/permissions'
import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { deleteRows, insertRows, updateRows, upsertRow } from '#platform/postgres/table'
import type { GroupRole, ProvisioningRow } from './tables.ts'

export const findProvisioning = (ctx: TxContext): Promise<ProvisioningRow | undefined> =>
  ctx.queryFirst<ProvisioningRow>('select * from access.provisioning where account_id = $1', [
    ctx.account_id,
  ])

/** The role of new users before an admin chooses one. */
const initialDefaultRole: Role = 'viewer'

export const readDefaultRole = async (ctx: TxContext): Promise<Role> =>
  (await findProvisioning(ctx))?.default_role ?? initialDefaultRole

/** Returns whether the people whom the identity provider manages become contacts. */
export const makesContacts = async (ctx: TxContext): Promise<boolean> =>
  (await findProvisioning(ctx))?.makes_contacts === true

/** Saves settings. Members that are absent stay as they are. */
export async function saveProvisioning(
  ctx: TxContext,
  change: Partial<ProvisioningRow>,
): Promise<void> {
  const default_role = change.default_role ?? (await readDefaultRole(ctx))
  await upsertRow(ctx, 'access.provisioning', ['account_id'], {
    ...change,
    account_id: ctx.account_id,
    default_role,
  })
}

export const listGroupRoles = (ctx: TxContext): Promise<GroupRole[]> =>
  ctx.query<GroupRole>(
    'select name, role from access.group_role where account_id = $1 order by name_key',
    [ctx.account_id],
  )

export async function replaceGroupRoles(
  ctx: TxContext,
  rows: readonly (GroupRole & { name_key: string })[],
): Promise<void> {
  await deleteRows(ctx, 'access.group_role', { account_id: ctx.account_id })
  await insertRows(
    ctx,
    'access.group_role',
    rows.map((row) => ({ ...row, account_id: ctx.account_id })),
  )
}

/** The account that an identity provider acts for. */
export interface ProvisioningCaller {
  account_id: string
}

/** Finds the account of a token. Finds none for a suspended account, or one of another stage or region. */
export async function findCaller(
  db: Database,
  token_hash: Buffer,
): Promise<(ProvisioningCaller & { is_use_noted: boolean }) | undefined> {
  const { stage, region } = db.deployment
  const [row] = await readWithoutTransaction<ProvisioningCaller & { is_use_noted: boolean }>(
    db,
    ALL_ACCOUNTS,
    `select p.account_id,
            coalesce(p.token_last_used_at > $5::timestamptz - interval '1 minute', false) as is_use_noted
       from access.provisioning p join access.account a on a.id = p.account_id
      where opened.account_id = '*' and p.token_hash = $2 and a.stage = $3 and a.region = $4 and a.suspended_at is null`,
    [token_hash, stage, region, db.clock()],
  )
  return row
}

export const recordUse = (ctx: TxContext, account_id: string): Promise<number> =>
  updateRows(ctx, 'access.provisioning', { account_id }, { token_last_used_at: ctx.now })
