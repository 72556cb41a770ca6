import { Type } from 'typebox'
import * as audit from '#audit'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { routeWithoutTx, type SessionContext } from '../lib/route.ts'
import { strict } from '../lib/schemas.ts'

const maxGifts = 100
const ids = Type.Array(Type.String(), { minItems: 1, maxItems: maxGifts })

/**
 * The result of a bulk action: the changed gift requests with what an undo needs, and the rejected ones with a reason.
 */
interface BulkResult {
  succeeded: { id: string; reference: string; expires_at?: Date }[]
  rejected: { id: string; reference: string | null; message: string }[]
}

/** Bulk actions on gift requests. Each gift request is processed on its own, and the reply lists every result. */
export const bulkRoutes = [
  routeWithoutTx(
    'POST',
    '/gift-requests/bulk/cancel',
    { requiredRole: 'sender', summary: 'cancel gift requests', body: Type.Object({ ids }, strict) },
    (context) => forEachGift(context, context.body.ids, (ctx, id) => cancelGift(ctx, context, id)),
  ),

  routeWithoutTx(
    'POST',
    '/gift-requests/bulk/remind',
    { requiredRole: 'sender', summary: 'remind recipients', body: Type.Object({ ids }, strict) },
    (context) =>
      forEachGift(context, context.body.ids, (ctx, id) => remindRecipient(ctx, context, id)),
  ),

  routeWithoutTx(
    'POST',
    '/gift-requests/bulk/extend',
    {
      requiredRole: 'sender',
      summary: 'extend the expiry of gift requests',
      body: Type.Object({ ids, days: Type.Integer({ minimum: 1, maximum: 365 }) }, strict),
    },
    (context) =>
      forEachGift(context, context.body.ids, (ctx, id) =>
        extendExpiry(ctx, context, id, { days: context.body.days }),
      ),
  ),

  routeWithoutTx(
    'POST',
    '/gift-requests/bulk/send-again',
    {
      requiredRole: 'sender',
      summary: 'send failed gifts again',
      body: Type.Object({ ids }, strict),
    },
    (context) =>
      forEachGift(context, context.body.ids, async (ctx, id) => {
        const sent = await sendAgain(ctx, context, id, {})
        return sent === undefined ? undefined : { id, reference: sent.reference }
      }),
  ),

  routeWithoutTx(
    'POST',
    '/gift-requests/bulk/expire-at',
    {
      requiredRole: 'sender',
      summary: 'set the expiry of each of several gift requests',
      body: Type.Object(
        {
          gifts: Type.Array(
            Type.Object(
              { id: Type.String(), expires_at: Type.String({ format: 'date-time' }) },
              strict,
            ),
            { minItems: 1, maxItems: maxGifts },
          ),
        },
        strict,
      ),
    },
    (context) => {
      const expiryById = new Map(context.body.gifts.map(({ id, expires_at }) => [id, expires_at]))
      return forEachGift(context, [...expiryById.keys()], (ctx, id) =>
        extendExpiry(ctx, context, id, { at: new Date(expiryById.get(id) ?? '') }),
      )
    },
  ),
]

type BulkSuccess = BulkResult['succeeded'][number]

export async function cancelGift(
  ctx: TxContext,
  { actor, member }: Pick<SessionContext<unknown>, 'actor' | 'member'>,
  id: string,
): Promise<BulkSuccess | undefined> {
  const before = await gifting.find(ctx, id)
  const gift = await gifting.cancel(ctx, id, `cancelled by ${member.name} in the web app`)
  if (gift === undefined || before === undefined) return undefined
  audit.recordEntry(ctx, {
    actor,
    action: 'gift_request.cancel',
    subject: auditSubject(gift),
    details: { before: { state: before.state }, after: { state: gift.state } },
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
  audit.recordEntry(ctx, { actor, action: 'gift_request.remind', subject: auditSubject(gift) })
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
  audit.recordEntry(ctx, {
    actor,
    action: 'gift_request.send_again',
    subject: auditSubject(old),
    details: { reissued_as: sent.reference },
  })
  return sent
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
  audit.recordEntry(ctx, {
    actor,
    action: 'gift_request.extend',
    subject: auditSubject(after),
    details: { before: { expires_at: before.expires_at }, after: { expires_at: after.expires_at } },
  })
  return { ...toSuccess(after), expires_at: before.expires_at }
}

export const auditSubject = ({ id, reference }: { id: string; reference: string }) => ({
  kind: 'gift_request',
  id,
  name: reference,
})

const toSuccess = ({ id, reference }: gifting.Gift): BulkSuccess => ({ id, reference })

/** Processes the gifts one by one, each in its own transaction, so that a rejected gift does not affect the others. */
async function forEachGift(
  { db, member }: SessionContext<unknown>,
  giftIds: readonly string[],
  run: (ctx: TxContext, id: string) => Promise<BulkSuccess | undefined>,
): Promise<BulkResult> {
  const result: BulkResult = { succeeded: [], rejected: [] }
  for (const id of new Set(giftIds)) {
    const now = new Date(db.clock().getTime() + member.clock_offset_ms)
    const inOwnTransaction = <T>(operation: (ctx: TxContext) => Promise<T>) =>
      inTransaction(db, member.account_id, operation, now)
    try {
      const done = await inOwnTransaction((ctx) => run(ctx, id))
      if (done === undefined)
        result.rejected.push({
          id,
          reference: null,
          message: 'This gift request no longer exists.',
        })
      else result.succeeded.push(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const gift = await inOwnTransaction((ctx) => gifting.find(ctx, id))
      const message = error.errors()[0]?.message ?? error.message
      result.rejected.push({ id, reference: gift?.reference ?? null, message })
    }
  }
  return result
}
