import { recordEntry, recordGiftChange } from '#audit'
import * as campaigns from '#campaigns'
import { orNotFound } from '#contract'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import { toGreetingInput, toGreetingView } from './greeting-view.ts'
import { handle } from './kernel/handle.ts'

/** The operations on the card of a gift request or a campaign, and on the photo or video of the sender. */
export const greetingRoutes = [
  handle('getGiftRequestGreeting', async ({ ctx, params }) => {
    const gift = orNotFound(await gifting.find(ctx, params.id))
    return toView(await greetings.findByGift(ctx, gift))
  }),

  handle('setGiftRequestGreeting', async ({ ctx, params, body }) =>
    setForGift(ctx, params.id, await toGreetingInput(ctx, body)),
  ),

  handle('deleteGiftRequestGreeting', ({ ctx, params }) => setForGift(ctx, params.id, null)),

  handle('getCampaignGreeting', async ({ ctx, params }) => {
    const { id } = orNotFound(await campaigns.findForAdmin(ctx, params.id))
    return findOfCampaign(ctx, id)
  }),

  handle('setCampaignGreeting', async ({ ctx, params, body }) => {
    const { id, name } = orNotFound(await campaigns.findForAdmin(ctx, params.id))
    const input = await toGreetingInput(ctx, body)
    await greetings.setForCampaign(ctx, id, input)
    recordEntry(ctx, {
      action: 'campaign.change',
      subject: { kind: 'campaign', id, name },
      details: { changed: ['greeting'], card: input.card },
    })
    return findOfCampaign(ctx, id)
  }),
]

async function setForGift(ctx: TxContext, id: string, input: greetings.GreetingInput | null) {
  const gift = orNotFound(await gifting.setGreeting(ctx, id, input))
  recordGiftChange(ctx, 'gift_request.set_card', gift, { card: input?.card ?? null })
  return toView(await greetings.findByGift(ctx, gift))
}

const findOfCampaign = async (ctx: TxContext, id: string) =>
  toView({ ...(await greetings.findByCampaign(ctx, id)), is_own: true })

const toView = ({ is_own, ...greeting }: greetings.Greeting & { is_own: boolean }) => ({
  ...toGreetingView(greeting),
  is_own,
})
