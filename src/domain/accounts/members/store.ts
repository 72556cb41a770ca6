import type { TxContext } from '#platform/postgres/database'
import type { Role } from '../account/tables.ts'
import type { Invitation, InvitationRow, Member, MemberTables } from './tables.ts'

const tables = ({ tx }: TxContext) => tx.withTables<MemberTables>()

const memberSelect = `
  select p.id, p.name, p.email, p.role, p.password_hash is not null as has_password,
         p.totp_enabled_at is not null as has_totp, p.created_at, p.last_seen_at,
         (select count(*)::int from access.passkey k
           where k.account_id = p.account_id and k.user_id = p.id) as passkeys,
         exists (select from access.single_sign_on_identity i
                  where i.account_id = p.account_id and i.user_id = p.id) as has_single_sign_on
    from access.user p where p.account_id = $1 and p.removed_at is null`

export const list = (ctx: TxContext): Promise<Member[]> =>
  ctx.query<Member>(`${memberSelect} order by p.id`, [ctx.account_id])

export async function find(ctx: TxContext, id: string): Promise<Member | undefined> {
  const [member] = await ctx.query<Member>(`${memberSelect} and p.id = $2`, [ctx.account_id, id])
  return member
}

/** Locks and returns the admins of the account. Until the commit, no other transaction can remove one. */
export async function lockAdmins(ctx: TxContext): Promise<string[]> {
  const rows = await ctx.query<{ id: string }>(
    `select id from access.user
      where account_id = $1 and role = 'admin' and removed_at is null order by id for update`,
    [ctx.account_id],
  )
  return rows.map(({ id }) => id)
}

export const update = (
  ctx: TxContext,
  id: string,
  change: Partial<MemberTables['access.user']>,
): Promise<unknown> =>
  tables(ctx)
    .updateTable('access.user')
    .set(change)
    .where('account_id', '=', ctx.account_id)
    .where('id', '=', id)
    .execute()

/** Deletes the sessions, passkeys, backup codes, emailed links and single sign-on of the user. */
export function revokeAccess(ctx: TxContext, id: string): void {
  const tableNames = [
    'session',
    'passkey',
    'backup_code',
    'password_reset',
    'email_change',
    'single_sign_on_identity',
  ]
  for (const table of tableNames)
    ctx.enqueue(`delete from access.${table} where account_id = $1 and user_id = $2`, [
      ctx.account_id,
      id,
    ])
}

export const insertUser = (ctx: TxContext, row: MemberTables['access.user']) =>
  tables(ctx).insertInto('access.user').values(row).execute()

/** Inserts an invitation, or replaces an earlier invitation of the same address. */
export const upsertInvitation = (ctx: TxContext, row: InvitationRow) =>
  tables(ctx)
    .insertInto('access.invitation')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'email_key']).doUpdateSet(row))
    .execute()

export const updateMailedToken = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  mailed_token_hash: Buffer,
) =>
  tables(ctx)
    .updateTable('access.invitation')
    .set({ mailed_token_hash })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()

const invitationSelect = `
  select i.id, i.email, i.name, i.role, i.created_at, i.expires_at,
         jsonb_build_object('id', p.id, 'name', p.name) as invited_by
    from access.invitation i
    join access.user p on p.account_id = i.account_id and p.id = i.invited_by
   where i.account_id = $1`

export const listInvitations = (ctx: TxContext): Promise<Invitation[]> =>
  ctx.query<Invitation>(`${invitationSelect} order by i.id`, [ctx.account_id])

export const findInvitation = (ctx: TxContext, id: string) =>
  tables(ctx)
    .selectFrom('access.invitation')
    .selectAll()
    .where('account_id', '=', ctx.account_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const deleteInvitation = (ctx: TxContext, id: string) =>
  tables(ctx)
    .deleteFrom('access.invitation')
    .where('account_id', '=', ctx.account_id)
    .where('id', '=', id)
    .returning(['id', 'email', 'name'])
    .executeTakeFirst()

export interface InvitationDetails {
  account_id: string
  account_name: string
  id: string
  email: string
  email_key: string
  name: string
  role: Role
  inviter: string
  /** Whether the token is that of the email. */
  is_mailed: boolean
}

/** Finds the valid invitation of a link. Requires a transaction for ALL_ACCOUNTS. */
export async function findInvitationByToken(
  ctx: TxContext,
  token_hash: Buffer,
  forUpdate = false,
): Promise<InvitationDetails | undefined> {
  const [found] = await ctx.query<InvitationDetails>(
    `select i.account_id, a.name as account_name, i.id, i.email, i.email_key, i.name, i.role,
            p.name as inviter, i.mailed_token_hash is not distinct from $1 as is_mailed
       from access.invitation i
       join access.account a on a.id = i.account_id
       join access.user p on p.account_id = i.account_id and p.id = i.invited_by
      where (i.token_hash = $1 or i.mailed_token_hash = $1) and i.expires_at > $2${forUpdate ? ' for update of i' : ''}`,
    [token_hash, ctx.now],
  )
  return found
}
