import * as campaigns from '#campaigns'
import {
  type FieldError,
  type FieldErrorCode,
  type NewGiftRequest,
  normalizeNewGiftRequest,
  type Validator,
  validateAddress,
} from '#contract'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import type { Ahead } from './ahead.ts'
import { type Choice, offeringOf } from './offering.ts'

/** Why and how something is given: what a campaign says, or a person who gives without one. */
export type Giving = Omit<campaigns.ForGiving, 'id' | 'name' | 'revision'> & {
  id: string | null
  name: string | null
}

/** A create body that was found right, with what it names looked up. */
export interface Vetted {
  body: Omit<NewGiftRequest, 'campaign_id'>
  campaign: Giving
  choice: Choice
}

/** What a body is held against: the shape that its version asks for, and the campaigns there are. */
export interface Vetting {
  shape: Validator
  lookUp: LookUp
  /** Where it is settled beforehand, nothing is looked up. */
  settled?: Settled
}

/** In whose name all rows of a list are given, and what is put in front of people. */
export interface Settled {
  campaign: Giving | undefined
  choice: Choice | undefined
}

const year = 366 * 24 * 60 * 60 * 1000

/**
 * Looks at everything in a create body and says all that is wrong with it at once. What has the wrong
 * shape is not looked at any further. `at` is the path of the body inside the request, such as
 * `gift_requests.3`, or empty.
 */
export async function vet(
  ctx: TxContext,
  raw: unknown,
  at: string,
  { shape, lookUp, settled }: Vetting,
): Promise<{ vetted?: Vetted; problems: FieldError[] }> {
  const body = normalizeNewGiftRequest(raw) as NewGiftRequest
  const problems = shape(body)
  const isClean = (param: string) =>
    !problems.some(
      (problem) =>
        problem.param === '' || problem.param === param || problem.param.startsWith(`${param}.`),
    )
  const wrong = (code: FieldErrorCode, param: string, message: string) =>
    problems.push({ code, param, message })

  const { campaign, choice } =
    settled ?? (isClean('campaign_id') ? await settle(ctx, lookUp, body.campaign_id) : nothing)
  if (isClean('campaign_id')) checkCampaign(campaign, wrong)
  if (isClean('')) {
    if (isClean('send_at') && isClean('expires_at')) checkTimes(ctx.now, body, wrong)
    checkMode(body, campaign, wrong)
    if (isClean('shipping_address') && body.shipping_address) {
      for (const { field, code, message } of validateAddress(body.shipping_address)) {
        wrong(code, `shipping_address.${field}`, message)
      }
    }
    if (isClean('line_items') && choice !== undefined) checkLines(body, choice, wrong)
  }
  if (problems.length === 0 && campaign !== undefined && choice !== undefined) {
    return { vetted: { body, campaign, choice }, problems }
  }
  const inside = (param: string) => (at === '' ? param : param === '' ? at : `${at}.${param}`)
  return { problems: problems.map((problem) => ({ ...problem, param: inside(problem.param) })) }
}

const nothing: Settled = { campaign: undefined, choice: undefined }

async function settle(ctx: TxContext, lookUp: LookUp, campaign_id: string): Promise<Settled> {
  const campaign = await lookUp(campaign_id)
  return campaign === undefined ? nothing : { campaign, choice: await offeringOf(ctx, campaign) }
}

export type Wrong = (code: FieldErrorCode, param: string, message: string) => void

/** Finds a campaign of the account by the id that a body names; undefined when there is none. */
export type LookUp = (campaign_id: string) => Promise<campaigns.ForGiving | undefined>

/** Finds campaigns, each once, however many rows of a batch name it. */
export function campaignsBy(ctx: TxContext, ahead?: Ahead): LookUp {
  const found = new Map<string, ReturnType<LookUp>>()
  if (ahead !== undefined) found.set(ahead.campaign_id, Promise.resolve(ahead.campaign))
  return (id) => {
    const known = found.get(id)
    if (known !== undefined) return known
    const finding = isId(id) ? campaigns.forGiving(ctx, id) : Promise.resolve(undefined)
    found.set(id, finding)
    return finding
  }
}

/** Whether there is such a campaign, and one may still give in its name. */
export function checkCampaign(campaign: Giving | undefined, wrong: Wrong): void {
  if (campaign === undefined)
    wrong('invalid_reference', 'campaign_id', 'names no campaign of this account')
  else if (campaign.archived_at !== null) {
    wrong(
      'invalid_reference',
      'campaign_id',
      'names a campaign that is archived; use an available one',
    )
  }
}

function checkTimes(now: Date, { send_at, expires_at }: NewGiftRequest, wrong: Wrong): void {
  const sent = send_at === undefined ? now : new Date(send_at)
  if (send_at !== undefined && sent <= now) wrong('invalid', 'send_at', 'must lie in the future')
  if (sent.getTime() > now.getTime() + year)
    wrong('invalid', 'send_at', 'must lie within a year from now')
  if (expires_at === undefined) return
  const ends = new Date(expires_at)
  if (ends <= now) wrong('invalid', 'expires_at', 'must lie in the future')
  else if (ends <= sent) wrong('invalid', 'expires_at', 'must lie after send_at')
}

function checkMode(body: NewGiftRequest, campaign: Giving | undefined, wrong: Wrong): void {
  const given = (['shipping_address', 'line_items'] as const).filter(
    (name) => body[name] !== undefined,
  )
  const missing = (['shipping_address', 'line_items'] as const).filter(
    (name) => body[name] === undefined,
  )
  if (campaign === undefined) {
    if (given.length === 1)
      for (const name of missing) wrong('required', name, `is required together with ${given[0]}`)
  } else if (campaign.invitation_method === 'sender_provided_address') {
    for (const name of missing)
      wrong('required', name, 'is required: the campaign sends to an address the sender provides')
  } else {
    for (const name of given) {
      wrong(
        'not_allowed',
        name,
        `is only allowed on a campaign with the invitation method sender_provided_address; this one has ${campaign.invitation_method}`,
      )
    }
  }
}

function checkLines({ line_items = [] }: NewGiftRequest, choice: Choice, wrong: Wrong): void {
  const bytes = line_items.reduce((sum, { variant_id }) => {
    const item = choice.variants.get(variant_id)
    return item === undefined ? sum : sum + Buffer.byteLength(JSON.stringify(item))
  }, 0)
  if (bytes > campaigns.maxOfferingBytes) wrong('too_long', 'line_items', campaigns.tooLarge(bytes))
  line_items.forEach(({ variant_id }, index) => {
    if (!choice.variants.has(variant_id)) {
      wrong(
        'invalid_reference',
        `line_items.${index}.variant_id`,
        'names no variant that the campaign offers',
      )
    }
  })
}
