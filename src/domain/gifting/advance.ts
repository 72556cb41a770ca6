import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { follow } from './consequences.ts'
import { makeLink } from './link.ts'
import { type State, states, statusOfEvent, step } from './machine.ts'
import { type MoveDetails, write } from './mails.ts'
import * as moveStore from './move-store.ts'
import { nobody, type RecipientOf } from './recipient.ts'
import { sealAddress, snapshot } from './snapshot.ts'
import * as store from './store.ts'
import type { Gift, Locked } from './tables.ts'

/** Why a gift request moves, in plain words for its history, and what changes as it does. */
export interface Push {
  to: State
  cause: string
  locked?: Locked
  /** When its recipient is reminded first, if this is what invites them. */
  remind_at?: Date | undefined
  /** What the letter about this move can say beyond the gift request itself. */
  details?: MoveDetails
  /** Whoever claimed it, and until when that holds. */
  claim?: RecipientOf & { claimed_until: Date }
}

/**
 * Moves a held gift request along the table and tells the world what the table says.
 *
 * Undefined means that the table has no such move. Only the caller knows whether that is a mistake
 * (a person asked for it) or old news (a carrier repeated itself).
 */
export function advance(ctx: TxContext, gift: Gift, push: Push): Gift | undefined {
  const made = moveOf(ctx, gift, push)
  if (made === undefined) return undefined
  if (made.gift.contact_id === gift.contact_id) moveStore.enter(ctx, made)
  else moveStore.enterAll(ctx, [made])
  moveStore.keepGiven(ctx, justRedeemed([made]))
  for (const type of made.told) tell(ctx, made.gift, type)
  follow(ctx, [made])
  write(ctx, [made])
  return made.gift
}

/**
 * Moves any number of held gift requests of one account, which time or their one-link moves, in two
 * statements. A move that the table does not have is a bug.
 */
export function advanceAll(ctx: TxContext, pushes: readonly (readonly [Gift, Push])[]): Gift[] {
  if (pushes.length === 0) return []
  const made = pushes.map(([gift, push]) => {
    const move = moveOf(ctx, gift, push)
    if (move === undefined) throw new Error(`${gift.id} is ${gift.state} and cannot be ${push.to}`)
    return move
  })
  moveStore.enterAll(ctx, made)
  moveStore.keepGiven(ctx, justRedeemed(made))
  webhooks.recordAll(
    ctx,
    made.flatMap(({ gift, told }) => told.map((type) => telling(ctx, gift, type))),
  )
  follow(ctx, made)
  write(ctx, made)
  return made.map(({ gift }) => gift)
}

const justRedeemed = (made: readonly moveStore.Made[]) =>
  made.flatMap(({ gift, told }) => (told.includes('gift_request_redeemed') ? [gift] : []))

/** What a move makes of a gift request; undefined when the table has no such move. */
function moveOf(ctx: TxContext, gift: Gift, push: Push): moveStore.Made | undefined {
  const { to, cause, locked, claim, details } = push
  const tells = step(gift.state, to)
  if (tells === undefined) return undefined
  const told = tells.filter((event) => event !== 'gift_request_delivered' || !gift.delivered_told)
  const updated_at = new Date(Math.max(ctx.now.getTime(), gift.updated_at.getTime())) // nodes' clocks disagree
  const moved: Gift = {
    ...gift,
    ...(to === 'unclaimed' ? unclaimed : claim),
    ...(needsLink(gift, to) ? makeLink(ctx.deployment, gift.id) : {}),
    ...(locked === undefined ? {} : lock(ctx, gift, locked)),
    state: to,
    status: states[to],
    version: gift.version + 1,
    remind_at: push.remind_at ?? null,
    delivered_told: gift.delivered_told || told.includes('gift_request_delivered'),
    updated_at,
  }
  return { from: gift.state, gift: moved, cause, told, details }
}

/** A placeholder has no link until it is claimed, and whoever claims it next gets a new one. */
const needsLink = (gift: Gift, to: State) =>
  gift.link_digest === null &&
  states[gift.state] === 'submitted' &&
  to !== 'unclaimed' &&
  states[to] !== 'cancelled'

const unclaimed = { ...nobody, claimed_until: null, link_digest: null, link_code: null }

/** Moves a gift request because somebody asked for it by name: what the table forbids is refused. */
export async function push(
  ctx: TxContext,
  account_id: string,
  id: string,
  wanted: Push,
): Promise<Gift | undefined> {
  const gift = await store.hold(ctx, account_id, id)
  if (gift === undefined) return undefined
  const moved = advance(ctx, gift, wanted)
  if (moved === undefined) throw refusedMove(gift, wanted.to)
  return moved
}

export const refusedMove = (gift: Gift, to: State): ApiError =>
  new ApiError('invalid_transition', {
    message: `The gift request is ${gift.state}; from there it cannot become ${to}.`,
  })

/** Writes down, in the same transaction, what subscribers will hear of. */
export function tell(ctx: TxContext, gift: Gift, type: keyof typeof statusOfEvent): void {
  webhooks.record(ctx, telling(ctx, gift, type))
}

export const telling = (
  { deployment: installation }: TxContext,
  gift: Gift,
  type: keyof typeof statusOfEvent,
): webhooks.Telling => ({
  account_id: gift.account_id,
  type,
  subject_id: gift.id,
  gift: snapshot(installation, gift, statusOfEvent[type]),
})

const lock = (
  { deployment: installation }: TxContext,
  gift: Gift,
  { line_items, shipping_address }: Locked,
) => ({
  line_items,
  address: shipping_address === null ? null : sealAddress(installation, gift.id, shipping_address),
  country: shipping_address?.country ?? null,
})
