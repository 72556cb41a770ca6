import { randomUUID } from 'node:crypto'
import { Command } from '@commander-js/extra-typings'
import { type Context, pause } from './context.ts'
import { Misuse } from './failure.ts'
import { eventName, serviceFlags } from './flags.ts'
import { answer, bar, table } from './print.ts'
import { eventTypes } from './sdk.ts'
import { type Service, serviceOf } from './service.ts'
import { refuseProduction } from './staging.ts'

/** The states to walk to for an event, after the creation that comes first. */
// biome-ignore format: read down the columns
const walks: Readonly<Record<string, readonly ('redeemed' | 'in_transit' | 'delivered')[]>> = {
  gift_request_created:    [],
  gift_request_redeemed:   ['redeemed'],
  gift_request_dispatched: ['redeemed', 'in_transit'],
  gift_request_delivered:  ['redeemed', 'in_transit', 'delivered'],
  gift_request_cancelled:  [],
}

/** Sends real gifts in staging and plays everybody’s part, so that the events are the real ones. */
export const trigger = (context: Context) =>
  serviceFlags(new Command('trigger'))
    .description('make an event happen, with a gift in staging that goes its way')
    .argument('[event]', `one of ${eventTypes.join(', ')}`, eventName)
    .option('--all', 'one of each')
    .option('--campaign <id>', 'of which campaign; the newest that fits when left out')
    .option('--gift <id>', 'with this gift request, instead of a new one')
    .action(async (event, { all = false, campaign, gift, ...options }) => {
      if (all === (event !== undefined)) throw new Misuse('Name one event, or --all.')
      const service = serviceOf(context, options)
      await refuseProduction(service, 'trigger')
      const told: Told[] = []
      const show = bar(context, 'playing', all ? 5 : 1)
      if (event !== 'gift_request_cancelled') {
        const to = all ? 'gift_request_delivered' : (event ?? '')
        const id = gift ?? (await make(service, campaign))
        for (const state of walks[to] ?? []) {
          show(told.length)
          await service.client.testHelpers.advanceGiftRequest(id, { to: state })
        }
        told.push(...(await toldOf(service, id, to)))
      }
      if (all || event === 'gift_request_cancelled') {
        const id = (all ? undefined : gift) ?? (await make(service, campaign))
        await service.client.giftRequests.cancel(id)
        const events = await toldOf(service, id, 'gift_request_cancelled')
        told.push(
          ...(all ? events.filter(({ type }) => type === 'gift_request_cancelled') : events),
        )
      }
      show(all ? 5 : 1)
      const data = all ? told : told.slice(-1)
      const rows = data.map(({ type, id, gift_request_id }) => [type, id, gift_request_id])
      answer(context, { data }, () => table(['EVENT', 'ID', 'GIFT REQUEST'], rows, 'Nothing.'))
    })

interface Told {
  type: string
  id: string
  gift_request_id: string
}

async function make({ client }: Service, wanted: string | undefined): Promise<string> {
  const { data } = await client.campaigns.list({ state: 'available', limit: 25 })
  const fit = (method: string) => data.find(({ invitation_method }) => invitation_method === method)
  const campaign_id = wanted ?? (fit('email') ?? fit('gift_link'))?.id
  if (campaign_id === undefined)
    throw new Misuse('The account has no campaign that invites by e-mail or link.', '--campaign')
  const { id } = await client.giftRequests.create({
    campaign_id,
    recipient: {
      first_name: 'Trigger',
      last_name: 'Test',
      email: `trigger.${randomUUID().slice(0, 8)}@example.com`,
    },
    metadata: { made_by: 'bestow trigger' },
  })
  return id
}

/** The events of a gift in their order, once the one that is waited for is among them. */
async function toldOf({ client }: Service, id: string, wanted: string): Promise<Told[]> {
  const { signal } = new AbortController()
  for (let tries = 0; ; tries++) {
    const { data } = await client.events.list({ gift_request_id: id, order: 'asc', limit: 100 })
    const isThere = data.some(({ type }) => type === wanted)
    if (isThere || tries >= 20)
      return data.map((event) => ({ type: event.type, id: event.id, gift_request_id: id }))
    await pause(250, signal)
  }
}
