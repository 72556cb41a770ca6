import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import type { OutboxHandler } from '#platform/errands'
import type { TxContext } from '#platform/postgres'
import type { CalledOff, Consignment, Placed } from './carriers/carrier.ts'
import { isScenario, linesOf as messagesOf } from './carriers/scenarios.ts'
import { follow } from './follow.ts'
import { atItsTime } from './moment.ts'
import type { Shipping } from './shipping.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'
import { keepStock, standings, stepped } from './track.ts'

/** What it takes to place a parcel with its carrier. */
interface Task {
  /** Undefined when nobody knows where it goes any more. */
  consignment: Consignment | undefined
}

type Outcome = Placed | CalledOff

/** Parcels that carriers are asked about at once. */
const width = 10

/**
 * Places parcels with their carriers, and calls them off. Our reference makes it safe to place twice: a
 * process may die between the carrier's answer and our writing it down, and whoever takes the parcel up
 * then is told of the same label again.
 */
export const errandsOf = (shipping: Shipping): OutboxHandler<ParcelRow, Task, Outcome> => ({
  concurrency: width,
  claim: (ctx, room) => store.claimTasks(ctx, room, shipping.lease),
  async prepare(ctx, parcels) {
    const tasks: Task[] = []
    for (const parcel of parcels) tasks.push(await taskOf(ctx, parcel))
    return tasks
  },
  toPreparationFailure: (error) => notReached('The parcel could not be prepared', error),
  perform: (parcel, task) => act(parcel, task, shipping),
  settle: (ctx, parcel, outcome) => settle(ctx, parcel, outcome, shipping),
  async defer(ctx, parcel) {
    const delayMs = Math.max(delayOf(parcel.tries, shipping), minDelayMs)
    await store.deferTask(ctx, parcel, new Date(ctx.now.getTime() + delayMs))
  },
})

/** After a failure of our own, whatever the delays of carriers are. */
const minDelayMs = 10_000

async function taskOf(ctx: TxContext, parcel: ParcelRow): Promise<Task> {
  const gift = await gifting.find(ctx, parcel.gift_request_id)
  const address = gift === undefined ? null : gifting.decryptAddress(ctx.deployment, gift)
  if (address === null || address === undefined) return { consignment: undefined }
  const lines = await store.linesOf(ctx, [parcel.id])
  const consignment = {
    reference: `${parcel.id}-${parcel.round}`,
    address,
    lines: lines.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
    warehouse: await warehouseOf(ctx, parcel, lines[0]?.variant_id),
    tries: parcel.tries,
    scenario: parcel.scenario,
  }
  return { consignment }
}

async function warehouseOf(
  ctx: TxContext,
  { warehouse_id }: ParcelRow,
  variant_id: string | undefined,
) {
  if (warehouse_id === null || variant_id === undefined) return null
  const levels = (await catalogue.stockBy(ctx, [variant_id])).get(variant_id) ?? []
  return levels.find(({ warehouse }) => warehouse.id === warehouse_id)?.warehouse ?? null
}

const nowhere: Placed = {
  kind: 'refused',
  reason: 'There is no address to send it to.',
  remedy: 'Enter the address.',
}

async function act(
  parcel: ParcelRow,
  { consignment }: Task,
  { carriers }: Shipping,
): Promise<Outcome> {
  const carrier = carriers.get(parcel.carrier)
  if (carrier === undefined)
    return { kind: 'unreachable', reason: `This installation has no carrier ${parcel.carrier}.` }
  try {
    if (parcel.task === 'cancel') return await carrier.cancel(parcel.carrier_ref ?? '')
    return consignment === undefined ? nowhere : await carrier.place(consignment)
  } catch (error) {
    return notReached('The carrier could not be asked', error)
  }
}

const notReached = (what: string, error: unknown): Outcome => ({
  kind: 'unreachable',
  reason: `${what}: ${error instanceof Error ? error.message : String(error)}`,
})

async function settle(real: TxContext, parcel: ParcelRow, outcome: Outcome, shipping: Shipping) {
  const ctx = await atItsTime(real, parcel.account_id)
  const gift = await gifting.findForUpdate(ctx, parcel.account_id, parcel.gift_request_id)
  const parcels = await store.parcelsOf(ctx, parcel.gift_request_id)
  const row = parcels.find(({ id }) => id === parcel.id)
  // Whoever took it up after us has the last word; the carrier has told both the same.
  if (gift === undefined || row?.tries !== parcel.tries || row.task !== parcel.task) return
  const settled = settledRow(row, outcome, { gift, realNow: real.now, shipping })
  await store.saveParcel(ctx, settled)
  const moved = follow(ctx, gift, standings(parcels, [settled]), causeOf(settled, outcome))
  await keepStock(ctx, moved, parcels, [settled])
  if (settled.task !== null) ctx.afterCommit(() => ctx.deployment.notify('fulfilment'))
}

const causeOf = ({ number, carrier }: ParcelRow, { kind }: Outcome) =>
  kind === 'refused'
    ? `parcel ${number}: ${carrier} refused it`
    : `parcel ${number}: ${carrier} has it`

interface Settling {
  gift: gifting.Gift
  realNow: Date
  shipping: Shipping
}

const idle = { task: null, tries: 0, due_at: null, leased_until: null } as const

/** What a parcel is after its carrier's answer. */
function settledRow(row: ParcelRow, outcome: Outcome, settling: Settling): ParcelRow {
  switch (outcome.kind) {
    case 'placed':
      return placed({ ...row, ...outcome.label }, settling)
    case 'refused':
      return {
        ...stepped(row, 'refused'),
        ...idle,
        problem_reason: outcome.reason,
        problem_remedy: outcome.remedy,
      }
    case 'cancelled':
      return stepped(row, 'cancelled')
    case 'too_late':
      return {
        ...row,
        ...idle,
        problem_reason: outcome.reason,
        problem_remedy:
          'It arrives although it was cancelled. Ask the recipient to send it back, or let it be.',
      }
    case 'unreachable':
      return {
        ...row,
        due_at: new Date(settling.realNow.getTime() + delayOf(row.tries, settling.shipping)),
        leased_until: null,
        problem_reason: outcome.reason,
        problem_remedy: 'It is tried again by itself.',
      }
  }
}

/** A gift request may have been cancelled while the carrier was asked: then it is asked to forget it. */
function placed(row: ParcelRow, { gift, realNow, shipping }: Settling): ParcelRow {
  const ordered = { ...stepped(row, 'ordered'), ...idle, has_left: false }
  if (gift.status === 'cancelled') return { ...ordered, task: 'cancel', due_at: new Date(0) }
  return { ...ordered, played: 0, plays_at: playsAt(ordered, realNow, shipping) }
}

function playsAt({ carrier, scenario }: ParcelRow, realNow: Date, { day }: Shipping): Date | null {
  if (carrier !== 'simulator' || day === undefined || scenario === null) return null
  const first = isScenario(scenario) ? messagesOf(scenario)[0] : undefined
  return first === undefined ? null : new Date(realNow.getTime() + first[0] * day)
}

const delayOf = (tries: number, { retryDelays }: Shipping) =>
  retryDelays[Math.min(tries, retryDelays.length) - 1] ?? 0
