import { Type } from 'typebox'
import * as access from '#access'
import * as campaigns from '#campaigns'
import { Advance, ClockAdvance, newestOf, Refusal, readClockAdvance, refuseIfAny } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { Work } from '#platform/postgres'
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
    async ({ work, member }) => {
      onlyInStaging(work)
      const { data } = await gifting.list(work, {}, newest)
      const gifts = []
      for (const gift of data) gifts.push(await shown(work, gift))
      return { now: work.now, ahead_ms: member.clock_ahead_ms, mailbox: '/mailbox', gifts }
    },
  ),

  operation(
    'POST',
    '/staging/gift-requests/:id/advance',
    { needs: 'sender', does: 'walk a gift request to a state, in staging', body: Advance },
    async ({ work, actor, params: { id = '' }, body }) => {
      onlyInStaging(work)
      const gift = gifting.isState(body.to)
        ? await fulfilment.rehearse(work, id, body.to)
        : undefined
      if (gift === undefined) throw new Refusal('not_found')
      audit(work, actor, 'gift_request.rehearse', gift, { to: body.to })
      return shown(work, gift)
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
    async ({ work, actor, params: { id = '' }, body: { state } }) => {
      onlyInStaging(work)
      const tracked = fulfilment.isScanState(state)
        ? await fulfilment.simulate(work, id, state)
        : undefined
      if (tracked === undefined) throw new Refusal('not_found')
      access.audit(work, {
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
    async ({ work, member, actor, body }) => {
      onlyInStaging(work)
      const { ms, problems } = readClockAdvance(body)
      refuseIfAny(problems)
      const now = await access.advanceClock(work, member, ms)
      if (now === undefined) throw new Refusal('invalid', { problems: [tooFar] })
      const moved = await gifting.passTime({ ...work, now }, ms)
      while ((await privacy.forgetEnded({ ...work, now })) > 0);
      access.audit(work, {
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
    async ({ work, actor, body: { count } }) => {
      onlyInStaging(work)
      const { data } = await campaigns.list(work, { state: 'available' }, newest)
      const campaign = data.find(({ invitation_method }) => invitation_method === 'email')
      if (campaign === undefined) throw new Refusal('invalid_reference', { message: noCampaign })
      const shape = work.installation.versions[newestOf(work.installation.versions)]?.newGiftRequest
      if (shape === undefined) throw new Error('the newest version reads gift requests')
      const bodies = Array.from({ length: count }, (_, at) => sample(campaign.id, at))
      const gifts = await gifting.createBatch(work, { rows: bodies }, shape)
      for (const gift of gifts) audit(work, actor, 'gift_request.create_sample', gift, {})
      return new Answer(201, { data: gifts.map(({ id, reference }) => ({ id, reference })) })
    },
  ),
]

function onlyInStaging({ installation }: Work): void {
  if (installation.stage !== 'staging') throw new Refusal('not_found')
}

const tooFar = {
  code: 'invalid',
  param: 'by',
  message: 'would put the clock more than ten years ahead of the real one',
} as const

const noCampaign =
  'There is no campaign that invites by e-mail. Make one first: sample gifts are given in its name.'

const audit = (
  work: Work,
  actor: Within<unknown>['actor'],
  action: string,
  { id, reference }: gifting.Gift,
  details: Record<string, unknown>,
) =>
  access.audit(work, {
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

async function shown(work: Work, gift: gifting.Gift) {
  const parcels = await fulfilment.parcelsOf(work, gift.id)
  return {
    id: gift.id,
    reference: gift.reference,
    recipient: `${gift.first_name} ${gift.last_name}`.trim(),
    campaign: gift.campaign_name,
    state: gift.state,
    status: gift.status,
    next: gifting.nextOf(gift),
    reachable: gifting.reachableFrom(gift),
    parcels: parcels
      .filter(({ by }) => by === 'simulator')
      .map(({ id, number, state }) => ({ id, number, state })),
  }
}
