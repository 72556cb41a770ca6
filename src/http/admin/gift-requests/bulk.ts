import * as audit from '#audit'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { handleWithoutTx } from '../lib/handle.ts'
import type { ReplyValue } from '../lib/operation.ts'
import type { SessionContext } from '../lib/route.ts'
import * as contract from './bulk-contract.ts'

/** Bulk actions on gift requests. Each gift request is processed on its own, and the reply lists every result. */
export const bulkRoutes = [
  handleWithoutTx(contract.cancelGifts, (context) =>
    forEachGift(context, context.body.ids, (ctx, id) => cancelGift(ctx, context, id)),
  ),

  handleWithoutTx(contract.remindRecipients, (context) =>
    forEachGift(context, context.body.ids, (ctx, id) => remindRecipient(ctx, context, id)),
  ),

  handleWithoutTx(contract.extendGifts, (context) =>
    forEachGift(context, context.body.ids, (ctx, id) =>
      extendExpiry(ctx, context, id, { days: context.body.days }),
    ),
  ),

  handleWithoutTx(contract.sendGiftsAgain, (context) =>
    forEachGift(context, context.body.ids, async (ctx, id) => {
      const sent = await sendAgain(ctx, context, id, {})
      return sent === undefined ? undefined : { id, reference: sent.reference }
    }),
  ),

  handleWithoutTx(contract.setExpiryOfGifts, (context) => {
    const expiryById = new Map(context.body.gifts.map(({ id, expires_at }) => [id, expires_at]))
    return forEachGift(context, [...expiryById.keys()], (ctx, id) =>
      extendExpiry(ctx, context, id, { at: new Date(expiryById.get(id) ?? '') }),
    )
  }),
]

type BulkResult = ReplyValue<contract.BulkResult>
type BulkSuccess = BulkResult['succeeded'][number]

export async function cancelGift(
  ctx: TxContext,
  { actor, member }: Pick<SessionContext<unknown>, 'actor' | 'member'>,
  id: string,
): Promise<BulkSuccess | undefined> {
  const before = await gifting.find(ctx, id)
  const gift = await gifting.cancel(ctx, id, `cancelled by ${member.name} in the web app`)
  if (gift === undefined || before === undefined) return undefined
  auditGift({ ctx, actor }, 'gift_request.cancel', gift, {
    before: { state: before.state },
    after: { state: gift.state },
  })
  return toSuccess(gift)
}

export async function remindRecipient(
  ctx: TxContext,
  { actor }: Pick<SessionContext<unknown>, 'actor'>,
  id: string,
): Promise<BulkSuccess | undefined> {
  const gift = await gifting.sendReminder(ctx, id)
  if (gift === undefined) return undefined
  auditGift({ ctx, actor }, 'gift_request.remind', gift)
  return toSuccess(gift)
}

/** Sends a gift again. A repeated request returns the first replacement, and records no second action. */
export async function sendAgain(
  ctx: TxContext,
  { actor, member }: Pick<SessionContext<unknown>, 'actor' | 'member'>,
  id: string,
  input: gifting.ReissueInput,
): Promise<gifting.Reissue | undefined> {
  const old = await gifting.find(ctx, id)
  const cause = `sent again by ${member.name} in the web app`
  const sent = await gifting.reissue(ctx, id, input, cause)
  if (sent === undefined || old === undefined || !sent.isNew) return sent
  await assertReplacementAllowed(ctx, member, sent.id)
  auditGift({ ctx, actor }, 'gift_request.send_again', old, { reissued_as: sent.reference })
  return sent
}

/** Throws if the gift that a user sent again needs approval. The caller's transaction then creates nothing. */
export async function assertReplacementAllowed(
  ctx: TxContext,
  { role, user_id: id, name, email }: SessionContext<unknown>['member'],
  gift_request_id: string,
): Promise<void> {
  if (role !== 'admin')
    await gifting.assertReplacementAllowed(ctx, gift_request_id, { id, name, email })
}

export async function extendExpiry(
  ctx: TxContext,
  { actor }: Pick<SessionContext<unknown>, 'actor'>,
  id: string,
  to: gifting.NewExpiry,
): Promise<BulkSuccess | undefined> {
  const extended = await gifting.extendExpiry(ctx, id, to)
  if (extended === undefined) return undefined
  const { before, after } = extended
  auditGift({ ctx, actor }, 'gift_request.extend', after, {
    before: { expires_at: before.expires_at },
    after: { expires_at: after.expires_at },
  })
  return { ...toSuccess(after), expires_at: before.expires_at }
}

/** Records an action on a gift request. */
export function auditGift(
  { ctx, actor }: { ctx: TxContext; actor: audit.Actor },
  action: string,
  gift: { id: string; reference: string },
  details: Record<string, unknown> = {},
): void {
  const subject = { kind: 'gift_request', id: gift.id, name: gift.reference }
  audit.recordEntry(ctx, { actor, action, subject, details })
}

const toSuccess = ({ id, reference }: gifting.Gift): BulkSuccess => ({ id, reference })

/** Processes the gifts one by one, each in its own transaction, so that a rejected gift does not affect the others. */
async function forEachGift(
  { db, member }: Pick<SessionContext<unknown>, 'db' | 'member'>,
  giftIds: readonly string[],
  run: (ctx: TxContext, id: string) => Promise<BulkSuccess | undefined>,
): Promise<BulkResult> {
  const succeeded: BulkSuccess[] = []
  const rejected: BulkResult['rejected'][number][] = []
  for (const id of new Set(giftIds)) {
    const now = new Date(db.clock().getTime() + member.clock_offset_ms)
    const inOwnTransaction = <T>(operation: (ctx: TxContext) => Promise<T>) =>
      inTransaction(db, member.account_id, operation, now)
    try {
      const done = await inOwnTransaction((ctx) => run(ctx, id))
      if (done === undefined) rejected.push({ id, reference: null, message: noLongerExists })
      else succeeded.push(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const gift = await inOwnTransaction((ctx) => gifting.find(ctx, id))
      const message = error.errors()[0]?.message ?? error.message
      rejected.push({ id, reference: gift?.reference ?? null, message })
    }
  }
  return { succeeded, rejected }
}

const noLongerExists = 'This gift request no longer exists.'
