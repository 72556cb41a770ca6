import type { en } from './en.ts'

type English = keyof typeof en
type PluralForm = 'one' | 'many' | 'other'

/** Keys of texts with plural forms, without the form suffix. */
export type PluralKey = {
  [Key in English]: Key extends `${infer Stem}_other` ? Stem : never
}[English]
export type PlainKey = Exclude<English, `${PluralKey}_${PluralForm}`>

/** All texts of a language with these plural forms. The compiler rejects missing and unknown keys. */
export type Messages<Forms extends PluralForm> = Record<PlainKey, string> &
  Record<`${PluralKey}_${Forms}`, string>
