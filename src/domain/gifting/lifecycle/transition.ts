import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { settleCosts } from './costs.ts'
import * as giftStore from './gift-store.ts'
import { createLink } from './link.ts'
import { noRecipient, type RecipientFields } from './recipient-fields.ts'
import { applySideEffects } from './side-effects.ts'
import { buildSnapshot, encryptAddress } from './snapshot.ts'
import { eventsFor, type State, states, statusOfEvent } from './state-machine.ts'
import type { Gift, LockedItems, TransitionDetails } from './tables.ts'
import { enqueueEmails } from './transition-emails.ts'
import * as transitionStore from './transition-store.ts'

/** The target state, the cause for the history, and the changes of a transition. */
export interface TransitionInput {
  to: State
  cause: string
  locked?: LockedItems
  /** The time when the first reminder is due, if this transition invites the recipient. */
  remind_at?: Date | undefined
  /** Data for the email about this transition that the gift request does not contain. */
  details?: TransitionDetails
  /** The person who claims the gift, and the time when the claim lapses. */
  claim?: RecipientFields & { claimed_until: Date }
}

/**
 * Applies a transition to a locked gift request and emits its events.
 *
 * Returns undefined if the transition is not allowed. Only the caller knows whether this is an error (a user
 * requested the transition) or outdated input (a carrier sent a scan twice).
 */
export function transition(ctx: TxContext, gift: Gift, input: TransitionInput): Gift | undefined {
  const applied = planTransition(ctx, gift, input)
  if (applied === undefined) return undefined
  if (applied.gift.contact_id === gift.contact_id) transitionStore.insert(ctx, applied)
  else transitionStore.insertAll(ctx, [applied])
  transitionStore.saveGivenVariants(ctx, newlyRedeemed([applied]))
  for (const type of applied.events) emitEvent(ctx, applied.gift, type)
  applySideEffects(ctx, [applied])
  settleCosts(ctx, [applied])
  enqueueEmails(ctx, [applied])
  return applied.gift
}

/**
 * Applies transitions to any number of locked gift requests of one account, in two statements. Only timers
 * and one-links call this function, so a transition that is not allowed is a bug, and the function throws.
 */
export function transitionAll(
  ctx: TxContext,
  inputs: readonly (readonly [Gift, TransitionInput])[],
): Gift[] {
  if (inputs.length === 0) return []
  const applied = inputs.map(([gift, input]) => {
    const planned = planTransition(ctx, gift, input)
    if (planned === undefined)
      throw new Error(`${gift.id} is ${gift.state} and cannot be ${input.to}`)
    return planned
  })
  transitionStore.insertAll(ctx, applied)
  transitionStore.saveGivenVariants(ctx, newlyRedeemed(applied))
  webhooks.recordAll(
    ctx,
    applied.flatMap(({ gift, events }) => events.map((type) => eventInput(ctx, gift, type))),
  )
  applySideEffects(ctx, applied)
  settleCosts(ctx, applied)
  enqueueEmails(ctx, applied)
  return applied.map(({ gift }) => gift)
}

const newlyRedeemed = (applied: readonly transitionStore.AppliedTransition[]) =>
  applied.flatMap(({ gift, events }) => (events.includes('gift_request_redeemed') ? [gift] : []))

/** Calculates the updated gift request and the events. Returns undefined if the transition is not allowed. */
function planTransition(
  ctx: TxContext,
  gift: Gift,
  input: TransitionInput,
): transitionStore.AppliedTransition | undefined {
  const { to, cause, locked, claim, details } = input
  const allEvents = eventsFor(gift.state, to)
  if (allEvents === undefined) return undefined
  const events = allEvents.filter(
    (event) => event !== 'gift_request_delivered' || !gift.delivered_emitted,
  )
  const updated_at = new Date(Math.max(ctx.now.getTime(), gift.updated_at.getTime())) // the clocks of two nodes can differ
  const updated: Gift = {
    ...gift,
    ...(to === 'unclaimed' ? unclaimedFields : claim),
    ...(needsLink(gift, to) ? createLink(ctx.deployment, gift.id) : {}),
    ...(locked === undefined ? {} : lockedFields(ctx, gift, locked)),
    state: to,
    status: states[to],
    version: gift.version + 1,
    remind_at: input.remind_at ?? null,
    delivered_emitted: gift.delivered_emitted || events.includes('gift_request_delivered'),
    updated_at,
  }
  return { from: gift.state, gift: updated, cause, events, details }
}

/**
 * Returns whether a gift request needs a new link. A placeholder gets a new link with each claim, and has no
 * link while it is unclaimed.
 */
const needsLink = (gift: Gift, to: State) =>
  gift.link_digest === null &&
  states[gift.state] === 'submitted' &&
  to !== 'unclaimed' &&
  states[to] !== 'cancelled'

const unclaimedFields = { ...noRecipient, claimed_until: null, link_digest: null, link_code: null }

/** Applies a transition that a user or an API client requested. Throws if the transition is not allowed. */
export async function transitionById(
  ctx: TxContext,
  account_id: string,
  id: string,
  input: TransitionInput,
): Promise<Gift | undefined> {
  const gift = await giftStore.findForUpdate(ctx, account_id, id)
  if (gift === undefined) return undefined
  const updated = transition(ctx, gift, input)
  if (updated === undefined) throw transitionError(gift, input.to)
  return updated
}

export const transitionError = (gift: Gift, to: State): ApiError =>
  new ApiError('invalid_transition', {
    message: `The gift request is ${gift.state} and cannot become ${to}.`,
  })

/** Records an event in the same transaction, for all endpoints that subscribe to it. */
function emitEvent(ctx: TxContext, gift: Gift, type: keyof typeof statusOfEvent): void {
  webhooks.record(ctx, eventInput(ctx, gift, type))
}

export const eventInput = (
  { deployment }: TxContext,
  gift: Gift,
  type: keyof typeof statusOfEvent,
): webhooks.EventInput => ({
  account_id: gift.account_id,
  type,
  subject_id: gift.id,
  gift: buildSnapshot(deployment, gift, statusOfEvent[type]),
})

const lockedFields = (
  { deployment }: TxContext,
  gift: Gift,
  { line_items, shipping_address }: LockedItems,
) => ({
  line_items,
  address: shipping_address === null ? null : encryptAddress(deployment, gift.id, shipping_address),
  country: shipping_address?.country ?? null,
})
