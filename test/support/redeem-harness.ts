import type { State } from '#gifting'
import { images } from '#http/images'
import { redeem } from '#http/redeem'
import { createTestApp, giftBody, type TestApp, type TestAppOptions } from '#test/api-harness'

/** An installation whose recipients' pages can be visited. */
export interface RedeemTestApp extends TestApp {
  /** Creates a gift and answers its id and the path of its link. */
  createGift(overrides?: object): Promise<CreatedGift>
  /** The same for a one-link of the demo's campaign. */
  createOneLink(overrides?: object): Promise<{ id: string; path: string }>
  /** Lets a rehearsal bring the gift there. */
  advance(id: string, to: State): Promise<void>
}

export interface CreatedGift {
  id: string
  path: string
}

export async function createRedeemTestApp(options: TestAppOptions = {}): Promise<RedeemTestApp> {
  const testApp = await createTestApp(options)
  await testApp.app.register(images(testApp.db))
  await testApp.app.register(redeem({ db: testApp.db, rateLimit: options.rateLimit ?? 0 }))
  return {
    ...testApp,
    async createGift(overrides = {}) {
      const created = await testApp.api.post('/gift_requests', giftBody(testApp, overrides))
      if (created.status !== 201) throw new Error(created.text)
      for (;;) {
        await testApp.advanceTime()
        const { json } = await testApp.api.get(`/gift_requests/${created.json.id}`)
        // Several gifts are made at once: another's look may be making this one's link just now.
        if (json.redemption_url === null) continue
        return { id: json.id, path: new URL(json.redemption_url).pathname }
      }
    },
    async createOneLink(overrides = {}) {
      const campaign_id = testApp.campaign('one_link').id
      const { status, json, text } = await testApp.api.post('/one_links', {
        campaign_id,
        quantity: 3,
        ...overrides,
      })
      if (status !== 201) throw new Error(text)
      return { id: json.id, path: new URL(json.url).pathname }
    },
    async advance(id, to) {
      const path = `/test_helpers/gift_requests/${id}/advance`
      const { status, text } = await testApp.api.post(path, { to })
      if (status !== 200) throw new Error(text)
    },
  }
}
