import type { en } from './en.ts'

type English = keyof typeof en
type Form = 'one' | 'many' | 'other'

/** Texts that differ by a count, without the form at their end. */
export type Counted = {
  [Key in English]: Key extends `${infer Stem}_other` ? Stem : never
}[English]
export type Plain = Exclude<English, `${Counted}_${Form}`>

/** All texts of a language that has these forms of number: none missing, none too many. */
export type Words<Forms extends Form> = Record<Plain, string> &
  Record<`${Counted}_${Forms}`, string>
