import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
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
 * What each of these letters is rendered with: recipients see the campaign and the account that gives,
 * people of the account see us.
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
    return {
      locale: recipientLocale ?? locale ?? communication?.locale ?? 'en',
      timeZone: communication?.time_zone ?? 'UTC',
      theme: isRecipientTemplate(kind)
        ? toEmailTheme(communication?.theme ?? buildAccountTheme(brand), getBrandName(brand))
        : bestowTheme,
      fromName: brand?.sender_name ?? null,
    }
  })
}

/** The same letter in a manner that is not, or not yet, a campaign's. */
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

/** Of a letter that belongs to no campaign. */
const buildAccountTheme = (brand: accounts.Brand | undefined): ThemeFields => ({
  color: brand?.brand_color ?? defaultColor,
  logo_url: brand?.logo_url ?? '',
  headline: '',
})

function toEmailTheme({ color, logo_url, headline }: ThemeFields, name: string): EmailTheme {
  return {
    color,
    logo_url: canDisplayImage(logo_url) ? logo_url : null,
    name,
    headline: headline === '' ? null : headline,
  }
}

/** Mail programs show no SVG; then the name stands there. */
const canDisplayImage = (url: string) =>
  /^https?:\/\//.test(url) && !/\.svg$/i.test(new URL(url).pathname)
