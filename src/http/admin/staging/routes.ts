import * as audit from '#audit'
import * as campaigns from '#campaigns'
import { ApiError, getNewestVersion } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

const newestPage = { limit: 25, order: 'desc' } as const

/**
 * The routes of the tools of staging, in addition to the test helpers of the public API. In production, these
 * routes return 404.
 */
export const stagingRoutes = [
  handle(contract.readStaging, async ({ ctx, member }) => {
    assertStaging(ctx)
    return { now: ctx.now, offset_ms: member.clock_offset_ms, mailbox: '/mailbox' }
  }),

  handle(contract.readSimulation, async ({ ctx, params: { id } }) => {
    assertStaging(ctx)
    const gift = isId(id) ? await gifting.find(ctx, id) : undefined
    if (gift === undefined) throw new ApiError('not_found')
    return toStagingGift(ctx, gift)
  }),

  handle(contract.simulateScan, async ({ ctx, params: { id }, body: { state } }) => {
    assertStaging(ctx)
    const tracked = fulfilment.isScanState(state)
      ? await fulfilment.simulateScan(ctx, id, state)
      : undefined
    if (tracked === undefined) throw new ApiError('not_found')
    audit.recordEntry(ctx, {
      action: 'parcel.simulate',
      subject: { kind: 'parcel', id },
      details: { state },
    })
    return undefined
  }),

  handle(contract.createSampleGifts, async ({ ctx, body: { count } }) => {
    assertStaging(ctx)
    const { data } = await campaigns.list(ctx, { state: 'available' }, newestPage)
    const campaign = data.find(({ invitation_method }) => invitation_method === 'email')
    if (campaign === undefined) throw new ApiError('invalid_reference', { message: noCampaign })
    const format = ctx.deployment.versions[getNewestVersion(ctx.deployment.versions)]?.newGift
    if (format === undefined) throw new Error('the newest version has no format of gift requests')
    const bodies = Array.from({ length: count }, (_, index) => buildSampleGift(campaign.id, index))
    const gifts = await gifting.createBatch(ctx, { rows: bodies }, format)
    for (const gift of gifts) audit.recordGiftChange(ctx, 'gift_request.create_sample', gift)
    return { data: gifts.map(({ id, reference }) => ({ id, reference })) }
  }),
]

function assertStaging({ deployment }: TxContext): void {
  if (deployment.stage !== 'staging') throw new ApiError('not_found')
}

const noCampaign =
  'No campaign invites recipients by email. Create one first: sample gifts need it.'

/** The names of fictional people for samples. Their email addresses use a reserved domain. */
const sampleNames = [
  ['Ada', 'Larkin'],
  ['Björn', 'Strand'],
  ['Chiara', 'Conti'],
  ['Dev', 'Rao'],
  ['Élodie', 'Marchand'],
  ['Femi', 'Adeyemi'],
  ['Grace', 'Okafor'],
  ['Hana', 'Mori'],
  ['Iker', 'Etxebarria'],
  ['Jun', 'Park'],
] as const

function buildSampleGift(campaign_id: string, index: number) {
  const [first_name, last_name] = sampleNames[index % sampleNames.length] ?? sampleNames[0]
  const email = `${first_name}.${last_name}@example.com`.normalize('NFD').replace(/[^\w.@]/g, '')
  return { campaign_id, recipient: { first_name, last_name, email: email.toLowerCase() } }
}

async function toStagingGift(ctx: TxContext, gift: gifting.Gift) {
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  return {
    next: gifting.nextSimulatedStates(gift),
    reachable: gifting.reachableStates(gift),
    parcels: parcels
      .filter(({ carrier_id }) => carrier_id === 'simulator')
      .map(({ id, number, state }) => ({ id, number, state })),
  }
}
