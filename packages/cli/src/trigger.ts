import { randomUUID } from 'node:crypto'
import { Command } from '@commander-js/extra-typings'
import { assertStaging } from './assert-staging.ts'
import { type CliContext, sleep } from './context.ts'
import { UsageError } from './errors.ts'
import { parseEventName, withServiceOptions } from './flags.ts'
import { createProgressBar, formatTable, printResult } from './print.ts'
import { eventTypes } from './sdk.ts'
import { createService, type Service } from './service.ts'

/** The states that a gift must pass through after its creation to cause each event. */
// biome-ignore format: read down the columns
const statePaths: Readonly<Record<string, readonly ('redeemed' | 'in_transit' | 'delivered')[]>> = {
  gift_request_created:    [],
  gift_request_redeemed:   ['redeemed'],
  gift_request_dispatched: ['redeemed', 'in_transit'],
  gift_request_delivered:  ['redeemed', 'in_transit', 'delivered'],
  gift_request_cancelled:  [],
}

/** Creates the command that simulates gifts in staging, so that the service sends real events. */
export const trigger = (context: CliContext) =>
  withServiceOptions(new Command('trigger'))
    .description('cause an event with a simulated gift in staging')
    .argument('[event]', `one of ${eventTypes.join(', ')}`, parseEventName)
    .option('--all', 'events of every type, from two gift requests')
    .option('--campaign <id>', 'the campaign; default: the newest suitable one')
    .option('--gift <id>', 'use this gift request instead of a new one')
    .action(async (event, { all = false, campaign, gift, ...options }) => {
      if (all === (event !== undefined)) throw new UsageError('Specify one event or --all.')
      const service = createService(context, options)
      await assertStaging(service, 'trigger')
      const emitted: EmittedEvent[] = []
      const updateProgress = createProgressBar(context, 'simulating', all ? 6 : 1)
      if (event !== 'gift_request_cancelled') {
        const to = all ? 'gift_request_delivered' : (event ?? '')
        const id = gift ?? (await createGift(service, campaign))
        for (const state of statePaths[to] ?? []) {
          updateProgress(emitted.length)
          await service.client.testHelpers.advanceGiftRequest(id, { to: state })
        }
        emitted.push(...(await waitForEvents(service, id, to)))
      }
      if (all || event === 'gift_request_cancelled') {
        const id = (all ? undefined : gift) ?? (await createGift(service, campaign))
        await service.client.giftRequests.cancel(id)
        emitted.push(...(await waitForEvents(service, id, 'gift_request_cancelled')))
      }
      updateProgress(all ? 6 : 1)
      const data = all ? emitted : emitted.slice(-1)
      const rows = data.map(({ type, id, gift_request_id }) => [type, id, gift_request_id])
      printResult(context, { data }, () =>
        formatTable(['EVENT', 'ID', 'GIFT REQUEST'], rows, 'No events.'),
      )
    })

interface EmittedEvent {
  type: string
  id: string
  gift_request_id: string
}

async function createGift({ client }: Service, campaignId: string | undefined): Promise<string> {
  const { data } = await client.campaigns.list({ state: 'available', limit: 25 })
  const findByMethod = (method: string) =>
    data.find(({ invitation_method }) => invitation_method === method)
  const campaign_id = campaignId ?? (findByMethod('email') ?? findByMethod('gift_link'))?.id
  if (campaign_id === undefined)
    throw new UsageError('The account has no campaign that invites by email or link.', '--campaign')
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

/** Waits until the events of a gift include the expected event, and returns all events in order. */
async function waitForEvents(
  { client }: Service,
  id: string,
  eventType: string,
): Promise<EmittedEvent[]> {
  const { signal } = new AbortController()
  for (let attempt = 0; ; attempt++) {
    const { data } = await client.events.list({ gift_request_id: id, order: 'asc', limit: 100 })
    const hasEvent = data.some(({ type }) => type === eventType)
    if (hasEvent || attempt >= 20)
      return data.map((event) => ({ type: event.type, id: event.id, gift_request_id: id }))
    await sleep(250, signal)
  }
}
