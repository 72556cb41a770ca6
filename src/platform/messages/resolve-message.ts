import format, { type CompiledMessage } from 'icu-minify/format'

/*
 * The runtime of all texts: web app, recipients' pages, emails and text messages. It resolves a compiled ICU message to its
 * words and its placeholders. The callers insert the values, so that the content of a value is never interpreted.
 */

export type { CompiledMessage }

/** Matches a placeholder in a resolved message. No text contains these characters. */
export const placeholderPattern = '\u0001(\\w+)\u0002'

const toPlaceholder = (name: string) => `\u0001${name}\u0002`

type Tags<Element> = Readonly<Record<string, (content: readonly (string | Element)[]) => Element>>

/**
 * Resolves plural forms and tags. In a message with a plural, `#` becomes the placeholder `count`.
 * @param names  the names of the values
 * @param count  selects the plural form
 */
export function resolveMessage<Element = never>(
  message: CompiledMessage,
  plurals: Intl.PluralRules,
  names: readonly string[],
  count?: unknown,
  tags?: Tags<Element>,
): readonly (string | Element)[] {
  if (typeof message === 'string') return [message]
  const values = {
    ...Object.fromEntries(names.map((name) => [name, toPlaceholder(name)])),
    ...(tags as Record<string, (content: (string | Element)[]) => Element> | undefined),
    ...(hasPlural(message) && { count: Number(count) }),
  }
  const options = { formatters: { ...formatters, getPluralRules: () => plurals } }
  return [format<Element>(message, '', values, options)].flat() as (string | Element)[]
}

const formatters = {
  getNumberFormat: () => ({ format: () => toPlaceholder('count') }) as unknown as Intl.NumberFormat,
  getDateTimeFormat: (): never => {
    throw new Error('Format dates before they are inserted.')
  },
}

/** Whether a message contains `['count', 2, { one: …, other: … }]`. */
const hasPlural = (nodes: readonly unknown[]): boolean =>
  nodes.some((node) => Array.isArray(node) && (node[1] === pluralNode || hasPlural(node)))

const pluralNode = 2
