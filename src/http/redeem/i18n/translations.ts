import type { Tone } from '#contract/tones'
import type { Language } from '#platform/lib/languages'
import {
  createToneMessages,
  createTranslate,
  type MessageKeyWith,
  type ToneVariant,
  type Translate,
} from '#platform/lib/translate'
import { ar } from './locales/ar.ts'
import { deInformal } from './locales/de.informal.ts'
import { de } from './locales/de.ts'
import { en } from './locales/en.ts'
import { esFormal } from './locales/es.formal.ts'
import { es } from './locales/es.ts'
import { frInformal } from './locales/fr.informal.ts'
import { fr } from './locales/fr.ts'
import { it } from './locales/it.ts'
import { ja } from './locales/ja.ts'
import { ko } from './locales/ko.ts'
import { nlFormal } from './locales/nl.formal.ts'
import { nl } from './locales/nl.ts'
import { pl } from './locales/pl.ts'
import { pt } from './locales/pt.ts'
import { zhInformal } from './locales/zh.informal.ts'
import { zh } from './locales/zh.ts'

/** Translations of the pages. To add a language: see `#platform/lib/languages`. */
export const messagesByLanguage: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  zh,
}

/** Keys of the texts that need no other values than these. */
export type PageMessageKey<Name extends string = never> = MessageKeyWith<typeof en, Name>

export type TranslatePage = Translate<typeof en>

/** The texts that differ in the other form of address of a language. To add one: a file beside the language. */
export const toneVariants: Readonly<Partial<Record<Language, ToneVariant>>> = {
  de: { tone: 'informal', messages: deInformal },
  es: { tone: 'formal', messages: esFormal },
  fr: { tone: 'informal', messages: frInformal },
  nl: { tone: 'formal', messages: nlFormal },
  zh: { tone: 'informal', messages: zhInformal },
}

const findMessages = createToneMessages(messagesByLanguage, toneVariants)

export const createPageTranslate = (language: Language, tone: Tone | null = null): TranslatePage =>
  createTranslate<typeof en>(language, findMessages(language, tone))
