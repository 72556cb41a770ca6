import type { Permission, Role } from '#contract/permissions'
import type { TxContext } from '#platform/postgres/database'
import { deleteRows, updateRows, upsertRow } from '#platform/postgres/table'
import { permissionsOf } from '../roles/permissions.ts'
import type { Invitation, InvitationRow, Member, MemberRow } from './tables.ts'

const memberSelect = `
  select u.id, u.name, u.email, u.role, r.name as role_name, r.permissions as role_permissions, p.password_hash is not null as has_password,
         p.totp_enabled_at is not null as has_totp, u.created_at, u.last_seen_at, u.suspended_at,
         exists (select from access.provisioned_user s
                  where s.account_id = u.account_id and s.user_id = u.id) as is_provisioned,
         (select count(*)::int from access.passkey k where k.person_id = p.id) as passkeys,
         exists (select from access.single_sign_on_identity i
                  where i.account_id = u.account_id and i.user_id = u.id) as has_single_sign_on
    from access.user u join access.person p on p.id = u.person_id
    left join access.role r on r.account_id = u.account_id and r.id = u.custom_role_id where u.account_id = $1`

type FoundMember = Omit<Member, 'permissions'> & { role_permissions: Permission[] | null }

const toMember = ({ role_permissions, ...member }: FoundMember): Member => ({
  ...member,
  permissions: permissionsOf(member.role, role_permissions),
})

export const list = async (ctx: TxContext): Promise<Member[]> =>
  (await ctx.query<FoundMember>(`${memberSelect} order by u.id`, [ctx.account_id])).map(toMember)

export async function find(ctx: TxContext, id: string): Promise<Member | undefined> {
  const found = await ctx.queryFirst<FoundMember>(`${memberSelect} and u.id = $2`, [
    ctx.account_id,
    id,
  ])
  return found && toMember(found)
}

export async function findActiveOfPerson(
  ctx: TxContext,
  person_id: string,
): Promise<Member | undefined> {
  const found = await ctx.queryFirst<FoundMember>(
    `${memberSelect} and u.person_id = $2 and u.suspended_at is null`,
    [ctx.account_id, person_id],
  )
  return found && toMember(found)
}

/** Locks and returns the active admins of the account. Until the commit, no other transaction can remove one. */
export const lockAdmins = (ctx: TxContext): Promise<string[]> =>
  ctx.queryValues<string>(
    `select id from access.user
      where account_id = $1 and role = 'admin' and removed_at is null and suspended_at is null order by id for update`,
    [ctx.account_id],
  )

export const update = (ctx: TxContext, id: string, change: Partial<MemberRow>): Promise<unknown> =>
  updateRows(ctx, 'access.user', { account_id: ctx.account_id, id }, change)

/**
 * Ends the membership of a user with its single sign-on. A person without another account is deleted with sessions, sign-in
 * methods and emailed links.
 */
export async function endMembership(ctx: TxContext, id: string): Promise<void> {
  const person_id = await ctx.queryValue<string>(
    `select p.id from access.user u join access.person p on p.id = u.person_id
      where u.account_id = $1 and u.id = $2 for update of p`,
    [ctx.account_id, id],
  )
  const where = [ctx.account_id, person_id]
  ctx.enqueue(
    "delete from access.session where account_id = $1 and person_id = $2 and method = 'single_sign_on'",
    where,
  )
  await deleteRows(ctx, 'access.single_sign_on_identity', {
    account_id: ctx.account_id,
    user_id: id,
  })
  // An address of a removed user may be invited again.
  const removal = { removed_at: ctx.now, person_id: null, suspended_at: null }
  await update(ctx, id, { ...removal, email_key: `removed ${id}` })
  ctx.enqueue('select access.delete_person_without_account($1)', [person_id])
}

/**
 * Suspends a user, and ends the sessions that open this account alone. Those of a person with other accounts go on there.
 */
export async function suspend(ctx: TxContext, id: string): Promise<void> {
  await update(ctx, id, { suspended_at: ctx.now })
  ctx.enqueue(
    `delete from access.session s using access.user u
      where u.account_id = $1 and u.id = $2 and s.person_id = u.person_id
        and (s.account_id = $1 and s.method = 'single_sign_on' or not access.is_user_elsewhere(u.person_id, $1))`,
    [ctx.account_id, id],
  )
}

/** Inserts an invitation, or replaces an earlier invitation of the same address. */
export const upsertInvitation = (ctx: TxContext, row: InvitationRow): Promise<void> =>
  upsertRow(ctx, 'access.invitation', ['account_id', 'email_key'], row)

export const updateMailedToken = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  mailed_token_hash: Buffer,
) => updateRows(ctx, 'access.invitation', { account_id, id }, { mailed_token_hash })

const invitationSelect = `
  select i.id, i.email, i.name, i.role, r.name as role_name, i.created_at, i.expires_at,
         jsonb_build_object('id', p.id, 'name', coalesce(p.name, i.inviter_name)) as invited_by
    from access.invitation i
    left join access.user p on p.account_id = i.account_id and p.id = i.invited_by
    left join access.role r on r.account_id = i.account_id and r.id = i.custom_role_id
   where i.account_id = $1`

export const listInvitations = (ctx: TxContext): Promise<Invitation[]> =>
  ctx.query<Invitation>(`${invitationSelect} order by i.id`, [ctx.account_id])

export const findInvitation = (ctx: TxContext, id: string) =>
  ctx.queryFirst<InvitationRow>(
    'select * from access.invitation where account_id = $1 and id = $2 for update',
    [ctx.account_id, id],
  )

export const deleteInvitation = (ctx: TxContext, id: string) =>
  ctx.queryFirst<Pick<InvitationRow, 'id' | 'email' | 'name'>>(
    'delete from access.invitation where account_id = $1 and id = $2 returning id, email, name',
    [ctx.account_id, id],
  )

export interface InvitationDetails {
  account_id: string
  account_name: string
  id: string
  email: string
  email_key: string
  name: string
  role: Role
  role_name: string | null
  inviter: string
  /** Whether the token is that of the email. */
  is_mailed: boolean
}

/** Finds the valid invitation of a link. Requires a transaction for ALL_ACCOUNTS. */
export const findInvitationByToken = (
  ctx: TxContext,
  token_hash: Buffer,
  forUpdate = false,
): Promise<InvitationDetails | undefined> =>
  ctx.queryFirst<InvitationDetails>(
    `select i.account_id, a.name as account_name, i.id, i.email, i.email_key, i.name, i.role, r.name as role_name,
            coalesce(p.name, i.inviter_name) as inviter, i.mailed_token_hash is not distinct from $1 as is_mailed
       from access.invitation i
       join access.account a on a.id = i.account_id
       left join access.user p on p.account_id = i.account_id and p.id = i.invited_by
       left join access.role r on r.account_id = i.account_id and r.id = i.custom_role_id
      where (i.token_hash = $1 or i.mailed_token_hash = $1) and i.expires_at > $2${forUpdate ? ' for update of i' : ''}`,
    [token_hash, ctx.now],
  )

/** Returns whether a member has neither an authenticator app nor a passkey nor single sign-on. */
export const lacksSecondFactor = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows('select where access.lacks_second_factor($1, $2)', [ctx.account_id, id])
