import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
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
}

type ThemedMessage = Pick<
  MessageRow,
  'account_id' | 'kind' | 'campaign_id' | 'locale' | 'recipient_locale'
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
  return rows.map(({ account_id, kind, campaign_id, locale, recipient_locale }) => {
    const recipientLocale = isRecipientTemplate(kind) ? recipient_locale : null
    const communication = campaign_id === null ? undefined : communicationById.get(campaign_id)
    const brand = brands.get(account_id)
    const readerLocale = recipientLocale ?? locale ?? communication?.locale ?? 'en'
    const language = languageOfLocale(readerLocale) ?? 'en'
    return {
      locale: readerLocale,
      translateMessage: (message) =>
        communication && campaigns.translateMessage(communication, message, language),
      timeZone: communication?.time_zone ?? 'UTC',
      theme: isRecipientTemplate(kind)
        ? toEmailTheme(findThemeFields(communication, language, brand), getBrandName(brand))
        : bestowTheme,
      fromName: brand?.sender_name ?? null,
    }
  })
}

/** Returns the context with communication settings that are not, or not yet, saved in a campaign. */
export const withTheme = (
  context: RenderContext,
  communication: CommunicationTheme,
): RenderContext => ({
  locale: communication.locale,
  timeZone: communication.time_zone,
  theme: toEmailTheme(communication.theme, context.theme.name),
  fromName: context.fromName,
})

type CommunicationTheme = Pick<campaigns.CommunicationSettings, 'theme' | 'locale' | 'time_zone'>

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

function toEmailTheme({ color, logo_url, headline }: ThemeFields, name: string): EmailTheme {
  return {
    color,
    logo_url: canDisplayImage(logo_url) ? logo_url : null,
    name,
    headline: headline === '' ? null : headline,
  }
}

/** Email clients do not display SVG; the name replaces an SVG logo. */
const canDisplayImage = (url: string) =>
  /^https?:\/\//.test(url) && !/\.svg$/i.test(new URL(url).pathname)
