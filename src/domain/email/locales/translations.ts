import type { en } from './en.ts'

type TranslationKey = keyof typeof en
type PluralKey<Key> = Key extends `${infer Before}_one` | `${infer Before}_other` ? Before : never
type PlainKey = Exclude<TranslationKey, `${PluralKey<TranslationKey>}_${string}`>

/** All texts by key. A text with a count has one key for each plural form of the language. */
export type Translations<Form extends string> = Readonly<
  Record<PlainKey | `${PluralKey<TranslationKey>}_${Form}`, string>
>

/** Keys for `Localizer.t`, without plural suffixes. */
export type MessageKey = PlainKey | PluralKey<TranslationKey>
