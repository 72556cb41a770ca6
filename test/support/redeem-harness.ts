import { postalCodes } from '#app/connectors'
import type { State } from '#gifting'
import * as gifting from '#gifting'
import { images } from '#http/images'
import { guardAccountHosts, redeem } from '#http/redeem'
import * as oneLinks from '#one-links'
import { createTestApp, giftBody, type TestApp, type TestAppOptions } from '#test/api-harness'
import { eventually } from '#test/eventually'
import { testShipping } from '#test/fulfilment-fixture'
import { type CookieJar, createCookieJar } from '#test/recipient-browser'

/** A deployment with the recipient pages. */
export interface RedeemTestApp extends TestApp {
  /** Creates a gift. Returns its id and the path of its link. */
  createGift(overrides?: object): Promise<CreatedGift>
  /** Creates a one-link of the demo's campaign. Returns its id and path. */
  createOneLink(
    overrides?: object,
    rules?: Partial<oneLinks.ClaimRules>,
  ): Promise<{ id: string; path: string }>
  /** Returns the cookies of a browser with a recipient proof of this gift. */
  createRecipientCookies(gift: CreatedGift): CookieJar
  /** Advances a gift to a state with the test helper of the API. */
  advance(id: string, to: State): Promise<void>
}

export interface CreatedGift {
  id: string
  path: string
}

const dayMs = 24 * 60 * 60 * 1000

export async function createRedeemTestApp(options: TestAppOptions = {}): Promise<RedeemTestApp> {
  const testApp = await createTestApp(options)
  guardAccountHosts(testApp.app, { db: testApp.db })
  await testApp.app.register(images(testApp.db))
  await testApp.app.register(
    redeem({
      db: testApp.db,
      shipping: testShipping,
      rateLimit: options.rateLimit ?? 0,
      postalCodes,
    }),
  )
  return {
    ...testApp,
    async createGift(overrides = {}) {
      const created = await testApp.api.post('/gift_requests', giftBody(testApp, overrides))
      if (created.status !== 201) throw new Error(created.text)
      const { id } = created.json
      // A concurrent call may be creating the link of the gift, so one pass may not be enough.
      const url = await eventually(
        async (): Promise<string | null> => {
          await testApp.advanceTime()
          return (await testApp.api.get(`/gift_requests/${id}`)).json.redemption_url
        },
        { message: `gift request ${id} has a link` },
      )
      return { id, path: new URL(url).pathname }
    },
    async createOneLink(overrides = {}, rules = {}) {
      const campaign_id = testApp.campaign('one_link').id
      const { status, json, text } = await testApp.api.post('/one_links', {
        campaign_id,
        quantity: 3,
        ...overrides,
      })
      if (status !== 201) throw new Error(text)
      await testApp.run((ctx) => oneLinks.updateClaimRules(ctx, json.id, rules))
      return { id: json.id, path: new URL(json.url).pathname }
    },
    createRecipientCookies({ id, path }) {
      const expires_at = new Date(testApp.db.clock().getTime() + 90 * dayMs)
      const subject = { id, code: path.slice('/r/'.length), owner: Buffer.alloc(0) }
      const proof = gifting.createProof(testApp.db.deployment, 'browser', subject, expires_at)
      const cookies = createCookieJar()
      cookies.store([`bestow_recipient=${proof}; Path=${path}`])
      return cookies
    },
    async advance(id, to) {
      const path = `/test_helpers/gift_requests/${id}/advance`
      const { status, text } = await testApp.api.post(path, { to })
      if (status !== 200) throw new Error(text)
    },
  }
}
