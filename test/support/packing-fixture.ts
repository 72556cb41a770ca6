import { shippingFromConfig } from '#app/shipping'
import * as campaigns from '#campaigns'
import * as fulfilment from '#fulfilment'
import { newId } from '#platform/lib/ids'
import { directGiftBody, type TestApp } from '#test/api-harness'
import { type CatalogueFixture, homeAddress } from '#test/catalogue-fixture'
import { createCups, createFulfilmentRunner, type FulfilmentRunner } from '#test/fulfilment-fixture'
import { createTestUser } from '#test/test-user'

/** An account whose parcels are packed by hand. */
export interface PackingFixture {
  shipping: fulfilment.ShippingConfig
  shipper: FulfilmentRunner
  shop: CatalogueFixture
  /** Creates a packer. Returns the user's id. */
  createPacker(name?: string): Promise<string>
  /**
   * Creates gifts with all items of the shop that are ready to pack. Returns the ids of the gift requests.
   */
  createGifts(count: number, quantity?: number): Promise<string[]>
  /** Creates one gift that is ready to pack. */
  createParcel(quantity?: number): Promise<{ gift_request_id: string; id: string }>
  /** Lets the time pass in which hand-overs can be undone, and lets them take effect. */
  passUndo(): Promise<void>
}

/** The carriers of a production instance whose other settings are not set. */
export const manualShipping = shippingFromConfig({
  stage: 'production',
  carrier: 'manual',
  simulator: 'manual',
  easyPost: undefined,
})

export async function createPackingFixture(
  testApp: TestApp,
  {
    stock = { Red: 500 },
    shipping = manualShipping,
  }: { stock?: Readonly<Record<string, number>>; shipping?: fulfilment.ShippingConfig } = {},
): Promise<PackingFixture> {
  const shop = await createCups(testApp, stock)
  const template = testApp.campaign('sender_provided_address')
  const campaign_id = await testApp.run((ctx) =>
    campaigns.create(ctx, {
      ...template,
      name: 'Packed here',
      sender_id: template.sender.id,
      variant_ids: Object.values(shop.ids),
    }),
  )
  const shipper = createFulfilmentRunner(testApp, shipping)
  const createGifts = async (count: number, quantity = 1): Promise<string[]> => {
    const line_items = Object.values(shop.ids).map((variant_id) => ({ variant_id, quantity }))
    const ids: string[] = []
    for (let left = count; left > 0; left -= 50) {
      const gift_requests = Array.from({ length: Math.min(left, 50) }, () =>
        directGiftBody(testApp, {
          campaign_id,
          line_items,
          shipping_address: homeAddress,
          recipient: { first_name: 'Zelda', last_name: 'Quux', email: `${newId()}@example.com` },
        }),
      )
      const { status, json } = await testApp.api.post('/gift_requests/batch', { gift_requests })
      if (status >= 300) throw new Error(`no gifts were created: ${JSON.stringify(json)}`)
      ids.push(...json.data.map(({ id }: { id: string }) => id))
    }
    await testApp.advanceTime()
    await shipper.run()
    return ids
  }
  return {
    shipping,
    shipper,
    shop,
    async createPacker(name = 'Pat Packer') {
      const user = { email: `${newId()}@example.com`, role: 'packer', name } as const
      return (await testApp.run((ctx) => createTestUser(ctx, user))).user.id
    },
    createGifts,
    async createParcel(quantity) {
      const [gift_request_id = ''] = await createGifts(1, quantity)
      const [parcel] = await shipper.parcels(gift_request_id)
      return { gift_request_id, id: parcel?.id ?? '' }
    },
    async passUndo() {
      await testApp.advanceTime(fulfilment.undoMs)
      await shipper.run()
    },
  }
}

/** Creates shipping with a carrier that sells labels and can refund them. */
export function labelShipping(cancelled: string[] = []): fulfilment.ShippingConfig {
  let count = 0
  const carrier: fulfilment.Carrier = {
    name: 'label-carrier',
    packedHere: true,
    place: async ({ reference }) => {
      count += 1
      return {
        kind: 'placed',
        label: {
          carrier_ref: `label_${reference}`,
          carrier_name: 'Test Post',
          tracking_code: `TP${count}`,
          tracking_url: null,
          label_url: 'https://labels.example/1.pdf',
          estimated_at: null,
        },
      }
    },
    cancel: async (carrier_ref) => {
      cancelled.push(carrier_ref)
      return { kind: 'cancelled' }
    },
  }
  return fulfilment.createShippingConfig([carrier], { defaultCarrier: carrier.name })
}
