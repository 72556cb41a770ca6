import type { Tone } from '#contract/tones'
import type { Language } from '#platform/lib/languages'
import { readCatalogues } from '#platform/messages/catalogues'
import type { PageMessages } from '#platform/messages/messages.generated'
import { createTranslate, type MessageKeyWith, type Translate } from '#platform/messages/translate'

/** The texts of the recipients' pages in all languages. */
export const pageCatalogues = readCatalogues('pages')

/** The keys of the texts that need no other values than the given ones. */
export type PageMessageKey<Name extends string = never> = MessageKeyWith<PageMessages, Name>

export type TranslatePage = Translate<PageMessages>

export const createPageTranslate = (language: Language, tone: Tone | null = null): TranslatePage =>
  createTranslate<PageMessages>(language, pageCatalogues.find(language, tone))
