import type { Messages } from '#platform/messages/translate'
import { tryReadShape } from './message-shape.ts'

/**
 * Finds the plural forms of a language for whole numbers up to a thousand. Adds `other`, which ICU requires.
 */
export function findPluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  const forms = new Set<string>(Array.from({ length: 1001 }, (_, count) => rules.select(count)))
  return [...forms.add('other')].sort()
}

/** Compares the texts of a language with the English texts. Returns a problem for each wrong text. */
export function checkMessages(language: string, messages: Messages, english: Messages): string[] {
  const missing = Object.keys(english).filter((key) => messages[key] === undefined)
  return [
    ...missing.map((key) => `“${key}” is missing`),
    ...Object.entries(messages).flatMap(([key, text]) => {
      const source = english[key]
      if (source === undefined) return [`“${key}” is not used`]
      return checkMessage(language, text, source).map((problem) => `“${key}” ${problem}`)
    }),
  ]
}

/** Compares the texts of the other form of address with the usual texts of the same language. */
export function checkVariant(language: string, variant: Messages, usual: Messages): string[] {
  return Object.entries(variant).flatMap(([key, text]) => {
    const source = usual[key]
    if (source === undefined) return [`“${key}” is not used`]
    if (source === text) return [`“${key}” is the same in both forms of address: remove it here`]
    return checkMessage(language, text, source).map((problem) => `“${key}” ${problem}`)
  })
}

/**
 * Returns a problem for each English text that lacks the values and elements of its key. In the web app, the
 * key says which values and elements the code inserts.
 */
export function checkPlaceholders(english: Messages): string[] {
  return Object.entries(english).flatMap(([key, text]) => {
    const shape = tryReadShape(text)
    if (typeof shape === 'string') return [] // the comparison of the languages reports this problem
    const inKey = new Set(
      [...key.matchAll(/\{(\w+)\}|<\/(\w+)>/g)].map(([, name, tag]) => name ?? tag),
    )
    if (shape.isPlural) inKey.delete('count')
    const expected = [...inKey].sort().join(', ')
    return [...shape.forms.values()]
      .filter(({ names }) => names.join(', ') !== expected)
      .map(
        ({ names, text: words }) =>
          `“${key}” has the names “${names.join(', ')}” instead of “${expected}”${quoteHint(text)}: ${words}`,
      )
  })
}

/** Returns the usual reason of a missing name: an apostrophe before a brace or a tag. */
const quoteHint = (text: string) =>
  /'[{}<#]/.test(text) ? ', because an apostrophe quotes what follows (write ’ instead)' : ''

function checkMessage(language: string, text: string, source: string): string[] {
  const shape = tryReadShape(text)
  if (typeof shape === 'string') return [shape]
  const sourceShape = tryReadShape(source)
  if (typeof sourceShape === 'string') return [] // the check of the source text reports this problem
  const { forms, isPlural } = sourceShape
  if (isPlural !== shape.isPlural)
    return [isPlural ? 'has no plural forms' : 'has plural forms, and the English text has none']
  const expected = isPlural ? findPluralForms(language) : ['']
  const actual = [...shape.forms.keys()].sort()
  if (actual.join() !== expected.join())
    return [`has the plural forms ${actual.join(', ')} instead of ${expected.join(', ')}`]
  const names = (forms.get('other') ?? forms.get(''))?.names.join(', ') ?? ''
  return [...shape.forms].flatMap(([form, { names: own, text: words }]) => [
    ...(words.trim() === '' ? [`is empty ${form}`.trim()] : []),
    ...(own.join(', ') === names
      ? []
      : [`has the names “${own.join(', ')}” instead of “${names}”${quoteHint(text)}: ${words}`]),
  ])
}
