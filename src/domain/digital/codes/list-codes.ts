import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { findContentForUpdate } from '../contents/contents.ts'
import { type CodeRow, codeContext } from '../tables.ts'
import * as codeStore from './code-store.ts'
import { findDigests, getVisibleEnd } from './digest-key.ts'

/** A code in the form that users of the account see. They never see the whole code. */
export interface ListedCode {
  id: string
  /** The last characters of the code, at most four. Null after the erasure of the recipient. */
  last_four: string | null
  state: codeStore.CodeState
  has_pin: boolean
  expires_on: string | null
  gift_request_id: string | null
  given_at: Date | null
  revoked_at: Date | null
  revoked_reason: string | null
  created_at: Date
}

export interface CodeQuery {
  state?: codeStore.CodeState | undefined
  /** The last four characters of the code. */
  last_four?: string | undefined
  after?: string | undefined
  limit: number
}

/** Lists the codes of a variant, newest first. */
export async function listCodes(
  ctx: TxContext,
  variant_id: string,
  { state, last_four, after, limit }: CodeQuery,
): Promise<{ data: ListedCode[]; has_more: boolean }> {
  if (!isId(variant_id) || (after !== undefined && !isId(after))) return noCodes
  const digests = await findDigests(ctx)
  if (digests === undefined) return noCodes
  const filter = {
    state,
    after,
    last_four_digest: last_four === undefined ? undefined : digests.lastFour(last_four),
  }
  const rows = await codeStore.list(ctx, variant_id, filter, limit + 1)
  return {
    data: rows.slice(0, limit).map((row) => toListedCode(ctx, row)),
    has_more: rows.length > limit,
  }
}

const noCodes = { data: [], has_more: false }

const toListedCode = (ctx: TxContext, row: CodeRow): ListedCode => ({
  id: row.id,
  last_four: findVisibleEnd(ctx, row),
  state: row.revoked_at !== null ? 'revoked' : row.given_at !== null ? 'given' : 'free',
  has_pin: row.encrypted_pin !== null,
  expires_on: row.expires_on,
  gift_request_id: row.gift_request_id,
  given_at: row.given_at,
  revoked_at: row.revoked_at,
  revoked_reason: row.revoked_reason,
  created_at: row.created_at,
})

/** Returns the last characters of a code. Returns null after the erasure of its recipient. */
export const findVisibleEnd = (
  { deployment }: TxContext,
  { id, encrypted_code }: Pick<CodeRow, 'id' | 'encrypted_code'>,
): string | null =>
  encrypted_code === null
    ? null
    : getVisibleEnd(deployment.cipher.decrypt(encrypted_code, codeContext(id)))

/**
 * Revokes a code that no gift has. Throws `invalid_transition` for a code that a gift has: only a replacement
 * can revoke it.
 */
export async function revokeFreeCode(
  ctx: TxContext,
  variant_id: string,
  id: string,
  reason: string,
): Promise<ListedCode> {
  await findContentForUpdate(ctx, variant_id)
  const row = isId(id) ? await codeStore.findForUpdate(ctx, variant_id, id) : undefined
  if (row === undefined) throw new ApiError('not_found')
  if (row.given_at !== null)
    throw new ApiError('invalid_transition', {
      message: 'A gift has this code. Replace it on the page of the gift.',
    })
  await codeStore.revoke(ctx, id, reason)
  return toListedCode(ctx, { ...row, revoked_at: row.revoked_at ?? ctx.now })
}
