import * as catalogue from '#catalogue'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { drain } from '#test/eventually'
import { type Action, addUnits, type Session } from './session.ts'
import type { Snapshot } from './snapshot.ts'
import { carrierResponses, importCodes, type World } from './world.ts'

/** Returns the background jobs: the orders alone, and all jobs with each response of the carrier. */
export const jobActions = ({ spec }: World): Action[] => [
  {
    name: 'orders',
    isJob: true,
    perform: ({ db, shippingWith }) => fulfilment.consumeOutbox(db, shippingWith('accepts')),
  },
  ...(spec.carrier === 'manual' ? (['accepts'] as const) : carrierResponses).map(
    (response): Action => ({
      name: `jobs, carrier ${response}`,
      isJob: true,
      perform: ({ db, shippingWith }) =>
        drain(() => fulfilment.runOnce(db, shippingWith(response)), 20),
    }),
  ),
  {
    name: 'fill backorders',
    isJob: true,
    perform: async ({ db, shippingWith }) => {
      await fulfilment.fillBackorders(db, shippingWith('accepts'))
    },
  },
]

/**
 * Returns the actions that add new units of variants that are out of stock. The total
 * is never more than at the start.
 */
export const stockActions = (world: World, { stock }: Snapshot): Action[] =>
  stock
    .filter(({ variant_id, available }) => available === 0 && world.given.has(variant_id))
    .map(({ variant_id, warehouse_id }) => ({
      name: `restock ${world.names.get(variant_id)} ${world.names.get(warehouse_id)}`,
      async perform(session) {
        const { run, given } = session
        if ((given.get(variant_id) ?? 0) > (world.given.get(variant_id) ?? 0)) return
        addUnits(session, variant_id, 1) // before the first await, so that concurrent actions see the units
        await run((ctx) => catalogue.restock(ctx, warehouse_id, [{ variant_id, quantity: 1 }]))
      },
    }))

export function codeActions({ spec, ids }: World, { items, codes }: Snapshot): Action[] {
  if (spec.codes === undefined) return []
  const { variant, imported, later } = spec.codes
  const next = later[codes.length - imported.length]
  return [
    ...(next === undefined
      ? []
      : [
          {
            name: 'import a code',
            perform: ({ run }: Session) =>
              run((ctx) => importCodes(ctx, ids[variant] ?? '', [next])),
          },
        ]),
    {
      name: 'fill codes',
      isJob: true,
      perform: ({ db }: Session) => fulfilment.fillDigitalBackorders(db),
    },
    ...items.flatMap(({ id, gift_request_id }, index): Action[] => [
      {
        name: `item ${index} reveal`,
        perform: ({ run }) => run((ctx) => gifting.revealItem(ctx, gift_request_id, id)),
      },
      {
        name: `item ${index} replace`,
        perform: ({ run }) => run((ctx) => gifting.replaceCode(ctx, gift_request_id, id, 'a walk')),
      },
    ]),
  ]
}

/** Advances the clock to the next timer, and runs the timers that are due. */
export const waitForTimer: Action = {
  name: 'wait',
  isJob: true,
  advance({ time }, { next_due }) {
    time.now = new Date(time.now.getTime() + (next_due ?? 0) * 1000 + 1)
  },
  perform: ({ db }) =>
    drain(async () => (await gifting.processDue(db)) + (await oneLinks.processDueClaims(db))),
}
