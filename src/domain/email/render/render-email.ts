import { getLocalizer } from '../locales/localizer.ts'
import { buildContent } from '../templates/build-content.ts'
import type { TemplateWithData } from '../templates/template-data.ts'
import { type EmailTheme, renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** What a letter is rendered with besides its own facts. */
export interface RenderContext {
  locale: string
  timeZone: string
  theme: EmailTheme
  /** Beside the giver's name, who the account wants its mails to be from. */
  fromName?: string | null | undefined
}

export interface RenderedEmail {
  /** The language it is in. */
  language: string
  subject: string
  html: string
  text: string
}

/** A letter as its reader sees it: the same facts and setting make the same bytes. */
export async function renderEmail(
  template: TemplateWithData,
  context: RenderContext,
): Promise<RenderedEmail> {
  const localizer = getLocalizer(context.locale, context.timeZone)
  const content = buildContent(template, localizer)
  return {
    language: localizer.language,
    subject: content.subject,
    html: await renderHtml(content, themeFor(template, context.theme), localizer.language),
    text: renderText(content),
  }
}

/** The campaign's headline welcomes; afterwards each letter says for itself what it is about. */
const themeFor = ({ kind }: TemplateWithData, theme: EmailTheme): EmailTheme =>
  kind === 'invitation' || kind === 'announcement' ? theme : { ...theme, headline: null }
