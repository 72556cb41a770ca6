import * as catalogue from '#catalogue'
import type { EmailMessage } from '#contract'
import { fillMessage } from '#contract/merge-fields'
import type { Tone } from '#contract/tones'
import { getLocalizer, type Localizer, withRegion } from '../locales/localizer.ts'
import { buildContent } from '../templates/build-content.ts'
import { type EmailContent, toSingleLine } from '../templates/email-content.ts'
import {
  type EmailItem,
  isRecipientEmail,
  type TemplateName,
  type TemplateWithData,
} from '../templates/template-data.ts'
import { renderWithTemplate } from './html-templates.ts'
import type { EmailTheme } from './render-html.ts'
import { renderText } from './render-text.ts'

/** The options for rendering an email, without its data. */
export interface RenderContext {
  locale: string
  /** The region for a locale that has none. Undefined if the email is about a gift to another country. */
  region?: string
  timeZone: string
  theme: EmailTheme
  /** The name of the account, which `From` names beside the sender. */
  brandName?: string
  /** The photo of the sender. The email loads the picture from the page of the gift. */
  photo?: { alt: string } | undefined
  /** The origin of the pictures of this deployment, and that from which the email loads them. Equal if undefined. */
  pictureOrigins?: { from: string; to: string } | undefined
  /**
   * Returns the campaign's message in the language of the reader. Returns undefined if the message is not
   * translated.
   */
  translateMessage?: ((message: EmailMessage) => EmailMessage | undefined) | undefined
  /** Returns the name of an item in the language of the reader. */
  translateItem?: ((item: EmailItem) => string) | undefined
  /** The tone in which the texts address the reader. Null means the usual tone of each language. */
  tone?: Tone | null | undefined
}

export interface RenderedEmail {
  /** The language of the email after rendering. */
  language: string
  /** The name in `From`. Undefined for an email that comes from the service. */
  from_name: string | undefined
  subject: string
  html: string
  text: string
}

/** Renders an email. Equal data and equal context give equal bytes. */
export async function renderEmail(
  template: TemplateWithData,
  context: RenderContext,
): Promise<RenderedEmail> {
  const locale = withRegion(context.locale, countryOf(template) ?? context.region ?? '')
  const localizer = getLocalizer(locale, context.timeZone, context.tone)
  const translated = withTranslation(template, context)
  const content = withPictures(template, context, buildContent(translated, localizer))
  return {
    language: localizer.language,
    from_name: isRecipientEmail(template)
      ? formatFromName(template.data.sender.name, context.brandName, localizer)
      : undefined,
    subject: content.subject,
    html: await renderWithTemplate(content, themeFor(template, context.theme), localizer.language),
    text: renderText(content),
  }
}

/** Names the person whom the reader knows, and the company, without which the name is that of a stranger. */
const formatFromName = (sender: string, company = '', { t }: Localizer): string =>
  company === '' || sender.toLowerCase().includes(company.toLowerCase())
    ? sender
    : toSingleLine(t('common.from', { sender, company }))

/** Builds the content of an email to a user, for a chat. */
export const buildUserContent = (
  template: TemplateWithData & { locale?: string | undefined },
): EmailContent => buildContent(template, getLocalizer(template.locale ?? 'en', 'UTC'))

/** Returns the country of the recipient's address. Returns undefined while it is unknown. */
const countryOf = ({ data }: TemplateWithData): string | undefined =>
  'country' in data ? data.country : undefined

/**
 * Returns the template with the names of the recipient in the message. If translations exist, the message and
 * the items are in the language of the reader.
 */
export function withTranslation(
  template: TemplateWithData,
  { translateMessage, translateItem }: Pick<RenderContext, 'translateMessage' | 'translateItem'>,
): TemplateWithData {
  if ('items' in template.data && translateItem !== undefined) {
    const items = template.data.items?.map((item) => ({ ...item, name: translateItem(item) }))
    return { ...template, data: { ...template.data, items: items ?? null } } as TemplateWithData
  }
  if (template.kind !== 'invitation' && template.kind !== 'announcement') return template
  const { data } = template
  const message = fillMessage(translateMessage?.(data.message) ?? data.message, {
    first_name: data.first_name,
    last_name: data.last_name ?? '',
  })
  return { ...template, data: { ...data, message } } as TemplateWithData
}

/**
 * Adds the photo of the sender. Removes the pictures of items on another origin, because its server would
 * learn who reads the email, and when.
 */
function withPictures(
  { data }: TemplateWithData,
  { photo, pictureOrigins }: RenderContext,
  content: EmailContent,
): EmailContent {
  const origin = 'web_url' in data && URL.canParse(data.web_url) ? new URL(data.web_url).origin : ''
  const items = content.receipt?.items.map(({ image_url = '', ...item }) => {
    const url = catalogue.toRasterUrl(image_url)
    const isShown = url.startsWith(`${origin}/`) && isDisplayable(url)
    return isShown ? { ...item, image_url: moveOrigin(url, pictureOrigins) } : item
  })
  return {
    ...content,
    ...(content.receipt && items && { receipt: { ...content.receipt, items } }),
    ...(photo && 'url' in data && { photo: { url: `${data.url}/media`, alt: photo.alt } }),
  }
}

/** Returns the URL of the same path at the other origin, if it is at the first one. */
export const moveOrigin = (url: string, origins: RenderContext['pictureOrigins']): string =>
  origins !== undefined && url.startsWith(`${origins.from}/`)
    ? `${origins.to}${url.slice(origins.from.length)}`
    : url

/** Returns whether email clients can display the picture. They do not display SVG. */
const isDisplayable = (url: string) => !/\.svg$/i.test(url)

/**
 * Returns the theme for an email. Only the first email of a gift shows the headline of the campaign; later
 * emails show their own heading.
 */
const themeFor = ({ kind }: TemplateWithData, theme: EmailTheme): EmailTheme => ({
  ...theme,
  headline: kind === 'invitation' || kind === 'announcement' ? theme.headline : null,
  art_url: wrappedGiftTemplates.has(kind) ? (theme.art_url ?? null) : null,
})

/** The templates of emails about a gift that is still wrapped. */
const wrappedGiftTemplates: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'invitation',
  'announcement',
  'reminder',
  'expiring',
  'link_resend',
  'waiting_list_offer',
  'claim_approved',
])
