import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { ApiToken } from './tables.ts'
import { generateTokenText } from './token-format.ts'

/** Creates an API token for the account. No later call returns its text. */
export async function createToken(
  ctx: TxContext,
  { name = 'API key' }: { name?: string } = {},
): Promise<{ id: string; token: string }> {
  const id = newId(ctx.now)
  const token = generateTokenText(ctx.deployment.stage)
  await store.insertToken(ctx, {
    id,
    name,
    account_id: ctx.account_id,
    token_hash: sha256(token),
    last_four: token.slice(-4),
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
