import { Type } from 'typebox'
import * as access from '#access'
import * as campaigns from '#campaigns'
import {
  AdvanceRequest,
  ApiError,
  ClockAdvance,
  getNewestVersion,
  parseClockAdvance,
  throwIfAny,
} from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import * as privacy from '#privacy'
import { Answer, operation, type Within } from './operation.ts'
import { noExtra } from './shapes.ts'

const shownAtOnce = 25
const newest = { limit: shownAtOnce, order: 'desc' } as const

/** Playing a gift's life where no gift is real. In production none of this is there. */
export const stagingOperations = [
  operation(
    'GET',
    '/staging',
    { needs: 'sender', does: 'show the clock and the gift requests to play with' },
    async ({ ctx, member }) => {
      onlyInStaging(ctx)
      const { data } = await gifting.list(ctx, {}, newest)
      const gifts = []
      for (const gift of data) gifts.push(await shown(ctx, gift))
      return { now: ctx.now, ahead_ms: member.clock_ahead_ms, mailbox: '/mailbox', gifts }
    },
  ),

  operation(
    'POST',
    '/staging/gift-requests/:id/advance',
    { needs: 'sender', does: 'walk a gift request to a state, in staging', body: AdvanceRequest },
    async ({ ctx, actor, params: { id = '' }, body }) => {
      onlyInStaging(ctx)
      const gift = gifting.isState(body.to)
        ? await fulfilment.simulateTo(ctx, id, body.to)
        : undefined
      if (gift === undefined) throw new ApiError('not_found')
      audit(ctx, actor, 'gift_request.rehearse', gift, { to: body.to })
      return shown(ctx, gift)
    },
  ),

  operation(
    'POST',
    '/staging/parcels/:id/scan',
    {
      needs: 'sender',
      does: 'let the simulated carrier say something of a parcel, in staging',
      body: Type.Object({ state: Type.String({ enum: [...fulfilment.scanStates] }) }, noExtra),
    },
    async ({ ctx, actor, params: { id = '' }, body: { state } }) => {
      onlyInStaging(ctx)
      const tracked = fulfilment.isScanState(state)
        ? await fulfilment.simulateScan(ctx, id, state)
        : undefined
      if (tracked === undefined) throw new ApiError('not_found')
      access.recordEntry(ctx, {
        actor,
        action: 'parcel.simulate',
        subject: { kind: 'parcel', id },
        details: { state },
      })
      return undefined
    },
  ),

  operation(
    'POST',
    '/staging/clock/advance',
    { needs: 'sender', does: 'put the test clock forward, in staging', body: ClockAdvance },
    async ({ ctx, member, actor, body }) => {
      onlyInStaging(ctx)
      const { ms, fieldErrors: problems } = parseClockAdvance(body)
      throwIfAny(problems)
      const now = await access.advanceTestClock(ctx, member, ms)
      if (now === undefined) throw new ApiError('invalid', { fieldErrors: [tooFar] })
      const moved = await gifting.advanceClock({ ...ctx, now }, ms)
      while ((await privacy.purgeEndedGifts({ ...ctx, now })) > 0);
      access.recordEntry(ctx, {
        actor,
        action: 'account.advance_clock',
        subject: { kind: 'account', id: member.account_id },
        details: { by: body.by },
      })
      return { now, moved }
    },
  ),

  operation(
    'POST',
    '/staging/samples',
    {
      needs: 'sender',
      does: 'make sample gift requests, in staging',
      body: Type.Object({ count: Type.Integer({ minimum: 1, maximum: 10 }) }, noExtra),
    },
    async ({ ctx, actor, body: { count } }) => {
      onlyInStaging(ctx)
      const { data } = await campaigns.list(ctx, { state: 'available' }, newest)
      const campaign = data.find(({ invitation_method }) => invitation_method === 'email')
      if (campaign === undefined) throw new ApiError('invalid_reference', { message: noCampaign })
      const shape =
        ctx.deployment.versions[getNewestVersion(ctx.deployment.versions)]?.newGiftRequestValidator
      if (shape === undefined) throw new Error('the newest version reads gift requests')
      const bodies = Array.from({ length: count }, (_, at) => sample(campaign.id, at))
      const gifts = await gifting.createBatch(ctx, { rows: bodies }, shape)
      for (const gift of gifts) audit(ctx, actor, 'gift_request.create_sample', gift, {})
      return new Answer(201, { data: gifts.map(({ id, reference }) => ({ id, reference })) })
    },
  ),
]

function onlyInStaging({ deployment: installation }: TxContext): void {
  if (installation.stage !== 'staging') throw new ApiError('not_found')
}

const tooFar = {
  code: 'invalid',
  param: 'by',
  message: 'would put the clock more than ten years ahead of the real one',
} as const

const noCampaign =
  'There is no campaign that invites by e-mail. Make one first: sample gifts are given in its name.'

const audit = (
  ctx: TxContext,
  actor: Within<unknown>['actor'],
  action: string,
  { id, reference }: gifting.Gift,
  details: Record<string, unknown>,
) =>
  access.recordEntry(ctx, {
    actor,
    action,
    subject: { kind: 'gift_request', id, name: reference },
    details,
  })

/** People who do not exist, at a domain that nobody has. */
const people = [
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

function sample(campaign_id: string, at: number) {
  const [first_name, last_name] = people[at % people.length] ?? people[0]
  const email = `${first_name}.${last_name}@example.com`.normalize('NFD').replace(/[^\w.@]/g, '')
  return { campaign_id, recipient: { first_name, last_name, email: email.toLowerCase() } }
}

async function shown(ctx: TxContext, gift: gifting.Gift) {
  const parcels = await fulfilment.listGiftParcels(ctx, gift.id)
  return {
    id: gift.id,
    reference: gift.reference,
    recipient: `${gift.first_name} ${gift.last_name}`.trim(),
    campaign: gift.campaign_name,
    state: gift.state,
    status: gift.status,
    next: gifting.nextSimulatedStates(gift),
    reachable: gifting.reachableStates(gift),
    parcels: parcels
      .filter(({ by }) => by === 'simulator')
      .map(({ id, number, state }) => ({ id, number, state })),
  }
}
