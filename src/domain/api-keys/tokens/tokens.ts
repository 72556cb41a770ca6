import * as accounts from '#accounts'
import { ApiError, type FieldError, fullAccess, normalizeScopes, throwIfAny } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { parseAllowedAddresses, readAllowedAddresses } from '#platform/lib/allowed-addresses'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findScopeErrors, parseScopes } from '../scopes/granted-scopes.ts'
import * as store from './store.ts'
import type { ApiToken, ReminderDays } from './tables.ts'
import { generateTokenText } from './token-format.ts'

export interface NewToken {
  name?: string
  scopes?: readonly string[]
  /** Default: the token does not end by itself. */
  expires_at?: Date | null
  /** IP addresses and CIDR ranges. Default: every address may use the token. */
  allowed_addresses?: readonly string[]
  /** The team for which the token sends. Default: none, and every campaign. */
  team_id?: string | null
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Validates the members of a new token. Returns them in the form in which they are stored.
 *
 * @throws ApiError with the errors of all members, in the order of the form
 */
export function parseNewToken(
  now: Date,
  { scopes = [fullAccess], expires_at = null, allowed_addresses = [] }: NewToken,
) {
  const { networks, errors } = readAllowedAddresses(allowed_addresses)
  throwIfAny([...findScopeErrors(scopes), ...findExpiryErrors(now, expires_at), ...errors])
  return { scopes: normalizeScopes(scopes), expires_at, allowed_addresses: networks }
}

/** Creates an API token for the account, by default with full access. No later call returns its text. */
export async function createToken(
  ctx: TxContext,
  input: NewToken = {},
): Promise<{ id: string; token: string }> {
  const parsed = parseNewToken(ctx.now, input)
  const team_id = await parseTeam(ctx, input)
  const id = newId(ctx.now)
  const token = generateTokenText(ctx.deployment.stage)
  await store.insertToken(ctx, {
    id,
    name: input.name ?? 'API key',
    ...parsed,
    team_id,
    account_id: ctx.account_id,
    token_hash: sha256(token),
    last_four: token.slice(-4),
    created_at: ctx.now,
    last_used_at: null,
    expired_at: null,
    reminded_days: parsed.expires_at === null ? null : skippedReminder(ctx, parsed.expires_at),
  })
  return { id, token }
}

async function parseTeam(ctx: TxContext, { team_id = null }: NewToken): Promise<string | null> {
  if (team_id === null || (await accounts.findTeamsById(ctx, [team_id])).has(team_id))
    return team_id
  throwIfAny([
    { code: 'invalid_reference', param: 'team_id', message: 'names no team of this account' },
  ])
  return null
}

function findExpiryErrors(now: Date, expires_at: Date | null): FieldError[] {
  if (expires_at === null || expires_at > now) return [] // an invalid date is not later
  const message = 'must be a time in the future, such as 2030-01-31T12:00:00Z'
  return [{ code: 'invalid', param: 'expires_at', message }]
}

/** Returns the reminder that the admins do not need, because the token was created later. */
function skippedReminder({ now }: TxContext, expires_at: Date): ReminderDays | null {
  const days = (expires_at.getTime() - now.getTime()) / dayMs
  if (days <= 1) return 1
  return days <= 7 ? 7 : null
}

/** Expires a token. The commit takes effect at once, on every node. A second call changes nothing. */
export async function expireToken(
  ctx: TxContext,
  id: string,
): Promise<{ id: string; expired_at: Date }> {
  const expired = isId(id) ? await store.expireToken(ctx, id) : undefined
  if (expired === undefined) throw new ApiError('not_found')
  return expired
}

/** Finds the account of a token, and how the audit log names it. Throws `not_found`. */
export async function findTokenOwner(ctx: TxContext, id: string) {
  const token = isId(id) ? await store.findTokenOwner(ctx, id) : undefined
  if (token === undefined) throw new ApiError('not_found')
  return token
}

/** Returns all tokens, including expired ones, newest first. */
export const listTokens = (ctx: TxContext): Promise<ApiToken[]> => store.listTokens(ctx)

/**
 * Replaces the scopes of an active token. The commit takes effect at once, on every node. Returns the token as it was
 * before and as it is now.
 */
export async function changeTokenScopes(
  ctx: TxContext,
  id: string,
  input: readonly string[],
): Promise<{ before: ApiToken; after: ApiToken }> {
  const scopes = parseScopes(input)
  const before = isId(id) ? await store.findTokenForUpdate(ctx, id) : undefined
  if (before === undefined) throw new ApiError('not_found')
  store.setScopes(ctx, before, scopes)
  return { before, after: { ...before, scopes } }
}

/**
 * Replaces the addresses that may use an active token. The commit takes effect at once, on every node. Returns the token as
 * it was before and as it is now.
 */
export async function changeTokenAddresses(
  ctx: TxContext,
  id: string,
  input: readonly string[],
): Promise<{ before: ApiToken; after: ApiToken }> {
  const allowed_addresses = parseAllowedAddresses(input)
  const before = isId(id) ? await store.findTokenForUpdate(ctx, id) : undefined
  if (before === undefined) throw new ApiError('not_found')
  store.setAllowedAddresses(ctx, before, allowed_addresses)
  return { before, after: { ...before, allowed_addresses } }
}
