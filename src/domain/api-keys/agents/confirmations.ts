import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { type DailyQuota, findDailyQuota } from './permissions.ts'
import * as store from './store.ts'

/*
 * What an agent does to the world it does in two steps. The preview answers with a code; confirming
 * takes the same content and that code. The code holds a number and a time, sealed with the keys of
 * this installation to the account, the token, the action and the whole content: it opens for exactly
 * what was shown, for a few minutes, once.
 */

/** What a code stands for. */
export interface Confirmable {
  token_id: string
  action: string
  /** Everything that was shown and will be done: any JSON. */
  content: unknown
}

export interface Confirmation {
  confirmation_code: string
  expires_at: Date
}

const lifetimeMs = 5 * 60 * 1000

/** @param now  the real time, also where the account's test clock runs ahead */
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
 * Uses a code, for this transaction: refuses one that is not for exactly this, has expired or was
 * used, a token that has no permission, and what goes beyond the allowance. `act` does it and answers
 * the gift requests it was done to; `sends` is how many new gifts count.
 */
export async function confirm<Done extends { id: string }>(
  ctx: TxContext,
  { code, sends, now, ...confirmable }: Confirmable & { code: string; sends: number; now: Date },
  execute: () => Promise<readonly Done[]>,
): Promise<readonly Done[]> {
  const { id, expires_at } = decryptCode(ctx, confirmable, code)
  await store.lockConfirmations(ctx)
  const used = await store.findUsedConfirmation(ctx, id)
  if (used !== undefined)
    throw confirmationError(`${describeUse(used)} Nothing was done this time.`)
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
  'This token may read, and may not send or cancel. The operator can allow it: bestow tokens mcp-send --id ID.'

const quotaExceededMessage = ({ daily_cap, sent, left }: DailyQuota, sends: number) =>
  `Agents may send ${daily_cap} gifts in 24 hours with this token; ${sent} were sent in this account, so ${left} are left, and this would be ${sends}.`

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
      'This confirmation code is not for exactly this. Preview again, show the person what it says, and confirm the same content.',
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

/** The same text for the same content, in whatever order its members came. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
