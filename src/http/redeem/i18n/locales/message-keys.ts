import type { en } from './en.ts'

type English = keyof typeof en
type PluralForm = 'one' | 'many' | 'other'

/** Texts that differ by a count, without the form at their end. */
export type PluralKey = {
  [Key in English]: Key extends `${infer Stem}_other` ? Stem : never
}[English]
export type PlainKey = Exclude<English, `${PluralKey}_${PluralForm}`>

/** All texts of a language that has these forms of number: none missing, none too many. */
export type Messages<Forms extends PluralForm> = Record<PlainKey, string> &
  Record<`${PluralKey}_${Forms}`, string>
