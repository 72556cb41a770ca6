import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type DailyQuota, findDailyQuota } from './permissions.ts'
import * as store from './store.ts'

/*
 * Confirmations: an agent changes anything outside in two steps. The preview returns a code; the second
 * call passes the same content and the code. The code contains an id and an expiry, encrypted for the
 * account, the token, the action and the whole content. The code is therefore valid only for exactly the
 * previewed content, for a few minutes, once.
 */

/** The action that a code confirms. */
export interface Confirmable {
  token_id: string
  action: string
  /** The previewed content, as any JSON value. */
  content: unknown
}

export interface Confirmation {
  confirmation_code: string
  expires_at: Date
}

const lifetimeMs = 5 * 60 * 1000

/** @param now the real time, even if the account's test clock is ahead */
export function createConfirmation(
  ctx: TxContext,
  confirmable: Confirmable,
  now: Date,
): Confirmation {
  const expires_at = new Date(now.getTime() + lifetimeMs)
  const plaintext = JSON.stringify({ id: randomUUID(), expires_at })
  const encrypted = ctx.deployment.cipher.encrypt(plaintext, encryptionContext(ctx, confirmable))
  return { confirmation_code: encrypted.toString('base64url'), expires_at }
}

/**
 * Consumes a code in this transaction and runs `execute`, which returns the affected gift requests.
 * `sends` is the number of new gifts.
 *
 * @throws ApiError when the code is for other content, expired or used, when the token has no permission,
 *   or when `sends` exceeds the daily quota
 */
export async function confirm<Done extends { id: string }>(
  ctx: TxContext,
  { code, sends, now, ...confirmable }: Confirmable & { code: string; sends: number; now: Date },
  execute: () => Promise<readonly Done[]>,
): Promise<readonly Done[]> {
  const { id, expires_at } = decryptCode(ctx, confirmable, code)
  await store.lockConfirmations(ctx)
  const used = await store.findUsedConfirmation(ctx, id)
  if (used !== undefined) throw confirmationError(`${describeUse(used)} This call did nothing.`)
  if (now.getTime() >= Date.parse(expires_at))
    throw confirmationError(
      'This confirmation code has expired. Preview again, and confirm within five minutes.',
    )
  const quota = await findDailyQuota(ctx, confirmable.token_id, now)
  if (quota === undefined) throw new ApiError('forbidden', { message: agentForbiddenMessage })
  if (sends > quota.left)
    throw new ApiError('forbidden', { message: quotaExceededMessage(quota, sends) })
  const done = await execute()
  await store.insertUsedConfirmation(ctx, {
    id,
    token_id: confirmable.token_id,
    action: confirmable.action,
    sent: sends,
    gift_request_ids: done.map((each) => each.id),
    used_at: now,
  })
  return done
}

export const agentForbiddenMessage =
  'This token is read-only and may not send or cancel gifts. The operator can allow it: bestow tokens mcp-send --id ID.'

const quotaExceededMessage = ({ daily_cap, sent, left }: DailyQuota, sends: number) =>
  `Agents with this token may send ${daily_cap} gifts in 24 hours. Agents of this account have sent ${sent}, so ${left} are left; this call would send ${sends}.`

const describeUse = ({ used_at, gift_request_ids }: store.UsedConfirmation) =>
  `This confirmation code was used at ${used_at.toISOString()}, for ${gift_request_ids.join(', ')}.`

const confirmationError = (message: string) => new ApiError('not_allowed', { message, status: 409 })

function decryptCode(
  ctx: TxContext,
  confirmable: Confirmable,
  code: string,
): { id: string; expires_at: string } {
  try {
    const encrypted = Buffer.from(code, 'base64url')
    return JSON.parse(ctx.deployment.cipher.decrypt(encrypted, encryptionContext(ctx, confirmable)))
  } catch {
    throw confirmationError(
      'This confirmation code is for different content. Preview again, show the preview to the user, and confirm the same content.',
    )
  }
}

function encryptionContext(
  { account_id }: TxContext,
  { token_id, action, content }: Confirmable,
): string {
  const digest = createHash('sha256').update(canonicalJson(content)).digest('base64url')
  return `agent confirmation ${account_id} ${token_id} ${action} ${digest}`
}

/** Serializes JSON with sorted keys, so that the order of properties does not matter. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
