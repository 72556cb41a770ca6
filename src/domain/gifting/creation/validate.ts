import * as campaigns from '#campaigns'
import {
  type FieldError,
  type FieldErrorCode,
  isE164,
  type NewGiftRequest,
  type NewSender,
  type Sender,
  type Validator,
  validateAddress,
} from '#contract'
import * as mail from '#email'
import * as greetings from '#greetings'
import type { TxContext } from '#platform/postgres/database'
import { findDestinationError } from '../lifecycle/destination-errors.ts'
import { getOfferingSnapshot, type OfferingSnapshot } from '../lifecycle/offering-snapshot.ts'
import type { FindCampaign, FindSender } from './lookups.ts'
import type { TeamTerms } from './team.ts'

/** The settings of a gift, from its campaign or, without a campaign, from the sender. */
export type GiftTerms = Omit<campaigns.SendableCampaign, 'id' | 'name' | 'revision'> &
  TeamTerms & {
    id: string | null
    name: string | null
  }

/** A valid create body with its campaign and offering. */
export interface ValidatedGift {
  body: Omit<NewGiftRequest, 'campaign_id' | 'idempotency_key' | 'locale' | 'sender'> & {
    locale?: string
  }
  /** With the sender of the body, if it names one. */
  campaign: GiftTerms
  offering: OfferingSnapshot
}

/** The validator of the API version, and the campaign lookup. */
export interface ValidationContext {
  validator: Validator
  findCampaign: FindCampaign
  /** If set, no lookup is needed. */
  resolved?: ResolvedCampaign
  /** Necessary if the validator accepts a sender. */
  findSender?: FindSender
}

/** The campaign and the offering of all rows of a bulk send. */
export interface ResolvedCampaign {
  campaign: GiftTerms | undefined
  offering: OfferingSnapshot | undefined
}

const yearMs = 366 * 24 * 60 * 60 * 1000

/**
 * Validates a normalized create body and returns all errors at once. Skips checks on fields that do not match the schema.
 * `path` is the path of the body in the request, such as `gift_requests.3`, or empty.
 */
export async function validateCreate(
  ctx: TxContext,
  normalized: unknown,
  path: string,
  { validator, findCampaign, findSender, resolved }: ValidationContext,
): Promise<{ validated?: ValidatedGift; problems: FieldError[] }> {
  const body = normalized as NewGiftRequest
  const problems = validator(body)
  const hasNoErrors = (param: string) =>
    !problems.some(
      (problem) =>
        problem.param === '' || problem.param === param || problem.param.startsWith(`${param}.`),
    )
  const addError = (code: FieldErrorCode, param: string, message: string) =>
    problems.push({ code, param, message })

  const { campaign, offering } =
    resolved ??
    (hasNoErrors('campaign_id')
      ? await resolveCampaign(ctx, findCampaign, body.campaign_id)
      : unresolved)
  if (hasNoErrors('campaign_id')) checkCampaign(campaign, addError)
  if (hasNoErrors('')) {
    if (hasNoErrors('send_at') && hasNoErrors('expires_at')) checkTimes(ctx.now, body, addError)
    checkMode(body, campaign, addError)
    if (hasNoErrors('shipping_address') && body.shipping_address) {
      for (const { field, code, message } of validateAddress(body.shipping_address)) {
        addError(code, `shipping_address.${field}`, message)
      }
    }
    if (hasNoErrors('line_items') && offering !== undefined) {
      checkLines(body, offering, addError)
      if (hasNoErrors('shipping_address')) checkDestinations(body, offering, addError)
    }
  }
  if (hasNoErrors('greeting')) await checkMessages(ctx, body, addError)
  const sender =
    hasNoErrors('sender') && body.sender !== undefined && campaign !== undefined
      ? await resolveSender(body.sender, campaign.sender, findSender, addError)
      : campaign?.sender
  if (
    problems.length === 0 &&
    campaign !== undefined &&
    offering !== undefined &&
    sender !== undefined
  ) {
    return { validated: { body, campaign: { ...campaign, sender }, offering }, problems }
  }
  const qualify = (param: string) =>
    path === '' ? param : param === '' ? path : `${path}.${param}`
  return { problems: problems.map((problem) => ({ ...problem, param: qualify(problem.param) })) }
}

const unresolved: ResolvedCampaign = { campaign: undefined, offering: undefined }

async function resolveCampaign(
  ctx: TxContext,
  findCampaign: FindCampaign,
  campaign_id: string,
): Promise<ResolvedCampaign> {
  const campaign = await findCampaign(campaign_id)
  return campaign === undefined
    ? unresolved
    : { campaign, offering: await getOfferingSnapshot(ctx, campaign) }
}

export type AddError = (code: FieldErrorCode, param: string, message: string) => void

/** Returns the named user, or the sender of the campaign, with the name for the recipient. */
async function resolveSender(
  { id, email, name }: NewSender,
  campaignSender: Sender,
  findSender: FindSender | undefined,
  addError: AddError,
): Promise<Sender | undefined> {
  if (id !== undefined && email !== undefined)
    addError('not_allowed', 'sender.email', 'is not allowed together with id')
  const user = { ...(id === undefined ? { email } : { id }) } as { id?: string; email?: string }
  const isNamed = id !== undefined || email !== undefined
  const found = isNamed ? await findSender?.(user) : campaignSender
  if (found === undefined) {
    addError(
      'invalid_reference',
      id === undefined ? 'sender.email' : 'sender.id',
      'names no user of this account',
    )
    return undefined
  }
  return { id: found.id, name: name ?? found.name, email: found.email }
}

/** Adds an error for a number that gets no text messages, and for media that does not exist. */
async function checkMessages(
  ctx: TxContext,
  { greeting, phone }: NewGiftRequest,
  addError: AddError,
): Promise<void> {
  const phoneProblem =
    typeof phone === 'string' && isE164(phone)
      ? (await mail.createPhoneCheck(ctx))(phone)
      : undefined
  if (phoneProblem !== undefined) addError(phoneProblem.code, 'phone', phoneProblem.message)
  const media_id = greeting?.media_id
  if (media_id !== undefined && (await greetings.findMedia(ctx, media_id)) === undefined)
    addError('invalid_reference', 'greeting.media_id', greetings.unknownMediaMessage)
}

/** Adds an error unless the campaign exists, and is available to the sender. */
export function checkCampaign(campaign: GiftTerms | undefined, addError: AddError): void {
  if (campaign === undefined)
    addError('invalid_reference', 'campaign_id', 'names no campaign of this account')
  else if (campaign.archived_at !== null) {
    addError(
      'invalid_reference',
      'campaign_id',
      'names a campaign that is archived; use an available one',
    )
  } else if (campaign.refusal !== undefined) {
    const { code, param, message } = campaign.refusal
    addError(code, param, message)
  }
}

function checkTimes(now: Date, { send_at, expires_at }: NewGiftRequest, addError: AddError): void {
  const sendsAt = send_at === undefined ? now : new Date(send_at)
  if (send_at !== undefined && sendsAt <= now)
    addError('invalid', 'send_at', 'must be in the future')
  if (sendsAt.getTime() > now.getTime() + yearMs)
    addError('invalid', 'send_at', 'must be within a year from now')
  if (expires_at === undefined) return
  const expiresAt = new Date(expires_at)
  if (expiresAt <= now) addError('invalid', 'expires_at', 'must be in the future')
  else if (expiresAt <= sendsAt) addError('invalid', 'expires_at', 'must be after send_at')
}

function checkMode(
  body: NewGiftRequest,
  campaign: GiftTerms | undefined,
  addError: AddError,
): void {
  const present = (['shipping_address', 'line_items'] as const).filter(
    (name) => body[name] !== undefined,
  )
  const missing = (['shipping_address', 'line_items'] as const).filter(
    (name) => body[name] === undefined,
  )
  if (campaign === undefined) {
    if (present.length === 1)
      for (const name of missing)
        addError('required', name, `is required together with ${present[0]}`)
  } else if (campaign.invitation_method === 'sender_provided_address') {
    for (const name of missing)
      addError(
        'required',
        name,
        'is required: the campaign sends to an address the sender provides',
      )
  } else {
    for (const name of present) {
      addError(
        'not_allowed',
        name,
        `is only allowed on a campaign with the invitation method sender_provided_address; this one has ${campaign.invitation_method}`,
      )
    }
  }
}

function checkLines(
  { line_items = [] }: NewGiftRequest,
  offering: OfferingSnapshot,
  addError: AddError,
): void {
  const bytes = line_items.reduce((sum, { variant_id }) => {
    const item = offering.variants.get(variant_id)
    return item === undefined ? sum : sum + Buffer.byteLength(JSON.stringify(item))
  }, 0)
  if (bytes > campaigns.maxOfferingBytes)
    addError('too_long', 'line_items', campaigns.offeringTooLargeMessage(bytes))
  line_items.forEach(({ variant_id }, index) => {
    if (!offering.variants.has(variant_id)) {
      addError(
        'invalid_reference',
        `line_items.${index}.variant_id`,
        'names no variant that the campaign offers',
      )
    }
  })
}

/** Adds an error for an address that an item may not go to. */
function checkDestinations(
  { line_items = [], shipping_address }: NewGiftRequest,
  { variants, offered }: OfferingSnapshot,
  addError: AddError,
): void {
  if (shipping_address === undefined) return
  const items = line_items.flatMap(({ variant_id }) => {
    const item = variants.get(variant_id)
    const itemRules = offered.get(variant_id)
    return item === undefined || itemRules === undefined ? [] : [{ ...itemRules, name: item.name }]
  })
  const error = findDestinationError(items, shipping_address)
  if (error !== undefined) addError(error.code, error.param, error.message)
}
