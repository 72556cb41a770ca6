import type { Tone } from '#contract/tones'
import { type Language, languageOfLocale } from '#platform/lib/languages'
import { readCatalogues } from '#platform/messages/catalogues'
import type { SmsMessages } from '#platform/messages/messages.generated'
import { createTranslate, type Translate } from '#platform/messages/translate'
import type { TemplateName } from '../templates/template-data.ts'
import { maxSegments, toSegmentCount } from './sms-length.ts'

/** The events about which the service sends text messages. */
export const smsKinds = [
  'invitation',
  'announcement',
  'reminder',
  'expiring',
  'dispatched',
  'delivered',
] as const satisfies readonly TemplateName[]
export type SmsKind = (typeof smsKinds)[number]

export const isSmsKind = (kind: TemplateName): kind is SmsKind =>
  (smsKinds as readonly TemplateName[]).includes(kind)

/** The events that an account can select. The service always sends the other text messages. */
export const optionalSmsKinds = ['dispatched', 'delivered'] as const satisfies readonly SmsKind[]
export type OptionalSmsKind = (typeof optionalSmsKinds)[number]

/** The parts of a text message that do not depend on its language. */
export interface SmsContent {
  kind: SmsKind
  sender: string
  url: string
}

/**
 * The texts of the messages are used verbatim. The GSM alphabet does not have every character: for example,
 * it lacks the apostrophe of contractions and marks for the text direction. One character outside the
 * alphabet would shorten every message. A message in other letters has only 134 characters in total, so the
 * texts of these languages are short. The provider understands STOP in every language.
 */
const catalogues = readCatalogues('sms')
const translates = new Map<string, Translate<SmsMessages>>()

/**
 * Returns the function that translates into a language in a form of address. Each has only one, because `Intl`
 * formatters are slow to create.
 */
function findTranslate(language: Language, tone: Tone | null): Translate<SmsMessages> {
  const key = `${language} ${tone}`
  const known = translates.get(key)
  if (known !== undefined) return known
  const messages = catalogues.find(language, tone)
  const created = createTranslate<SmsMessages>(language, messages, { isVerbatim: true })
  translates.set(key, created)
  return created
}

/**
 * Renders a text of at most two segments, which contains the whole link. Shortens a long name of the sender.
 * If the link leaves no space, the message has less text.
 */
export function renderSms(
  { kind, sender, url }: SmsContent,
  locale: string,
  tone: Tone | null = null,
): string {
  const t = findTranslate(languageOfLocale(locale) ?? 'en', tone)
  const stop = t('stop')
  const name = [...toSingleLine(sender)]
  for (let length = Math.min(name.length, maxNameLength); length >= 0; length--) {
    const rendered = `${t(kind, { sender: shorten(name, length) })} ${url} ${stop}`
    if (toSegmentCount(rendered) <= maxSegments) return rendered
  }
  return `${url} ${stop}`
}

const maxNameLength = 60

const shorten = (name: readonly string[], length: number): string =>
  length === name.length ? name.join('') : `${name.slice(0, Math.max(1, length)).join('')}...`

/** Converts a name to one line without links, so that it cannot add a line or a link to the message. */
const toSingleLine = (text: string): string =>
  text
    .replace(/(https?:\/\/|www\.)\S*/gi, '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
