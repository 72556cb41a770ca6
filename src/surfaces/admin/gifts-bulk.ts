import { Type } from 'typebox'
import * as access from '#access'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { inTransaction, type TxContext } from '#platform/postgres'
import { type Call, outside } from './operation.ts'
import { noExtra } from './shapes.ts'

const most = 100
const ids = Type.Array(Type.String(), { minItems: 1, maxItems: most })
const aDay = 24 * 60 * 60 * 1000

/** What became of each: done, with what is needed to take it back; or why not. */
interface Outcome {
  done: { id: string; reference: string; expires_at?: Date }[]
  refused: { id: string; reference: string | null; message: string }[]
}

/** What can be done with many gift requests at once. Each is done by itself, and none in silence. */
export const bulkOperations = [
  outside(
    'POST',
    '/gift-requests/bulk/cancel',
    { needs: 'sender', does: 'cancel gift requests', body: Type.Object({ ids }, noExtra) },
    (call) => each(call, call.body.ids, (ctx, id) => cancelOne(ctx, call, id)),
  ),

  outside(
    'POST',
    '/gift-requests/bulk/remind',
    { needs: 'sender', does: 'remind recipients', body: Type.Object({ ids }, noExtra) },
    (call) => each(call, call.body.ids, (ctx, id) => remindOne(ctx, call, id)),
  ),

  outside(
    'POST',
    '/gift-requests/bulk/extend',
    {
      needs: 'sender',
      does: 'let gift requests expire later',
      body: Type.Object({ ids, days: Type.Integer({ minimum: 1, maximum: 365 }) }, noExtra),
    },
    (call) =>
      each(call, call.body.ids, async (ctx, id) => {
        const gift = await gifting.find(ctx, id)
        if (gift === undefined) return undefined
        const at = new Date(gift.expires_at.getTime() + call.body.days * aDay)
        return extendOne(ctx, call, id, at)
      }),
  ),

  outside(
    'POST',
    '/gift-requests/bulk/expire-at',
    {
      needs: 'sender',
      does: 'say when each of some gift requests expires',
      body: Type.Object(
        {
          gifts: Type.Array(
            Type.Object(
              { id: Type.String(), expires_at: Type.String({ format: 'date-time' }) },
              noExtra,
            ),
            { minItems: 1, maxItems: most },
          ),
        },
        noExtra,
      ),
    },
    (call) => {
      const wanted = new Map(call.body.gifts.map(({ id, expires_at }) => [id, expires_at]))
      return each(call, [...wanted.keys()], (ctx, id) =>
        extendOne(ctx, call, id, new Date(wanted.get(id) ?? '')),
      )
    },
  ),
]

type Done = Outcome['done'][number]

export async function cancelOne(
  ctx: TxContext,
  { actor, member }: Pick<Call<unknown>, 'actor' | 'member'>,
  id: string,
): Promise<Done | undefined> {
  const was = await gifting.find(ctx, id)
  const gift = await gifting.cancel(ctx, id, `cancelled by ${member.name} in the web app`)
  if (gift === undefined || was === undefined) return undefined
  access.recordEntry(ctx, {
    actor,
    action: 'gift_request.cancel',
    subject: subjectOf(gift),
    details: { before: { state: was.state }, after: { state: gift.state } },
  })
  return named(gift)
}

export async function remindOne(
  ctx: TxContext,
  { actor }: Pick<Call<unknown>, 'actor'>,
  id: string,
): Promise<Done | undefined> {
  const gift = await gifting.sendReminder(ctx, id)
  if (gift === undefined) return undefined
  access.recordEntry(ctx, { actor, action: 'gift_request.remind', subject: subjectOf(gift) })
  return named(gift)
}

export async function extendOne(
  ctx: TxContext,
  { actor }: Pick<Call<unknown>, 'actor'>,
  id: string,
  expires_at: Date,
): Promise<Done | undefined> {
  const moved = await gifting.extendExpiry(ctx, id, expires_at)
  if (moved === undefined) return undefined
  const { before: was, after: is } = moved
  access.recordEntry(ctx, {
    actor,
    action: 'gift_request.extend',
    subject: subjectOf(is),
    details: { before: { expires_at: was.expires_at }, after: { expires_at: is.expires_at } },
  })
  return { ...named(is), expires_at: was.expires_at }
}

export const subjectOf = ({ id, reference }: { id: string; reference: string }) => ({
  kind: 'gift_request',
  id,
  name: reference,
})

const named = ({ id, reference }: gifting.Gift): Done => ({ id, reference })

/** One after the other, each in a transaction of its own: one that is refused keeps none of the others. */
async function each(
  { db, member }: Call<unknown>,
  wanted: readonly string[],
  run: (ctx: TxContext, id: string) => Promise<Done | undefined>,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] }
  for (const id of new Set(wanted)) {
    const now = new Date(db.clock().getTime() + member.clock_ahead_ms)
    const within = <T>(verb: (ctx: TxContext) => Promise<T>) =>
      inTransaction(db, member.account_id, verb, now)
    try {
      const done = await within((ctx) => run(ctx, id))
      if (done === undefined)
        outcome.refused.push({ id, reference: null, message: 'It is not here any more.' })
      else outcome.done.push(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const gift = await within((ctx) => gifting.find(ctx, id))
      const message = error.errors()[0]?.message ?? error.message
      outcome.refused.push({ id, reference: gift?.reference ?? null, message })
    }
  }
  return outcome
}
