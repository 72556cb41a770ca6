import { ApiError, type FieldError, throwIfAny } from '#contract'
import {
  formatClientAddress,
  isAddressAllowed,
  parseAllowedAddresses,
} from '#platform/lib/allowed-addresses'
import { pickChanged } from '#platform/lib/changed-members'
import type { TxContext } from '#platform/postgres/database'
import { updateRows } from '#platform/postgres/table'
import * as store from './store.ts'
import type { SessionUser } from './tables.ts'

/*
 * The access policy of an account: what its users need to enter it. It acts on this account alone, since a session belongs to a
 * person, who can have several. Sign-ins with single sign-on need no second factor here: their provider answers for them.
 */

export interface AccessPolicy {
  requires_second_factor: boolean
  /** Minutes from its start for which a session enters the account; null for the limit of all sessions. */
  session_minutes: number | null
  /** Minutes without a request after which a session enters the account no more; null for the limit of all sessions. */
  idle_minutes: number | null
  /** Networks in CIDR notation; empty for every network. They also bind the apps that a user has allowed. */
  allowed_networks: string[]
  /** Whether API tokens are bound to the networks too. */
  networks_bind_tokens: boolean
}

const noAccessPolicy: AccessPolicy = {
  requires_second_factor: false,
  session_minutes: null,
  idle_minutes: null,
  allowed_networks: [],
  networks_bind_tokens: false,
}

/** The policy with the time of its last change; null before the first. */
interface SavedPolicy {
  policy: AccessPolicy
  updated_at: Date | null
}

/** A changed policy, and the rules that differ from the one before. */
interface PolicyChange extends SavedPolicy {
  changes: ReturnType<typeof pickChanged<AccessPolicy>>
}

export async function readAccessPolicy(
  ctx: TxContext,
  { isForUpdate = false } = {},
): Promise<SavedPolicy> {
  const found = await ctx.queryFirst<AccessPolicy & { updated_at: Date | null }>(
    `select requires_second_factor, session_minutes, idle_minutes, allowed_networks, networks_bind_tokens,
            policy_updated_at as updated_at
       from access.account where id = $1${isForUpdate ? ' for no key update' : ''}`,
    [ctx.account_id],
  )
  if (found === undefined) throw new ApiError('not_found')
  const { updated_at, ...policy } = found
  return { policy, updated_at }
}

/**
 * Replaces the policy. Throws if it would shut out the admin who changes it, whose session and address `member` has.
 *
 * @param check receives the locked policy before the change; throws when the caller has seen an older version
 */
export async function saveAccessPolicy(
  ctx: TxContext,
  policy: AccessPolicy,
  member: Pick<SessionUser, 'session_id'> & { address: string },
  check: (before: SavedPolicy) => void,
): Promise<PolicyChange> {
  const allowed_networks = parseAllowedAddresses(policy.allowed_networks, 'allowed_networks')
  const saved = await replace(ctx, { ...policy, allowed_networks }, check)
  throwIfAny(await findLockout(ctx, allowed_networks, member))
  return saved
}

/** Removes the policy of an account whose admins it shuts out. */
export const liftAccessPolicy = (ctx: TxContext): Promise<PolicyChange> =>
  replace(ctx, noAccessPolicy)

async function replace(
  ctx: TxContext,
  policy: AccessPolicy,
  check?: (before: SavedPolicy) => void,
): Promise<PolicyChange> {
  const before = await readAccessPolicy(ctx, { isForUpdate: true })
  check?.(before)
  const change = { ...policy, policy_updated_at: ctx.now }
  await updateRows(ctx, 'access.account', { id: ctx.account_id }, change)
  return { policy, updated_at: ctx.now, changes: pickChanged(before.policy, policy) }
}

async function findLockout(
  ctx: TxContext,
  allowed_networks: readonly string[],
  { session_id, address }: Pick<SessionUser, 'session_id'> & { address: string },
): Promise<FieldError[]> {
  const problems: FieldError[] = []
  if (!isAddressAllowed(allowed_networks, address))
    problems.push({
      code: 'not_allowed',
      param: 'allowed_networks',
      message: `must contain your own address ${formatClientAddress(address) ?? address}, or you could not enter the account yourself`,
    })
  if ((await store.findMissingFactor(ctx, session_id, ctx.account_id)) !== undefined)
    problems.push({
      code: 'not_allowed',
      param: 'requires_second_factor',
      message:
        'needs a second factor of your own first: set one up under Settings › Profile and sign-in, and sign in with it',
    })
  return problems
}
