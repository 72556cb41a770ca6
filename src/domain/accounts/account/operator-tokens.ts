import { ApiError, throwIfAny } from '#contract'
import { toOneLine } from '#contract/one-line'
import { generateToken, hasValidChecksum } from '#platform/crypto/checksummed-token'
import { sha256 } from '#platform/crypto/encryption'
import { isId, newId } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { insertRow } from '#platform/postgres/table'

/*
 * Tokens of operators. With one, a program manages the accounts of the installation, as operators do in the web app: for
 * example, a product that creates an account for each of its customers. A token reads nothing of an account.
 */

export interface OperatorToken {
  id: string
  name: string
  last_four: string
  /** The name of the operator who created it. */
  created_by: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

const prefixOf = (stage: string) => `svc-op-v1-${stage}-`
const columns = 'id, name, last_four, created_by, created_at, last_used_at, revoked_at'

/** Creates a token. No later call returns its text. Requires ALL_ACCOUNTS. */
export async function createOperatorToken(
  ctx: TxContext,
  input: { name: string; created_by: string },
): Promise<OperatorToken & { token: string }> {
  const name = toOneLine(input.name)
  throwIfAny(name === '' ? [{ code: 'required', param: 'name', message: 'must not be empty' }] : [])
  const token = generateToken(prefixOf(ctx.deployment.stage))
  const row: OperatorToken = {
    ...{ id: newId(ctx.now), name, created_by: input.created_by, last_four: token.slice(-4) },
    ...{ created_at: ctx.now, last_used_at: null, revoked_at: null },
  }
  await insertRow(ctx, 'access.operator_token', { ...row, token_hash: sha256(token) })
  return { ...row, token }
}

/** Returns all tokens, also revoked ones, the newest first. Requires ALL_ACCOUNTS. */
export const listOperatorTokens = (ctx: TxContext): Promise<OperatorToken[]> =>
  ctx.query<OperatorToken>(`select ${columns} from access.operator_token order by id desc`)

/** Revokes a token, from its next request on. Revoking it again changes nothing. Requires ALL_ACCOUNTS. */
export async function revokeOperatorToken(ctx: TxContext, id: string): Promise<OperatorToken> {
  const revoked = isId(id)
    ? await ctx.queryFirst<OperatorToken>(
        `update access.operator_token set revoked_at = coalesce(revoked_at, $2) where id = $1 returning ${columns}`,
        [id, ctx.now],
      )
    : undefined
  if (revoked === undefined) throw new ApiError('not_found')
  return revoked
}

/** Returns the token with this text and notes its use, at most once a minute; undefined if it is not valid. */
export async function findOperatorToken(
  db: Database,
  text: string,
): Promise<OperatorToken | undefined> {
  if (!hasValidChecksum(text, prefixOf(db.deployment.stage))) return undefined
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const found = await ctx.queryFirst<OperatorToken>(
      `select ${columns} from access.operator_token where token_hash = $1 and revoked_at is null`,
      [sha256(text)],
    )
    if (found !== undefined)
      ctx.enqueue(
        `update access.operator_token set last_used_at = $2
          where id = $1 and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
        [found.id, ctx.now],
      )
    return found
  })
}
