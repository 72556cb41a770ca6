import { ApiError, fullAccess } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { parseScopes } from '../scopes/granted-scopes.ts'
import * as store from './store.ts'
import type { ApiToken } from './tables.ts'
import { generateTokenText } from './token-format.ts'

/** Creates an API token for the account, by default with full access. No later call returns its text. */
export async function createToken(
  ctx: TxContext,
  { name = 'API key', scopes = [fullAccess] }: { name?: string; scopes?: readonly string[] } = {},
): Promise<{ id: string; token: string }> {
  const id = newId(ctx.now)
  const token = generateTokenText(ctx.deployment.stage)
  await store.insertToken(ctx, {
    id,
    name,
    account_id: ctx.account_id,
    token_hash: sha256(token),
    last_four: token.slice(-4),
    scopes: parseScopes(scopes),
    created_at: ctx.now,
    last_used_at: null,
    expired_at: null,
  })
  return { id, token }
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
