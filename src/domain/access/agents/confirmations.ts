import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '#contract'
import type { TxContext } from '#platform/postgres'
import { type Allowance, agentAllowance } from './permissions.ts'
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

const lifetime = 5 * 60 * 1000

/** @param now  the real time, also where the account's test clock runs ahead */
export function confirmationFor(ctx: TxContext, what: Confirmable, now: Date): Confirmation {
  const expires_at = new Date(now.getTime() + lifetime)
  const plain = JSON.stringify({ id: randomUUID(), expires_at })
  const sealed = ctx.installation.sealer.seal(plain, contextOf(ctx, what))
  return { confirmation_code: sealed.toString('base64url'), expires_at }
}

/**
 * Uses a code, for this transaction: refuses one that is not for exactly this, has expired or was
 * used, a token that has no permission, and what goes beyond the allowance. `act` does it and answers
 * the gift requests it was done to; `sends` is how many new gifts count.
 */
export async function confirm<Done extends { id: string }>(
  ctx: TxContext,
  { code, sends, now, ...what }: Confirmable & { code: string; sends: number; now: Date },
  act: () => Promise<readonly Done[]>,
): Promise<readonly Done[]> {
  const { id, expires_at } = openCode(ctx, what, code)
  await store.lockConfirmations(ctx)
  const used = await store.findUsed(ctx, id)
  if (used !== undefined) throw no(`${usedWords(used)} Nothing was done this time.`)
  if (now.getTime() >= Date.parse(expires_at))
    throw no('This confirmation code has expired. Preview again, and confirm within five minutes.')
  const allowance = await agentAllowance(ctx, what.token_id, now)
  if (allowance === undefined) throw new Refusal('forbidden', { message: notAllowed })
  if (sends > allowance.left) throw new Refusal('forbidden', { message: tooMany(allowance, sends) })
  const done = await act()
  await store.insertUsed(ctx, {
    id,
    token_id: what.token_id,
    action: what.action,
    sent: sends,
    gift_request_ids: done.map((each) => each.id),
    used_at: now,
  })
  return done
}

export const notAllowed =
  'This token may read, and may not send or cancel. The operator can allow it: bestow tokens mcp-send --id ID.'

const tooMany = ({ daily_cap, sent, left }: Allowance, sends: number) =>
  `Agents may send ${daily_cap} gifts in 24 hours with this token; ${sent} were sent in this account, so ${left} are left, and this would be ${sends}.`

const usedWords = ({ used_at, gift_request_ids }: store.UsedConfirmation) =>
  `This confirmation code was used at ${used_at.toISOString()}, for ${gift_request_ids.join(', ')}.`

const no = (message: string) => new Refusal('not_allowed', { message, status: 409 })

function openCode(
  ctx: TxContext,
  what: Confirmable,
  code: string,
): { id: string; expires_at: string } {
  try {
    const sealed = Buffer.from(code, 'base64url')
    return JSON.parse(ctx.installation.sealer.open(sealed, contextOf(ctx, what)))
  } catch {
    throw no(
      'This confirmation code is not for exactly this. Preview again, show the person what it says, and confirm the same content.',
    )
  }
}

function contextOf({ account_id }: TxContext, { token_id, action, content }: Confirmable): string {
  const digest = createHash('sha256').update(canonical(content)).digest('base64url')
  return `agent confirmation ${account_id} ${token_id} ${action} ${digest}`
}

/** The same text for the same content, in whatever order its members came. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
