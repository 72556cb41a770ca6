import { errorCodes, events } from '#contract'
import { settings } from '#platform/config/setting-definitions'
import { toAnchor } from './markdown.ts'
import { getRoute, groupOperations, type OpenApiDocument } from './openapi-document.ts'
import { decisionsTitle, readText, type Section } from './sections.ts'

/**
 * An entry of the search index. It has the URL, the page, the heading, the beginning of the text, and the
 * words of the rest. The search finds these words but does not display them, which makes the index only half
 * as large.
 */
export type SearchEntry = readonly [
  url: string,
  page: string,
  heading: string,
  text: string,
  words?: string,
]

/**
 * Builds the entries of the search index: the sections of all guides, and each operation, event, error code
 * and setting. The generated tables in the guides are omitted, because each of their rows has its own entry.
 */
export function buildSearchIndex(
  sections: readonly Section[],
  document: OpenApiDocument,
): SearchEntry[] {
  const guides = sections.flatMap(({ title, guides }) =>
    guides.flatMap(({ name, file, title: page }) => {
      const text = readText(file)
      return title === decisionsTitle
        ? [[`/docs/${name}`, decisionsTitle, page, summarizeDecision(text)] as const]
        : splitGuide(`/docs/${name}`, page, text)
    }),
  )
  return [...operationEntries(document), ...definitionEntries(), ...guides]
}

function operationEntries(document: OpenApiDocument): SearchEntry[] {
  return groupOperations(document).flatMap(({ entries }) =>
    entries.map((entry): SearchEntry => {
      const { method, operation } = entry
      const { operationId, summary, description } = operation
      const route = `${method.toUpperCase()} ${getRoute(entry)}`
      const text = `${route}. ${operationId}. ${toPlainText(description)}`
      return [`/docs/reference#${operationId}`, 'Reference', summary, text]
    }),
  )
}

function definitionEntries(): SearchEntry[] {
  const errors = Object.entries(errorCodes).map(([code, [status, , message]]): SearchEntry => {
    const text = `${status}: ${toPlainText(message)}`
    return [`/docs/reference#error-${code}`, 'Errors', code, text]
  })
  const eventEntries = Object.entries(events).map(([type, description]): SearchEntry => {
    return [`/docs/reference#${type}`, 'Events', type, toPlainText(description)]
  })
  const settingEntries = Object.entries(settings).map(([name, { description }]): SearchEntry => {
    return [`/docs/operations#${settingsAnchor}`, 'Settings', name, toPlainText(description)]
  })
  return [...errors, ...eventEntries, ...settingEntries]
}

/** The heading above the table of settings in docs/operations.md. */
const settingsAnchor = 'settings'

/** Splits a guide into one entry for each heading. */
function splitGuide(url: string, page: string, source: string): SearchEntry[] {
  const text = source
    .replace(/<!-- begin[\s\S]*?<!-- end[^>]*-->/g, '')
    .replace(/^```[\s\S]*?^```$/gm, '')
  return text.split(/^(?=#{1,3} )/m).flatMap((part): SearchEntry[] => {
    const [, level = '', title = ''] = /^(#{1,3}) (.*)$/m.exec(part) ?? []
    const body = toPlainText(part.replace(/^#.*$/m, ''))
    if (level === '') return []
    const [start, words] = shorten(body)
    if (level === '#') return [[url, page, page, start, words]]
    return [[`${url}#${toAnchor(title)}`, page, toPlainText(title), start, words]]
  })
}

const maxTextLength = 190

/** Splits a text into its beginning, and the words of the rest that are not in the beginning. */
function shorten(text: string): [start: string, words: string] {
  if (text.length <= maxTextLength) return [text, '']
  const end = text.lastIndexOf(' ', maxTextLength)
  const toWords = (part: string) =>
    part
      .toLowerCase()
      .replace(/https?:\/\//g, '')
      .match(/[\p{L}\p{N}_]{3,}/gu) ?? []
  const known = new Set([...commonWords, ...toWords(text.slice(0, end))])
  const words = new Set(toWords(text.slice(end)).filter((word) => !known.has(word)))
  return [text.slice(0, end), [...words].sort().join(' ')]
}

const commonWords =
  'the and for are was not but its with that this from has have can does each than then they only also into which when after before without within'.split(
    ' ',
  )

/**
 * Returns the first sentences of the decision in a text. If the index contained all decisions completely, it
 * would be twice as large.
 */
function summarizeDecision(text: string): string {
  const [, decision = ''] = /^## Decision\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? []
  return toPlainText(decision.replace(/^```[\s\S]*?^```$/gm, '')).slice(0, 160)
}

const toPlainText = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^\|[-:| ]+\|$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|^\s*[-#>]+\s/gm, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
