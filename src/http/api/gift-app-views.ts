import * as accounts from '#accounts'
import * as audit from '#audit'
import * as digital from '#digital'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import * as spend from '#spend'

/*
 * The details of one gift request that only users see, and tokens do not. The postal address is not included:
 * a separate operation shows it, and the user must give a reason.
 */

export async function readDetailMembers(
  ctx: TxContext,
  gift: gifting.Gift,
  user: accounts.SessionUser,
) {
  const redemption = await gifting.getRedemptionPage(ctx, gift.id)
  if (redemption === undefined) throw new Error('a gift request has no redemption page')
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  return {
    version: gift.version,
    is_direct: gift.is_direct,
    country: gift.country,
    has_address: gift.address !== null,
    bulk_send: (await sends.findByGift(ctx, gift.id)) ?? null,
    max_choices: redemption.max_choices,
    digital_items: await listDigitalItems(ctx, redemption, user),
    donations: redemption.donations.map(toDonation),
    cost_centre: gift.cost_centre,
    purchase_order_number: gift.purchase_order_number,
    team: await findTeam(ctx, gift),
    costs: (await spend.findByGift(ctx, gift.id)).map(({ amount_minor, currency, ...cost }) => ({
      ...cost,
      amount: { amount: amount_minor, currency },
    })),
    age_confirmed: redemption.age_confirmed,
    age_confirmed_at: redemption.age_confirmed_at,
    ...toThanks(redemption),
    replacements: await fulfilment.findReplacements(ctx, gift, parcels),
    has_problem_reports: await gifting.hasProblems(ctx, gift),
    changes: await gifting.listChanges(ctx, gift),
    changeability: await describeChangeability(ctx, gift),
    user_actions: await listUserActions(ctx, gift.id),
  }
}

async function findTeam(ctx: TxContext, { team_id }: gifting.Gift) {
  const team = (await accounts.findTeamsById(ctx, team_id === null ? [] : [team_id])).get(
    team_id ?? '',
  )
  return team === undefined ? null : { id: team.id, name: team.name }
}

/**
 * Returns the digital items of a gift. Users who change the catalogue see the last characters of a code, and
 * others no part of it.
 */
async function listDigitalItems(
  ctx: TxContext,
  { id, state, line_items }: gifting.RedemptionPage,
  user: accounts.SessionUser,
) {
  const seesCodes = accounts.can(user, 'catalogue:write')
  const items = await digital.findItemsForAdmin(ctx, id)
  return items.map(({ line_item_id, last_four, ...item }) => ({
    ...item,
    name: line_items?.find((line) => line.line_item_id === line_item_id)?.name ?? '',
    last_four: seesCodes ? last_four : null,
    can_replace: seesCodes && item.needs_code && item.given_at !== null && state !== 'cancelled',
  }))
}

const toThanks = ({ thank_you_note, reaction, reacted_at }: gifting.RedemptionPage) => ({
  thank_you_note:
    thank_you_note === null ? null : { text: thank_you_note.text, at: thank_you_note.written_at },
  reaction: reaction === null || reacted_at === null ? null : { reaction, at: reacted_at },
})

const toDonation = ({
  id,
  charity_name,
  amount_minor,
  currency,
  reason,
  donated_at,
  payment_id,
}: gifting.RedemptionPage['donations'][number]) => ({
  ...{ id, charity_name, amount: { amount: amount_minor, currency } },
  ...{ reason, donated_at, is_paid: payment_id !== null },
})

/**
 * Describes what the recipient can still change. Returns null before the redemption and after the end of the
 * gift.
 */
async function describeChangeability(ctx: TxContext, gift: gifting.Gift) {
  if (gift.status !== 'redeemed') return null
  const { isChangeable, blocker, retry_at } = await fulfilment.isChangeable(ctx, gift)
  return { is_changeable: isChangeable, blocker, retry_at }
}

const maxActions = 100

/** Returns the actions of the account's users: the newest 100 audit entries, with the oldest first. */
async function listUserActions(ctx: TxContext, subject_id: string) {
  const entries = await audit.listSubjectEntries(ctx, subject_id, maxActions)
  return entries
    .filter(({ actor }) => actor.kind === 'user')
    .map(({ action, actor, at }) => ({ action, name: actor.name, at }))
    .reverse()
}

/** Returns what the user can do with each parcel. Users who change the catalogue can return items to the stock. */
export async function readParcelMembers(
  ctx: TxContext,
  gift: gifting.Gift,
  parcels: readonly fulfilment.Parcel[],
  user: accounts.SessionUser,
) {
  const canRestock = accounts.can(user, 'catalogue:write')
  const actionsById = await fulfilment.manualActionsById(ctx, gift.id)
  return (parcel: fulfilment.Parcel) => {
    const actions = actionsById.get(parcel.id)
    return {
      can_ship_again: canReship(gift, parcel, parcels),
      next_states: actions?.states ?? [],
      can_edit_tracking: actions?.canEditTracking ?? false,
      can_restock: canRestock && actions?.canRestock === true,
    }
  }
}

const lostStates = new Set(['returned', 'lost', 'cancelled'])

/** Returns whether a parcel that did not arrive can be sent again. A parcel is replaced only once. */
const canReship = (
  { status, state }: gifting.Gift,
  parcel: fulfilment.Parcel,
  parcels: readonly fulfilment.Parcel[],
) =>
  lostStates.has(parcel.state) &&
  status !== 'cancelled' &&
  state !== 'complete' &&
  !parcels.some(({ replaces }) => replaces === parcel.id)

/**
 * Converts an email or a text message to the format of the API. The subject of a text message is its text.
 */
export const toMessageView = (message: mail.Message) =>
  message.channel === 'email'
    ? mail.toEmailView(message)
    : { ...mail.toEmailView(message), to: mail.toTextMessageView(message).to }
