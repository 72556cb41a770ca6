import { ApiError } from '#contract'
import type { Role } from '#contract/permissions'
import type { TxContext } from '#platform/postgres/database'

/** Whether a user can sign in through the identity provider of the account, and whether only so. */
export type SignOnPolicy = 'none' | 'optional' | 'required'

interface PolicySubject {
  account_id: string
  role: Role
}

/**
 * Returns the policy for a new user of an account. Admins always may sign in without the provider, so that its failure locks
 * no account.
 */
export async function readSignOnPolicy(
  ctx: TxContext,
  { account_id, role }: PolicySubject,
): Promise<SignOnPolicy> {
  const is_required = await ctx.queryValue<boolean | null>(
    'select bool_or(is_required) from access.single_sign_on_provider where account_id = $1 and state is not null',
    [account_id],
  )
  if (is_required == null) return 'none'
  return is_required && role !== 'admin' ? 'required' : 'optional'
}

/** Throws if the user must sign in through the identity provider. */
export async function assertLocalSignIn(ctx: TxContext, user: PolicySubject): Promise<void> {
  if ((await readSignOnPolicy(ctx, user)) === 'required') throw singleSignOnNeeded()
}

export const singleSignOnNeeded = (): ApiError =>
  new ApiError('forbidden', {
    message: 'Your account requires single sign-on. Choose “Continue with single sign-on”.',
  })
