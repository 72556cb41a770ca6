import type { EmailMessage } from '#contract'
import { getLocalizer } from '../locales/localizer.ts'
import { buildContent } from '../templates/build-content.ts'
import type { TemplateWithData } from '../templates/template-data.ts'
import { type EmailTheme, renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** The rendering options of an email besides its data. */
export interface RenderContext {
  locale: string
  timeZone: string
  theme: EmailTheme
  /** The account's sender name, shown next to the sender's name. */
  fromName?: string | null | undefined
  /** Returns the campaign's message in the language of the reader; undefined if it is not translated. */
  translateMessage?: ((message: EmailMessage) => EmailMessage | undefined) | undefined
}

export interface RenderedEmail {
  /** The language of the rendered email. */
  language: string
  subject: string
  html: string
  text: string
}

/** Renders an email. Equal data and context produce equal bytes. */
export async function renderEmail(
  template: TemplateWithData,
  context: RenderContext,
): Promise<RenderedEmail> {
  const localizer = getLocalizer(context.locale, context.timeZone)
  const content = buildContent(withTranslation(template, context), localizer)
  return {
    language: localizer.language,
    subject: content.subject,
    html: await renderHtml(content, themeFor(template, context.theme), localizer.language),
    text: renderText(content),
  }
}

/** Returns the template with the campaign's message in the language of the reader, if it is translated. */
export function withTranslation(
  template: TemplateWithData,
  { translateMessage }: Pick<RenderContext, 'translateMessage'>,
): TemplateWithData {
  if (template.kind !== 'invitation' && template.kind !== 'announcement') return template
  const message = translateMessage?.(template.data.message)
  return message === undefined
    ? template
    : ({ ...template, data: { ...template.data, message } } as TemplateWithData)
}

/** The campaign's headline appears on the first email only; later emails show their own heading. */
const themeFor = ({ kind }: TemplateWithData, theme: EmailTheme): EmailTheme =>
  kind === 'invitation' || kind === 'announcement' ? theme : { ...theme, headline: null }
