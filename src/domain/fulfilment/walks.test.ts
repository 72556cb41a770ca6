import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { createWorld, type World } from '#test/api-world'
import { cupboard, redeemed, restock, shipperOf } from '#test/parcels'
import { home, type Shop } from '#test/shop'
import * as fulfilment from './index.ts'
import { parcelStates } from './parcel-states.ts'

/*
 * Walks through everything that can happen to a gift request that is being shipped, in any order, on a
 * real database: scans of its parcels, loops, timers, stock, cancellations, and people who mend things.
 */

const world = await createWorld()
const shipper = shipperOf(world)
const minute = 60_000

type Step =
  | { do: 'scan'; parcel: number; state: fulfilment.ScanState; minute: number }
  | { do: 'again' | 'giveUp'; parcel: number }
  | { do: 'ship' | 'cancel' | 'mend' | 'readdress' | 'wait' | 'empty' | 'fill' | 'close' }

const parcel = fc.integer({ min: 1, max: 4 })
const moving = ['in_transit', 'out_for_delivery', 'delivery_attempt_failed', 'delivered'] as const
const scan = fc.record({
  do: fc.constant('scan' as const),
  parcel,
  state: fc.oneof(fc.constantFrom(...moving), fc.constantFrom(...fulfilment.scanStates)),
  minute: fc.nat(8),
})
const onParcel = fc.record({ do: fc.constantFrom('again' as const, 'giveUp' as const), parcel })
const other = fc.record({
  do: fc.constantFrom(
    ...(['ship', 'ship', 'mend', 'readdress', 'wait', 'empty', 'fill', 'close', 'cancel'] as const),
  ),
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: scan },
    { weight: 2, arbitrary: onParcel },
    { weight: 3, arbitrary: other },
  ),
  { maxLength: 16 },
)
const beginning = fc.record({
  cups: fc.constantFrom(['Red'], ['Red', 'Blue'], ['Red', 'Blue', 'Green']),
  simulator: fc.constantFrom('split', 'good', 'refused', 'unreachable'),
})

/** What a person does too late or too early is refused, and changes nothing. */
async function ask(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

async function take(id: string, shop: Shop, step: Step): Promise<void> {
  const numbered = async () =>
    (await shipper.parcels(id)).find(({ number }) => 'parcel' in step && number === step.parcel)
  switch (step.do) {
    case 'scan': {
      const { state } = step
      const occurred_at = new Date(start + step.minute * minute)
      await shipper.say(
        id,
        { state, occurred_at, message_id: `${state} ${step.minute}` },
        step.parcel,
      )
      return
    }
    case 'again': {
      const failed = (await numbered())?.id ?? ''
      return ask(() => world.run((ctx) => fulfilment.retryLines(ctx, id, failed, shipper.shipping)))
    }
    case 'giveUp': {
      const given = (await numbered())?.id ?? ''
      return ask(() => world.run((ctx) => fulfilment.giveUp(ctx, id, given)))
    }
    case 'ship':
      return shipper.run()
    case 'cancel':
      return ask(() => world.run((ctx) => gifting.cancel(ctx, id, 'cancelled by a walk')))
    case 'mend':
      return ask(() => world.run((ctx) => fulfilment.retry(ctx, id)))
    case 'readdress':
      return ask(() => world.run((ctx) => fulfilment.fixAddress(ctx, id, home)))
    case 'close':
      return ask(() => world.run((ctx) => fulfilment.close(ctx, id)))
    case 'wait':
      await world.passTime(10 * minute)
      return shipper.run()
    default:
      await stock(world, shop, step.do === 'fill' ? 9 : 0)
      await shipper.supply()
  }
}

const start = Date.now() - 60 * minute

async function stock(where: World, shop: Shop, available: number): Promise<void> {
  for (const id of Object.values(shop.ids)) await restock(where, shop, id, available)
}

const legal = new Set(gifting.transitions.map(([from, to]) => `${from} ${to}`))

/** What must be true of a gift request whatever has happened to it. */
async function check(id: string): Promise<void> {
  const moves = (await world.run((ctx) => gifting.history(ctx, id))) ?? []
  let before: gifting.State | null = null
  for (const { from_state, to_state } of moves) {
    assert.equal(from_state, before, 'each move begins where the last one ended')
    assert.ok(legal.has(`${from_state} ${to_state}`), `${from_state} → ${to_state}`)
    before = to_state
  }
  const told = moves.flatMap((move) => move.told)
  const count = (type: string) => told.filter((each) => each === type).length
  assert.equal(count('gift_request_created'), 1)
  assert.equal(count('gift_request_redeemed'), 1)
  assert.ok(count('gift_request_delivered') <= 1)
  assert.ok(count('gift_request_cancelled') <= 1)
  if (count('gift_request_cancelled') === 1)
    assert.equal(told.at(-1), 'gift_request_cancelled', 'nothing is told after the end')
  assert.equal(
    count('gift_request_dispatched'),
    moves.filter(({ to_state }) => to_state === 'in_transit').length,
  )
  const events = await world.run((ctx) =>
    ctx.query<{ type: string }>('select type from webhooks.event where subject_id = $1', [id]),
  )
  assert.deepEqual(
    events.map(({ type }) => type).sort(),
    told.toSorted(),
    'events are what was told',
  )
  await checkParcels(id, before)
}

const ends = ['cancelled', 'expired', 'shipment_cancelled', 'complete']

async function checkParcels(id: string, state: gifting.State | null): Promise<void> {
  const rows = await world.run((ctx) =>
    ctx.query<fulfilment.Standing & { replaces: string | null }>(
      'select state, has_left, replaces from fulfilment.parcel where gift_request_id = $1',
      [id],
    ),
  )
  const parcels = rows.map((row) => ({ ...row, is_again: row.replaces !== null }))
  if (parcels.length > 0 && !ends.includes(state ?? ''))
    assert.equal(fulfilment.stateOf(parcels), state, JSON.stringify(parcels))
  if (state === 'cancelled')
    for (const each of parcels)
      assert.notEqual(parcelStates[each.state], 'here', 'nothing is sent any more')
}

const refusedAfterTheEnd: Step[] = [
  { do: 'cancel' },
  { do: 'ship' },
  { do: 'scan', parcel: 1, state: 'refused', minute: 0 },
]

it('never loses, doubles or reverses an event, and never leaves the table', async () => {
  await fc.assert(
    fc.asyncProperty(beginning, steps, async ({ cups, simulator }, walk) => {
      const shop = await cupboard(world, Object.fromEntries(cups.map((name) => [name, 5])))
      const id = await redeemed(world, shop, { metadata: { simulator } })
      await shipper.run()
      for (const step of walk) await take(id, shop, step)
      await shipper.run()
      await world.passTime(24 * 60 * minute)
      await shipper.run()
      await check(id)
    }),
    {
      numRuns: 60,
      interruptAfterTimeLimit: 12_000,
      markInterruptAsFailure: false,
      examples: [[{ cups: ['Red'], simulator: 'split' }, refusedAfterTheEnd]],
    },
  )
})

it('tells the same however many nodes take in the same scans at once', async () => {
  const states = ['in_transit', 'out_for_delivery', 'in_transit', 'delivered'] as const
  for (let round = 0; round < 5; round++) {
    const id = await redeemed(world, await cupboard(world))
    await shipper.run()
    const [made] = await shipper.parcels(id)
    const said = states.map((state, place) => ({
      state,
      occurred_at: new Date(start + place * minute),
      message_id: `scan ${place}`,
    }))
    // The end comes last, but everything before it in any order, and three times.
    const early = [...said.slice(0, 3), ...said.slice(0, 3), ...said.slice(0, 3)]
    const tell = (word: fulfilment.Word) =>
      world.run((ctx) => fulfilment.tell(ctx, made?.id ?? '', word))
    await Promise.all(early.toSorted(() => (round % 2) - 0.5).map(tell))
    await Promise.all(said.slice(3).flatMap((word) => [tell(word), tell(word)]))
    await check(id)
    const moves = (await world.run((ctx) => gifting.history(ctx, id))) ?? []
    assert.deepEqual(
      moves.flatMap(({ told }) => told),
      ['created', 'redeemed', 'dispatched', 'dispatched', 'delivered'].map(
        (word) => `gift_request_${word}`,
      ),
    )
  }
})
