import type { Tone } from '#contract/tones'
import type { Language } from '../lib/languages.ts'
import { readCatalogues } from './catalogues.ts'
import type { PageMessages } from './messages.generated.ts'
import { createTranslate, type MessageKeyWith, type Translate } from './translate.ts'

/** The texts of the recipients' pages and printed cards in all languages. */
export const pageCatalogues = readCatalogues('pages')

/** The keys of the texts that need no other values than the given ones. */
export type PageMessageKey<Name extends string = never> = MessageKeyWith<PageMessages, Name>

export type TranslatePage = Translate<PageMessages>

export const createPageTranslate = (language: Language, tone: Tone | null = null): TranslatePage =>
  createTranslate<PageMessages>(language, pageCatalogues.find(language, tone))
