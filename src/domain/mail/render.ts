import { asHtml, type Dress } from './as-html.ts'
import { asText } from './as-text.ts'
import { partsOf } from './contents.ts'
import type { Content } from './letters.ts'
import { tongueOf } from './words/words.ts'

/** What a letter is rendered with besides its own facts. */
export interface Setting {
  locale: string
  timeZone: string
  dress: Dress
  /** Beside the giver's name, who the account wants its mails to be from. */
  fromName?: string | null | undefined
}

export interface Rendered {
  /** The language it is in. */
  language: string
  subject: string
  html: string
  text: string
}

/** A letter as its reader sees it: the same facts and setting make the same bytes. */
export async function render(letter: Content, setting: Setting): Promise<Rendered> {
  const tongue = tongueOf(setting.locale, setting.timeZone)
  const parts = partsOf(letter, tongue)
  return {
    language: tongue.language,
    subject: parts.subject,
    html: await asHtml(parts, dressFor(letter, setting.dress), tongue.language),
    text: asText(parts),
  }
}

/** The campaign's headline welcomes; afterwards each letter says for itself what it is about. */
const dressFor = ({ kind }: Content, dress: Dress): Dress =>
  kind === 'invitation' || kind === 'announcement' ? dress : { ...dress, headline: null }
