import format, { type CompiledMessage } from 'icu-minify/format'

/*
 * The code that resolves all texts while the service runs: texts of the web app, recipients' pages, emails
 * and text messages. It resolves a compiled ICU message to its words and its placeholders. The callers insert
 * the values, so that the content of a value is never interpreted.
 */

export type { CompiledMessage }

/** A pattern for a placeholder in a resolved message. No text contains these control characters. */
export const placeholderPattern = '\u0001(\\w+)\u0002'

const toPlaceholder = (name: string) => `\u0001${name}\u0002`

type Tags<Element> = Readonly<Record<string, (content: (string | Element)[]) => Element>>
type Values<Element> = Parameters<typeof format<Element>>[2] & object

/**
 * Resolves plural forms and tags of a message. In a message with a plural, `#`
 * becomes the placeholder `count`.
 *
 * @param count  selects the plural form
 */
export function resolveMessage<Element = never>(
  message: CompiledMessage,
  plurals: Intl.PluralRules,
  count?: unknown,
  tags?: Tags<Element>,
): readonly (string | Element)[] {
  if (typeof message === 'string') return [message]
  const given: Values<Element> = { ...tags, ...(hasPlural(message) && { count: Number(count) }) }
  const values = new Proxy(given, {
    get: (_, name: string) => given[name] ?? toPlaceholder(name),
    has: () => true,
  })
  const options = { formatters: { ...formatters, getPluralRules: () => plurals } }
  return [format<Element>(message, '', values, options)].flat() as (string | Element)[]
}

const formatters = {
  getNumberFormat: () => ({ format: () => toPlaceholder('count') }) as unknown as Intl.NumberFormat,
  getDateTimeFormat: (): never => {
    throw new Error('Format dates before they are inserted.')
  },
}

/** Returns whether a message contains `['count', 2, { one: …, other: … }]`. */
const hasPlural = (nodes: readonly unknown[]): boolean =>
  nodes.some((node) => Array.isArray(node) && (node[1] === pluralNode || hasPlural(node)))

const pluralNode = 2
