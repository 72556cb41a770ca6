import type { ReactNode } from 'react'

/** The names of `{placeholders}` in a text. */
type PlaceholderOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never

/** The names of `<tags>…</tags>` in a text. */
type TagOf<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagOf<Rest>
  : never

/**
 * The type of the argument with the values of a text. If the text has no placeholder, there is no argument. A
 * text can have plural forms without showing the count.
 */
export type ValuesOf<Text extends string> = [PlaceholderOf<Text>] extends [never]
  ? []
  : [
      values: {
        readonly [Name in PlaceholderOf<Text>]: Name extends 'count' ? number : string | number
      } & { readonly count?: number },
    ]

/**
 * The types of the elements in a text: an element for each placeholder, and a function of the content for
 * each tag.
 */
export type ElementsOf<Text extends string> = Readonly<Record<PlaceholderOf<Text>, ReactNode>> &
  Readonly<Record<TagOf<Text>, (content: ReactNode) => ReactNode>>
