import type { ReactNode } from 'react'

/** The forms of a text with a count, by the categories of `Intl.PluralRules`. */
export type PluralForms = { readonly other: string } & {
  readonly [category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string
}

/** Translations by their English texts. A text with a count has its English form for many as the key. */
export type Catalogue = Readonly<Record<string, string | PluralForms>>

/** A catalogue of another language, with exactly the texts of the German one. */
export type SameTexts<C extends Catalogue> = {
  readonly [K in keyof C]: C[K] extends string ? string : PluralForms
}

type KeysWith<C, Value> = {
  [K in keyof C]: C[K] extends Value ? K : never
}[keyof C] &
  string

/** The texts of a catalogue without a count. */
export type TextOf<C> = KeysWith<C, string>
/** The texts of a catalogue with a count, in their form for many. */
export type PluralTextOf<C> = KeysWith<C, PluralForms>

/** The names of `{placeholders}` in a text. */
type PlaceholderOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never

/** The names of `<tags>…</tags>` in a text. */
type TagOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagOf<Rest>
  : never

/** The argument with the values of a text: none if it has no placeholder. */
export type ValuesOf<Text extends string, Given extends string = never> = [
  Exclude<PlaceholderOf<Text>, Given>,
] extends [never]
  ? []
  : [values: Readonly<Record<Exclude<PlaceholderOf<Text>, Given>, string | number>>]

/** The elements of a text: one for each placeholder, and a function of the content for each tag. */
export type ElementsOf<Text extends string> = Readonly<Record<PlaceholderOf<Text>, ReactNode>> &
  Readonly<Record<TagOf<Text>, (content: ReactNode) => ReactNode>>
