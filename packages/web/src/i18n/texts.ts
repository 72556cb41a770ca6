import { createElement, Fragment, type ReactNode } from 'react'
import { loadMessages } from '#web/i18n/load-messages.ts'
import { compileSimple } from './compile-simple.ts'
import { formatNumber } from './format.ts'
import { language } from './language.ts'
import { type CompiledMessage, placeholderPattern, resolveMessage } from './shared.ts'
import type { ElementsOf, ValuesOf } from './text-types.ts'

/** The functions that translate the texts of one area. */
export interface Texts<Text extends string> {
  /** Translates a text and inserts its values. Numbers are formatted, and `count` selects the plural form. */
  t: <K extends Text>(text: K, ...values: ValuesOf<K>) => string
  /**
   * Renders a text whose placeholders and tags become elements: `<Trans text="Read the <a>guide</a>." a={…}
   * />`.
   */
  Trans: <K extends Text>(props: { text: K } & ElementsOf<K>) => ReactNode
}

/**
 * The compiled messages by English text. A text without plural forms that is also its own message is omitted.
 */
export type Messages = Readonly<Record<string, CompiledMessage>>

/**
 * Loads the texts of an area and the common texts, in the language of the web app. The type `C` has the
 * English texts of both.
 */
export async function loadTexts<C>(area: string): Promise<Texts<keyof C & string>> {
  const [common, own] = await Promise.all(
    ['common', area].map((each) => loadMessages(language, each)),
  )
  return createTexts<C>({ ...common, ...own })
}

/**
 * Creates the functions for compiled messages. If a text is not among the messages, it is its own message
 * without plural forms.
 */
export function createTexts<C>(messages: Messages): Texts<keyof C & string> {
  const find = (text: string) => messages[text] || compileSimple(text)
  return {
    t: (text, ...[values]) =>
      resolve(find(text), values)
        .map((part) => insertText(part, values))
        .join(''),
    Trans: createTrans(find),
  }
}

const createTrans =
  (find: (text: string) => CompiledMessage): Texts<string>['Trans'] =>
  ({ text, ...elements }) =>
    renderParts(resolve(find(text), elements), elements)

const plurals = new Intl.PluralRules(language)
const placeholder = new RegExp(placeholderPattern)
const placeholders = new RegExp(placeholderPattern, 'g')

type Values = Readonly<Record<string, string | number>> | undefined
type Content = readonly (string | ReactNode)[]
type Elements = Readonly<Record<string, ReactNode | ((content: ReactNode) => ReactNode)>>

function resolve(message: CompiledMessage, values: Elements | undefined = {}): Content {
  const tags = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'function'
      ? [[name, (content: Content) => value(renderParts(content, values))] as const]
      : [],
  )
  return resolveMessage<ReactNode>(message, plurals, values.count, Object.fromEntries(tags))
}

const insertText = (part: ReactNode, values: Values): string =>
  String(part).replace(placeholders, (_, name: string) => {
    const value = values?.[name]
    return typeof value === 'number' ? formatNumber(value) : (value ?? `{${name}}`)
  })

function renderParts(parts: Content, elements: Elements): ReactNode {
  const rendered = parts.flatMap((part) =>
    typeof part === 'string'
      ? part
          .split(placeholder)
          .map((each, index) => (index % 2 === 0 ? each : render(elements[each])))
      : [part],
  )
  return createElement(Fragment, null, ...rendered)
}

const render = (element: Elements[string]) =>
  typeof element === 'number' ? formatNumber(element) : (element as ReactNode)
