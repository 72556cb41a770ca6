import type { State } from '#gifting'
import { pictures } from '#surfaces/pictures'
import { redeem } from '#surfaces/redeem'
import { aGift, createWorld, type World, type WorldOptions } from '#test/api-world'

/** An installation whose recipients' pages can be visited. */
export interface RedeemWorld extends World {
  /** Creates a gift and answers its id and the path of its link. */
  gift(more?: object): Promise<MadeGift>
  /** The same for a one-link of the demo's campaign. */
  oneLink(more?: object): Promise<{ id: string; path: string }>
  /** Lets a rehearsal bring the gift there. */
  advance(id: string, to: State): Promise<void>
}

export interface MadeGift {
  id: string
  path: string
}

export async function createRedeemWorld(options: WorldOptions = {}): Promise<RedeemWorld> {
  const world = await createWorld(options)
  await world.app.register(pictures(world.db))
  await world.app.register(redeem({ db: world.db, rateLimit: options.rateLimit ?? 0 }))
  return {
    ...world,
    async gift(more = {}) {
      const created = await world.api.post('/gift_requests', aGift(world, more))
      if (created.status !== 201) throw new Error(created.text)
      for (;;) {
        await world.passTime()
        const { json } = await world.api.get(`/gift_requests/${created.json.id}`)
        // Several gifts are made at once: another's look may be making this one's link just now.
        if (json.redemption_url === null) continue
        return { id: json.id, path: new URL(json.redemption_url).pathname }
      }
    },
    async oneLink(more = {}) {
      const campaign_id = world.campaign('one_link').id
      const { status, json, text } = await world.api.post('/one_links', {
        campaign_id,
        quantity: 3,
        ...more,
      })
      if (status !== 201) throw new Error(text)
      return { id: json.id, path: new URL(json.url).pathname }
    },
    async advance(id, to) {
      const path = `/test_helpers/gift_requests/${id}/advance`
      const { status, text } = await world.api.post(path, { to })
      if (status !== 200) throw new Error(text)
    },
  }
}
