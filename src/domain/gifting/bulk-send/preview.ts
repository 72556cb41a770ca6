import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type * as campaigns from '#campaigns'
import { ApiError, type Sender } from '#contract'
import * as mail from '#email'
import type { Deployment } from '#platform/deployment'
import type { TxContext } from '#platform/postgres/database'
import { buildGifts } from '../creation/create.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { initialEmail } from '../lifecycle/transition-emails.ts'
import { buildPage, type RedemptionPage } from '../redemption/redemption-page.ts'
import { type BulkSendInput, resolveOptions, type SendOptions } from './send-options.ts'

/** What somebody wants to see before it is sent: to whom, and what everybody gets. */
export interface Preview {
  account_id: string
  sending: SendOptions
  recipient: BulkSendInput['recipient']
  sender: Sender
  /** Of a campaign that is being drawn up: how it would look, whatever is written down. */
  look?: PreviewTheme
  /** Milliseconds since 1970; afterwards nobody is shown it. */
  until: number
}

export interface PreviewTheme
  extends Pick<campaigns.CommunicationSettings, 'theme' | 'locale' | 'time_zone'> {
  visible_at_redemption: boolean
  expires_after_days: number
}

const encryptionContext = 'gifting.preview'

/** Packs a preview so that a page which knows nobody can show it, and nobody can make one up. */
export const encodePreviewToken = ({ cipher }: Deployment, preview: Preview): string =>
  cipher
    .encrypt(deflateRawSync(JSON.stringify(preview)).toString('base64'), encryptionContext)
    .toString('base64url')

/** Undefined for what we did not pack, and for what is over. */
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

/** Where the recipient would live who is shown in a preview of direct-send. */
const placeholderAddress = { name: '', line_1: '', country: 'US' }

/** The gift request that would be made, as far as it is decided. It is not written anywhere. */
async function hypotheticalGift(ctx: TxContext, preview: Preview): Promise<Gift> {
  const { sending, recipient, sender, look } = preview
  const resolved = await resolveOptions(ctx, sending, sender)
  const { offering } = resolved
  if (resolved.campaign === undefined || offering === undefined) throw new ApiError('not_found')
  const { expires_after_days } = look ?? resolved.campaign
  const campaign = { ...resolved.campaign, expires_after_days }
  const { subject = '', body = '' } = sending.email_message ?? {}
  const { email: _, ...recipientWithoutEmail } = recipient
  const isDirect = campaign.invitation_method === 'sender_provided_address'
  const defaultLines = [...offering.variants.keys()].map((variant_id) => ({
    variant_id,
    quantity: 1,
  }))
  const [gift] = await buildGifts(ctx, [
    {
      campaign,
      offering,
      body: {
        recipient: recipientWithoutEmail, // without an address nobody becomes a contact
        email_message: {
          subject: subject || campaign.email_message.subject,
          body: body || campaign.email_message.body,
        },
        ...(isDirect && {
          shipping_address: placeholderAddress,
          line_items: [...(sending.line_items ?? defaultLines)],
        }),
        ...(sending.send_at !== undefined && { send_at: sending.send_at }),
        ...(sending.expires_at !== undefined && { expires_at: sending.expires_at }),
      },
    },
  ])
  if (gift === undefined) throw new Error('nothing was imagined')
  const { email } = recipient
  return isDirect
    ? { ...gift, email, state: 'redeemed', status: 'redeemed' }
    : { ...gift, email, state: 'awaiting_recipient' }
}

/** The recipient's page, as it would be when they come to it. */
export async function previewPage(ctx: TxContext, preview: Preview): Promise<RedemptionPage> {
  const page = await buildPage(ctx, await hypotheticalGift(ctx, preview), undefined, undefined)
  const { look } = preview
  if (look === undefined) return page
  const { theme, locale: campaign_locale, visible_at_redemption } = look
  return { ...page, theme, campaign_locale, visible_at_redemption }
}

/** The letter that would go out first; `url` is where its button leads. */
export async function previewEmail(
  ctx: TxContext,
  preview: Preview,
  url: string,
): Promise<{ email: mail.Email; rendered: mail.RenderedEmail }> {
  const gift = await hypotheticalGift(ctx, preview)
  const email = initialEmail(ctx, gift, url)
  const { account_id, kind, campaign_id = null } = email
  const emailRef = { account_id, kind, campaign_id, locale: null, recipient_locale: null }
  const [renderContext] = await mail.loadRenderContexts(ctx, [emailRef])
  if (renderContext === undefined) throw new Error('a letter has no setting')
  const { look } = preview
  const themed = look === undefined ? renderContext : mail.withTheme(renderContext, look)
  return { email, rendered: await mail.renderEmail(email, themed) }
}
