import { isEmail, toEmailKey } from '#contract'
import { parseName } from '#contract/display-name'
import { emailDomain } from '#contract/email-address'
import type { TxContext } from '#platform/postgres/database'
import type { User } from '../account/tables.ts'
import { isProvenDomain } from '../domains/domains.ts'
import { guessName, insertUser } from '../members/users.ts'
import { toGroupKey } from './group-name.ts'
import { findRoleOfGroups } from './group-roles.ts'
import { lockProvisioning, readDefaultRole } from './settings.ts'
import { deleteInvitationOf, isDeactivated } from './user-store.ts'

/**
 * Adds the user of an address of a proven domain, whom an identity provider of the account has signed in. The owner of the
 * domain answers for its addresses, so the address counts as proven. Returns undefined for another address, and for a user
 * whom the identity provider has deactivated. The role is the strongest of the groups, or the default role.
 */
export async function joinByDomain(
  ctx: TxContext,
  { email, name, groups }: { email: string; name?: string | undefined; groups: readonly string[] },
): Promise<(User & { person_id: string }) | undefined> {
  if (!isEmail(email) || !(await isProvenDomain(ctx, emailDomain(email)))) return undefined
  await lockProvisioning(ctx)
  const email_key = toEmailKey(email)
  if (await isDeactivated(ctx, email_key)) return undefined
  await deleteInvitationOf(ctx, email_key)
  const role = (await findRoleOfGroups(ctx, groups.map(toGroupKey))) ?? (await readDefaultRole(ctx))
  const user = { name: toName(name, email), role, email, email_key }
  return insertUser(ctx, { ...user, email_proven_at: ctx.now }, { password_hash: null })
}

const maxNameLength = 100

/** Returns the name that the provider states, or one that the address suggests. */
const toName = (name: string | undefined, email: string): string =>
  name === undefined || name.trim() === '' || name.length > maxNameLength
    ? guessName(email)
    : parseName(name)
