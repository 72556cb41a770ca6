import { createElement, Fragment, type ReactNode } from 'react'
import { formatNumber } from './format.ts'
import { language } from './language.ts'
import type {
  Catalogue,
  ElementsOf,
  PluralForms,
  PluralTextOf,
  TextOf,
  ValuesOf,
} from './text-types.ts'

/** The functions that translate the texts of one area. `C` has the texts of the area and the common ones. */
export interface Texts<C extends Catalogue> {
  /** Translates a text and fills in its placeholders. Numbers are formatted. */
  t: <K extends TextOf<C>>(text: K, ...values: ValuesOf<K>) => string
  /** Translates a text with a count: `plural(n, '{count} gift', '{count} gifts')`. */
  plural: <K extends PluralTextOf<C>>(
    count: number,
    one: string,
    other: K,
    ...values: ValuesOf<K, 'count'>
  ) => string
  /** Renders a text whose placeholders and tags are elements: `<Trans text="Read the <a>guide</a>." a={…} />`. */
  Trans: <K extends TextOf<C>>(props: { text: K } & ElementsOf<K>) => ReactNode
}

/** Loads the texts of an area and the common ones in the language of the web app. English needs no catalogue. */
export async function loadTexts<C extends Catalogue>(area: string): Promise<Texts<C>> {
  const catalogue =
    language === 'en'
      ? {}
      : Object.assign({}, ...(await Promise.all([loadCatalogue('common'), loadCatalogue(area)])))
  return createTexts<C>(catalogue)
}

async function loadCatalogue(area: string): Promise<Catalogue> {
  const module: { catalogue: Catalogue } = await import(`./catalogues/${language}/${area}.ts`)
  return module.catalogue
}

type Values = Readonly<Record<string, string | number>>

/** A text may end with `|` and a note for translators, such as `Open|verb`: the note is not shown. */
const removeNote = (text: string) => text.replace(/\|[\w ]+$/, '')

const pluralRules = new Intl.PluralRules(language)

/** Creates the functions for a catalogue. An empty one gives the English texts. */
export function createTexts<C extends Catalogue>(catalogue: Catalogue): Texts<C> {
  const find = (text: string) => (catalogue[text] as string | undefined) || removeNote(text)
  return {
    t: (text, ...[values]) => fillIn(find(text), values),
    plural: (count, one, other, ...[values]) => {
      const forms = (catalogue[other] as PluralForms | undefined) ?? { one, other }
      const text = forms[pluralRules.select(count)] ?? forms.other
      return fillIn(removeNote(text), { ...(values as Values | undefined), count })
    },
    Trans: createTrans(find),
  }
}

const createTrans =
  (find: (text: string) => string): Texts<Catalogue>['Trans'] =>
  ({ text, ...elements }) =>
    renderParts(find(text), elements)

const fillIn = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? formatNumber(value) : (value ?? placeholder)
  })

type Element = ReactNode | ((content: ReactNode) => ReactNode)

function renderParts(text: string, elements: Readonly<Record<string, Element>>): ReactNode {
  const parts = text.split(/(\{\w+\}|<(\w+)>.*?<\/\2>)/s)
  const rendered = parts.map((part, index) => {
    if (index % 3 === 0) return part
    return index % 3 === 1 ? renderElement(part, elements) : '' // the name of the tag before
  })
  return createElement(Fragment, null, ...rendered)
}

function renderElement(part: string, elements: Readonly<Record<string, Element>>): ReactNode {
  const [, tag, content = ''] = /^<(\w+)>(.*)<\/\w+>$/s.exec(part) ?? []
  const element = elements[tag ?? part.slice(1, -1)]
  if (typeof element === 'function') return element(renderParts(content, elements))
  return typeof element === 'number' ? formatNumber(element) : element
}
