import { hash } from 'node:crypto'
import * as accounts from '#accounts'
import { shippingFromConfig } from '#app/shipping'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import type { SelectionMode } from '#contract'
import * as digital from '#digital'
import * as fulfilment from '#fulfilment'
import * as oneLinks from '#one-links'

import { createLruCache } from '#platform/lib/lru-cache'
import { createTestApp, type TestApp } from '#test/api-harness'
import { createCatalogueFixture, type ProductFixture } from '#test/catalogue-fixture'

/** A small account whose states are explored: its stock, its gifts, and the actions of its people. */
export interface WorldSpec {
  products: readonly ProductFixture[]
  /** The variants that a second warehouse stocks. */
  elsewhere?: readonly string[]
  mode?: SelectionMode
  max_choices?: number
  gifts: number
  /** The items that a recipient can choose. */
  choices: Readonly<Record<string, readonly string[]>>
  /**
   * The kind of carrier. `manual`: people pack the parcels by hand. `remote`: a carrier whose labels are
   * cancelled with a request.
   */
  carrier: 'manual' | 'remote'
  packers?: number
  /** The donation or the digital item that replaces an expired gift. */
  fallback?: string
  /**
   * The codes of a digital variant: those that are imported at the start, and those that are
   * imported later, one at a time.
   */
  codes?: { variant: string; imported: readonly string[]; later: readonly string[] }
  /** A one-link whose placeholders are gifts of the world, and the people who claim them. */
  oneLink?: { quantity: number; claimants: readonly string[]; require_approval?: boolean }
  /** The actions that are left out, to keep the graph small. */
  without?: readonly string[]
  /** The maximum number of gift requests, including those that were sent again. */
  maxGifts: number
  /** The maximum number of parcels of a gift when items are sent again. */
  maxParcels: number
}

/** A small account whose states are explored, after its creation in a database. */
export interface World {
  spec: WorldSpec
  testApp: TestApp
  account_id: string
  /** The ids of the variants by their names. */
  ids: Readonly<Record<string, string>>
  /** The ids of the variants that the snapshot reads. */
  variant_ids: readonly string[]
  warehouse_ids: readonly string[]
  packers: readonly string[]
  names: ReadonlyMap<string, string>
  given: ReadonlyMap<string, number>
  donation: { variant_id: string; cap: number } | undefined
  one_link_id: string | undefined
  start: Date
}

export async function createWorld(spec: WorldSpec): Promise<World> {
  const testApp = await createTestApp()
  const shop = await createCatalogueFixture(testApp, spec.products, spec.mode, spec.max_choices)
  const elsewhere = await testApp.run((ctx) =>
    catalogue.createWarehouse(ctx, { name: 'Barn', country: 'DE' }),
  )
  const given = new Map<string, number>()
  for (const { kind = 'physical', stock } of spec.products)
    if (kind === 'physical')
      for (const [name, count] of Object.entries(stock)) given.set(shop.id(name), count)
  await testApp.run(async (ctx) => {
    for (const name of spec.elsewhere ?? []) {
      const variant_id = shop.id(name)
      await catalogue.setStock(ctx, [
        { variant_id, warehouse_id: shop.warehouse_id, available: 0 },
        { variant_id, warehouse_id: elsewhere.id, available: given.get(variant_id) ?? 0 },
      ])
    }
    if (spec.fallback !== undefined)
      await campaigns.updateFallback(ctx, shop.campaign_id, shop.id(spec.fallback))
  })
  await addCodes(testApp, spec, shop.ids)
  const packers: string[] = []
  for (let index = 0; index < (spec.packers ?? 1); index += 1)
    packers.push(await createPacker(testApp, index))
  for (let index = 0; index < spec.gifts; index += 1) await shop.createGift()
  const one_link_id = await createOneLink(testApp, spec, Object.values(shop.ids))
  const donation = spec.products.find(({ kind }) => kind === 'donation')
  const [donationName = '', cap = 0] = Object.entries(donation?.stock ?? {})[0] ?? []
  return {
    spec,
    testApp,
    account_id: testApp.account.id,
    ids: shop.ids,
    variant_ids: Object.values(shop.ids),
    warehouse_ids: [shop.warehouse_id, elsewhere.id],
    packers,
    names: new Map([
      ...Object.entries(shop.ids).map(([name, id]) => [id, name] as const),
      ...packers.map((id, index) => [id, `packer ${index}`] as const),
      [shop.warehouse_id, 'Shed'],
      [elsewhere.id, 'Barn'],
      ...(spec.oneLink?.claimants ?? []).map(
        (name) => [toMailboxDigest(one_link_id ?? '', name), `mailbox of ${name}`] as const,
      ),
    ]),
    given,
    donation: donation && { variant_id: shop.id(donationName), cap },
    one_link_id,
    start: new Date(Date.now() + 1000),
  }
}

export const toEmail = (claimant: string) => `${claimant.toLowerCase()}@example.com`

/** Returns the key of a mailbox as the snapshot contains it: bytes in the JSON format of PostgreSQL. */
const toMailboxDigest = (one_link_id: string, claimant: string) =>
  `\\\\x${hash('sha256', `${one_link_id} ${toEmail(claimant)}`, 'hex')}`

async function createOneLink(
  testApp: TestApp,
  { oneLink }: WorldSpec,
  variant_ids: readonly string[],
): Promise<string | undefined> {
  if (oneLink === undefined) return undefined
  const { quantity, require_approval = false } = oneLink
  const template = testApp.campaign('one_link')
  const campaign_id = await testApp.run((ctx) =>
    campaigns.create(ctx, {
      ...template,
      name: 'Claims',
      sender_id: template.sender.id,
      variant_ids: [...variant_ids],
    }),
  )
  const rules = {
    require_approval,
    has_waiting_list: true,
    max_claims_per_address: oneLinks.maxClaimLimits.max_claims_per_address,
  }
  const link = await testApp.run((ctx) =>
    oneLinks.create(ctx, { campaign_id, quantity }, [], rules),
  )
  return link.id
}

async function addCodes(
  testApp: TestApp,
  { codes }: WorldSpec,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  if (codes === undefined) return
  const id = ids[codes.variant] ?? ''
  await testApp.run((ctx) =>
    digital.saveDeliveries(ctx, 'digital', [{ id, is_new: true, delivery: 'code' }]),
  )
  if (codes.imported.length > 0) await testApp.run((ctx) => importCodes(ctx, id, codes.imported))
}

export const importCodes = (
  ctx: Parameters<typeof digital.importCodes>[0],
  variant_id: string,
  codes: readonly string[],
) =>
  digital.importCodes(ctx, variant_id, digital.fromText(codes.join('\n')), {
    isDryRun: false,
    skipDuplicates: false,
  })

async function createPacker(testApp: TestApp, index: number): Promise<string> {
  const email = `packer${index}@example.com`
  const user = { email, role: 'packer', name: `Packer ${index}` } as const
  return (await testApp.run((ctx) => accounts.createUser(ctx, user))).user.id
}

/** The possible responses of a carrier. The explorer chooses one. */
export const carrierResponses = ['accepts', 'too late', 'refuses', 'unreachable'] as const
export type CarrierResponse = (typeof carrierResponses)[number]

/** Creates the carriers of a world. The remote carrier responds with the result of `getResponse`. */
export function createShipping(
  { carrier }: WorldSpec,
  getResponse: () => CarrierResponse,
): fulfilment.ShippingConfig {
  if (carrier === 'manual')
    return shippingFromConfig({
      stage: 'production',
      carrier: 'manual',
      simulator: 'manual',
      easyPost: undefined,
    })
  const { cancelsLocally: _, ...remote } = fulfilment.simulator
  return fulfilment.createShippingConfig([
    {
      ...remote,
      async place(request) {
        const response = getResponse()
        if (response === 'unreachable') return { kind: 'unreachable', reason: 'No response.' }
        if (response === 'refuses')
          return { kind: 'refused', reason: 'No such street.', remedy: 'Correct the address.' }
        return remote.place(request)
      },
      async cancel() {
        const response = getResponse()
        if (response === 'unreachable') return { kind: 'unreachable', reason: 'No response.' }
        if (response === 'too late') return { kind: 'too_late', reason: 'The label was scanned.' }
        return { kind: 'cancelled' }
      },
    },
  ])
}

/**
 * Returns a deployment without cached rows, because the explorer reverts rows
 * that a cache would still contain.
 */
export const withoutCache = ({ testApp: { deployment } }: World) => ({
  ...deployment,
  origin: deployment.origin,
  cache: createLruCache(0),
})
