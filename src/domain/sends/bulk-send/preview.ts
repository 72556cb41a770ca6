import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as campaigns from '#campaigns'
import { ApiError, type EmailMessage, type Sender, type Tone, throwIfAny } from '#contract'
import * as mail from '#email'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import type { Deployment } from '#platform/deployment'
import { isId } from '#platform/lib/ids'
import { type Language, languageOfLocale } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import { fillItem } from './row-fields.ts'
import { createRowGifts, type RowGift } from './row-item.ts'
import type { BulkSendInput } from './send-rows.ts'

/** What a preview shows: the recipient and the send options. */
export interface PreviewContent {
  account_id: string
  options: gifting.SendOptions
  recipient: BulkSendInput['recipient']
  /** The item of the row, if `item_per_row` is set. */
  item?: string
  sender: Sender
  /** The unsaved settings of a campaign that is being edited; they override the stored ones. */
  campaign_overrides?: PreviewTheme
  /** The language of the recipient; absent: that of the campaign. */
  language?: Language
}

/** A preview whose URL contains its data. */
export interface Preview extends PreviewContent {
  /** Expiry in milliseconds since 1970. */
  until: number
}

export interface PreviewTheme
  extends Pick<campaigns.CommunicationSettings, 'theme' | 'locale' | 'time_zone'> {
  visible_at_redemption: boolean
  expires_after_days: number
  max_choices?: number
  wrapping?: campaigns.Wrapping
  greeting?: greetings.GreetingInput
  translations?: campaigns.CampaignTranslationsInput
  tone?: Tone | null
}

const encryptionContext = 'gifting.preview'

/** Encrypts a preview into a token for its URL. The page needs no session, and the token cannot be forged. */
export const encodePreviewToken = ({ cipher }: Deployment, preview: Preview): string =>
  cipher
    .encrypt(deflateRawSync(JSON.stringify(preview)).toString('base64'), encryptionContext)
    .toString('base64url')

/** Returns undefined for a token that is forged or expired. */
export function decodePreviewToken(
  { cipher }: Deployment,
  token: string,
  now: Date,
): Preview | undefined {
  try {
    const compressed = Buffer.from(
      cipher.decrypt(Buffer.from(token, 'base64url'), encryptionContext),
      'base64',
    )
    const preview = JSON.parse(inflateRawSync(compressed).toString()) as Preview
    return preview.until > now.getTime() ? preview : undefined
  } catch {
    return undefined
  }
}

/** The shipping address in a preview of direct-send. */
const placeholderAddress = { name: '', line_1: '', country: 'US' }

/** Builds the gift request that a send would create. Stores nothing. */
async function hypotheticalGift(ctx: TxContext, preview: PreviewContent): Promise<gifting.Gift> {
  const { recipient, campaign_overrides } = preview
  const { options, resolved } = await resolveRow(ctx, preview)
  const { offering } = resolved
  if (resolved.campaign === undefined || offering === undefined) throw new ApiError('not_found')
  const { expires_after_days } = campaign_overrides ?? resolved.campaign
  const campaign = { ...resolved.campaign, expires_after_days }
  const { subject = '', body = '' } = getMessage(preview, options) ?? {}
  const { email: _, ...recipientWithoutEmail } = recipient
  const isDirect = campaign.invitation_method === 'sender_provided_address'
  const defaultLines = [...offering.variants.keys()].map((variant_id) => ({
    variant_id,
    quantity: 1,
  }))
  const [gift] = await gifting.buildGifts(ctx, [
    {
      campaign,
      offering,
      body: {
        recipient: recipientWithoutEmail, // without an address no contact is created
        email_message: {
          subject: subject || campaign.email_message.subject,
          body: body || campaign.email_message.body,
        },
        ...(isDirect && {
          shipping_address: placeholderAddress,
          line_items: [...(options.line_items ?? defaultLines)],
        }),
        ...(options.send_at !== undefined && { send_at: options.send_at }),
        ...(options.expires_at !== undefined && { expires_at: options.expires_at }),
      },
    },
  ])
  if (gift === undefined) throw new Error('no gift request was built')
  const { email } = recipient
  return isDirect
    ? { ...gift, email, state: 'redeemed', status: 'redeemed' }
    : { ...gift, email, state: 'awaiting_recipient' }
}

/** Resolves the gift of a row. A row without a valid item gets the first one of a send in which each row has another. */
async function resolveRow(
  ctx: TxContext,
  { options, sender, item }: PreviewContent,
): Promise<Pick<RowGift, 'options' | 'resolved'>> {
  const resolved = await gifting.resolveOptions(ctx, options, sender)
  if (options.item_per_row !== true) return { options, resolved }
  const findGift = createRowGifts(options, resolved)
  const named = findGift(item)
  const first =
    options.line_items?.[0]?.variant_id ?? resolved.offering?.variants.keys().next().value
  const gift = named.problem === undefined || first === undefined ? named : findGift(first)
  return { ...gift, options: fillItem(gift, item) }
}

/** Returns the message of a send. Throws for unknown fields. */
function getMessage(
  { campaign_overrides }: PreviewContent,
  { email_message }: gifting.SendOptions,
): EmailMessage | undefined {
  if (email_message === undefined || campaign_overrides !== undefined) return email_message
  throwIfAny(gifting.validateMergeFields(email_message))
  return email_message
}

/** Returns the card of the preview: of its options, of the unsaved campaign, or of the saved one. */
export async function previewGreeting(
  ctx: TxContext,
  { options, campaign_overrides }: PreviewContent,
): Promise<greetings.Greeting> {
  const input = options.greeting ?? campaign_overrides?.greeting
  if (input !== undefined) return greetings.resolve(ctx, input)
  return options.campaign_id === undefined || !isId(options.campaign_id)
    ? greetings.noGreeting
    : greetings.findByCampaign(ctx, options.campaign_id)
}

/** Builds the recipient's page. */
export async function previewPage(
  ctx: TxContext,
  preview: PreviewContent,
): Promise<gifting.RedemptionPage> {
  const page = await gifting.buildPage(
    ctx,
    await hypotheticalGift(ctx, preview),
    undefined,
    undefined,
  )
  const { campaign_overrides } = preview
  const greeting = await previewGreeting(ctx, preview)
  const locale = preview.language ?? page.locale
  if (campaign_overrides === undefined) return { ...page, greeting, locale }
  const {
    theme,
    locale: campaign_locale,
    visible_at_redemption,
    max_choices = 1,
    wrapping = campaigns.defaultWrapping,
    tone,
  } = campaign_overrides
  return {
    ...{ ...page, greeting, theme, wrapping, locale, visible_at_redemption, max_choices },
    campaign_locale,
    tone: tone ?? page.tone,
    catalogue_locale: page.catalogue_locale ?? campaign_locale,
  }
}

/** Renders the first email; `url` is the target of its button. */
export async function previewEmail(
  ctx: TxContext,
  preview: PreviewContent,
  url: string,
): Promise<{ email: mail.Email; rendered: mail.RenderedEmail }> {
  const gift = await hypotheticalGift(ctx, preview)
  const email = gifting.initialEmail(ctx, gift, url)
  const { account_id, kind, campaign_id = null } = email
  const emailRef = {
    ...{ account_id, kind, campaign_id, gift_request_id: null },
    ...{ locale: preview.language ?? null, recipient_locale: null },
  }
  const [renderContext] = await mail.loadRenderContexts(ctx, [emailRef])
  if (renderContext === undefined) throw new Error('the email has no render context')
  const { campaign_overrides } = preview
  const themed =
    campaign_overrides === undefined
      ? renderContext
      : withOverrides(ctx, renderContext, preview, campaign_overrides)
  return { email, rendered: await mail.renderEmail(email, themed) }
}

/** Returns the render context of an unsaved campaign, in the language of the preview. */
function withOverrides(
  { deployment }: TxContext,
  context: mail.RenderContext,
  preview: PreviewContent,
  overrides: PreviewTheme,
): mail.RenderContext {
  const settings = toTranslatable(preview, overrides)
  const language = preview.language ?? languageOfLocale(overrides.locale) ?? 'en'
  const theme = campaigns.translateTheme(
    overrides.theme,
    campaigns.findTranslation(settings, language),
  )
  const locale = preview.language ?? overrides.locale
  return {
    ...mail.withTheme(
      context,
      { ...overrides, theme, locale, tone: overrides.tone ?? context.tone ?? null },
      deployment.origin,
    ),
    translateMessage: (message) => campaigns.translateMessage(settings, message, language),
  }
}

/** Returns the texts of an unsaved campaign. */
export const toTranslatable = (
  { options: { email_message } }: PreviewContent,
  { locale, translations = {} }: PreviewTheme,
): campaigns.Translatable => ({
  locale,
  email_message: { subject: email_message?.subject ?? '', body: email_message?.body ?? '' },
  translations: campaigns.normalizeTranslations(translations),
})
