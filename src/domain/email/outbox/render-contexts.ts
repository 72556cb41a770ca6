import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as greetings from '#greetings'
import { type Language, languageOfLocale } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import type { RenderContext } from '../render/render-email.ts'
import type { EmailTheme } from '../render/render-html.ts'
import { isRecipientTemplate } from '../templates/template-data.ts'
import type { MessageRow } from './tables.ts'

const defaultColor = '#7a2e6d'
const bestowTheme: EmailTheme = {
  color: defaultColor,
  logo_url: null,
  name: 'Bestow',
  headline: null,
  art_url: null,
}

type ThemedMessage = Pick<
  MessageRow,
  'account_id' | 'kind' | 'campaign_id' | 'gift_request_id' | 'locale' | 'recipient_locale'
>

/**
 * Loads the render context of each email: emails to recipients have the theme of the campaign or
 * account, emails to users of the account have Bestow's theme.
 */
export async function loadRenderContexts(
  ctx: TxContext,
  rows: readonly ThemedMessage[],
): Promise<RenderContext[]> {
  const campaignRefs = rows.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const communicationById = await campaigns.communicationSettingsById(ctx, campaignRefs)
  const brands = await accounts.findBrandsById(
    ctx,
    rows.map(({ account_id }) => account_id),
  )
  const greetingsByGift = await findGreetings(ctx, rows)
  const { origin } = ctx.deployment
  return rows.map(
    ({ account_id, kind, campaign_id, gift_request_id, locale, recipient_locale }) => {
      const recipientLocale = isRecipientTemplate(kind) ? recipient_locale : null
      const communication = campaign_id === null ? undefined : communicationById.get(campaign_id)
      const brand = brands.get(account_id)
      const readerLocale = recipientLocale ?? locale ?? communication?.locale ?? 'en'
      const language = languageOfLocale(readerLocale) ?? 'en'
      const { wrapping } = communication ?? {}
      const theme = findThemeFields(communication, language, brand)
      return {
        locale: readerLocale,
        translateMessage: (message) =>
          communication && campaigns.translateMessage(communication, message, language),
        timeZone: communication?.time_zone ?? 'UTC',
        theme: isRecipientTemplate(kind)
          ? toEmailTheme({ theme, ...(wrapping && { wrapping }) }, getBrandName(brand), origin)
          : bestowTheme,
        fromName: brand?.sender_name ?? null,
        photo: toPhoto(greetingsByGift.get(gift_request_id ?? '')),
      }
    },
  )
}

/** Only the first email of a gift shows the photo of the sender. */
function findGreetings(ctx: TxContext, rows: readonly ThemedMessage[]) {
  return greetings.findByGifts(
    ctx,
    rows.flatMap(({ account_id, kind, campaign_id, gift_request_id }) =>
      gift_request_id !== null && (kind === 'invitation' || kind === 'announcement')
        ? [{ account_id, id: gift_request_id, campaign_id }]
        : [],
    ),
  )
}

/** Email clients play no videos. */
const toPhoto = (greeting: greetings.Greeting | undefined): RenderContext['photo'] =>
  greeting?.media?.content_type.startsWith('image/') === true
    ? { alt: greeting.media.alt }
    : undefined

/** Returns the context with communication settings that are not, or not yet, saved in a campaign. */
export const withTheme = (
  context: RenderContext,
  communication: CommunicationTheme,
  origin: string,
): RenderContext => ({
  locale: communication.locale,
  timeZone: communication.time_zone,
  theme: toEmailTheme(communication, context.theme.name, origin),
  fromName: context.fromName,
})

type CommunicationTheme = Pick<
  campaigns.CommunicationSettings,
  'theme' | 'locale' | 'time_zone'
> & { wrapping?: campaigns.Wrapping }

type ThemeFields = Pick<campaigns.Theme, 'color' | 'logo_url' | 'headline'>

const getBrandName = (brand: accounts.Brand | undefined) =>
  brand?.sender_name ?? brand?.name ?? bestowTheme.name

/** Builds the theme of emails without a campaign. */
const buildAccountTheme = (brand: accounts.Brand | undefined): ThemeFields => ({
  color: brand?.brand_color ?? defaultColor,
  logo_url: brand?.logo_url ?? '',
  headline: '',
})

/** Returns the theme of the campaign, with its headline in the language of the reader, or the theme of the account. */
const findThemeFields = (
  communication: campaigns.CommunicationSettings | undefined,
  language: Language,
  brand: accounts.Brand | undefined,
): ThemeFields =>
  communication === undefined
    ? buildAccountTheme(brand)
    : campaigns.translateTheme(
        communication.theme,
        campaigns.findTranslation(communication, language),
      )

function toEmailTheme(
  {
    theme: { color, logo_url, headline },
    wrapping = campaigns.defaultWrapping,
  }: { theme: ThemeFields; wrapping?: campaigns.Wrapping },
  name: string,
  origin: string,
): EmailTheme {
  return {
    color,
    logo_url: canDisplayImage(logo_url) ? logo_url : null,
    name,
    headline: headline === '' ? null : headline,
    art_url: `${origin}${campaigns.wrappingImagePath(wrapping, color)}`,
  }
}

/** Email clients do not display SVG; the name replaces an SVG logo. */
const canDisplayImage = (url: string) =>
  /^https?:\/\//.test(url) && !/\.svg$/i.test(new URL(url).pathname)
