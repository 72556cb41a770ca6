import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type * as campaigns from '#campaigns'
import { ApiError, type Sender } from '#contract'
import * as mail from '#mail'
import type { Deployment } from '#platform/installation'
import type { TxContext } from '#platform/postgres'
import { drawAll } from './create.ts'
import { firstLetter } from './mails.ts'
import { type Sending, type SendingRow, settledBy } from './sending.ts'
import type { Gift } from './tables.ts'
import { type Visit, visitOf } from './visit.ts'

/** What somebody wants to see before it is sent: to whom, and what everybody gets. */
export interface Preview {
  account_id: string
  sending: Sending
  recipient: SendingRow['recipient']
  sender: Sender
  /** Of a campaign that is being drawn up: how it would look, whatever is written down. */
  look?: Look
  /** Milliseconds since 1970; afterwards nobody is shown it. */
  until: number
}

export interface Look extends Pick<campaigns.Manner, 'theme' | 'locale' | 'time_zone'> {
  visible_at_redemption: boolean
  expires_after_days: number
}

const context = 'gifting.preview'

/** Packs a preview so that a page which knows nobody can show it, and nobody can make one up. */
export const sealPreview = ({ cipher: sealer }: Deployment, preview: Preview): string =>
  sealer
    .encrypt(deflateRawSync(JSON.stringify(preview)).toString('base64'), context)
    .toString('base64url')

/** Undefined for what we did not pack, and for what is over. */
export function openPreview(
  { cipher: sealer }: Deployment,
  token: string,
  now: Date,
): Preview | undefined {
  try {
    const packed = Buffer.from(sealer.decrypt(Buffer.from(token, 'base64url'), context), 'base64')
    const preview = JSON.parse(inflateRawSync(packed).toString()) as Preview
    return preview.until > now.getTime() ? preview : undefined
  } catch {
    return undefined
  }
}

/** Where the recipient would live who is shown in a preview of direct-send. */
const somewhere = { name: '', line_1: '', country: 'US' }

/** The gift request that would be made, as far as it is decided. It is not written anywhere. */
async function imagined(ctx: TxContext, preview: Preview): Promise<Gift> {
  const { sending, recipient, sender, look } = preview
  const settled = await settledBy(ctx, sending, sender)
  const { choice } = settled
  if (settled.campaign === undefined || choice === undefined) throw new ApiError('not_found')
  const { expires_after_days } = look ?? settled.campaign
  const campaign = { ...settled.campaign, expires_after_days }
  const { subject = '', body = '' } = sending.email_message ?? {}
  const { email: _, ...nameless } = recipient
  const isDirect = campaign.invitation_method === 'sender_provided_address'
  const all = [...choice.variants.keys()].map((variant_id) => ({ variant_id, quantity: 1 }))
  const [gift] = await drawAll(ctx, [
    {
      campaign,
      choice,
      body: {
        recipient: nameless, // without an address nobody becomes a contact
        email_message: {
          subject: subject || campaign.email_message.subject,
          body: body || campaign.email_message.body,
        },
        ...(isDirect && {
          shipping_address: somewhere,
          line_items: [...(sending.line_items ?? all)],
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
export async function previewVisit(ctx: TxContext, preview: Preview): Promise<Visit> {
  const visit = await visitOf(ctx, await imagined(ctx, preview), undefined, undefined)
  const { look } = preview
  if (look === undefined) return visit
  const { theme, locale: campaign_locale, visible_at_redemption } = look
  return { ...visit, theme, campaign_locale, visible_at_redemption }
}

/** The letter that would go out first; `url` is where its button leads. */
export async function previewLetter(
  ctx: TxContext,
  preview: Preview,
  url: string,
): Promise<{ letter: mail.Letter; rendered: mail.Rendered }> {
  const gift = await imagined(ctx, preview)
  const letter = firstLetter(ctx, gift, url)
  const { account_id, kind, campaign_id = null } = letter
  const about = { account_id, kind, campaign_id, locale: null, reader_locale: null }
  const [setting] = await mail.settingsFor(ctx, [about])
  if (setting === undefined) throw new Error('a letter has no setting')
  const { look } = preview
  const worn = look === undefined ? setting : mail.settingIn(setting, look)
  return { letter, rendered: await mail.render(letter, worn) }
}
