import { createLruCache } from '#platform/lib/lru-cache'
import type { EmailContent } from '../templates/email-content.ts'
import { type EmailTheme, renderHtml } from './render-html.ts'

/*
 * The components need a millisecond for each email, and most of their output is the same for all emails of
 * one kind, theme and language. So the first of these emails is rendered with placeholders instead of its
 * texts. The result is cached, and the texts of each email replace the placeholders.
 */

/** An HTML document in alternating parts: literal text, and the indexes of values. */
interface HtmlTemplate {
  literals: readonly string[]
  valueIndexes: readonly number[]
}

const maxTemplates = 500
const maxTemplateBytes = 8 * 1024 * 1024
/** The cached templates. They are promises, so that concurrent emails render each template only once. */
const templates = createLruCache<Promise<HtmlTemplate> | undefined>(maxTemplates, maxTemplateBytes)

/** Renders the HTML document. The result has the same bytes as that of `renderHtml`. */
export async function renderWithTemplate(
  content: EmailContent,
  theme: EmailTheme,
  language: string,
): Promise<string> {
  if (!canUsePlaceholders(content, theme)) return renderHtml(content, theme, language)
  const { shape, values } = extractValues(content)
  const { literals, valueIndexes } = await findTemplate(shape, theme, language)
  const escaped = values.map(escapeHtml)
  return literals.reduce((html, literal, index) => {
    const valueIndex = valueIndexes[index - 1]
    return `${html}${valueIndex === undefined ? '' : escaped[valueIndex]}${literal}`
  }, '')
}

function findTemplate(
  shape: EmailContent,
  theme: EmailTheme,
  language: string,
): Promise<HtmlTemplate> {
  const key = JSON.stringify([shape, theme, language])
  const known = templates.get(key)
  if (known !== undefined) return known
  const template = renderHtml(shape, theme, language).then(parseTemplate)
  templates.set(key, template)
  template.then(
    ({ literals }) => templates.set(key, template, estimateBytes(key, literals)),
    () => templates.set(key, undefined),
  )
  return template
}

const estimateBytes = (key: string, literals: readonly string[]) =>
  2 * literals.reduce((sum, { length }) => sum + length, key.length)

/** The signs around a placeholder: characters for private use, which the components do not change. */
const [open, close] = ['\uE000', '\uE001']
const placeholderPattern = new RegExp(`${open}(\\d+)_*${close}`, 'g')
const toPlaceholder = (index: number) => `${open}${index}${close}`

function parseTemplate(html: string): HtmlTemplate {
  const parts = html.split(placeholderPattern)
  return {
    literals: parts.filter((_, index) => index % 2 === 0),
    valueIndexes: parts.filter((_, index) => index % 2 === 1).map(Number),
  }
}

/**
 * Returns whether the content can be rendered with placeholders. Rendering replaces NUL characters and single
 * surrogates (JSON escapes both), and the content must not contain the signs of a placeholder.
 */
const canUsePlaceholders = (content: EmailContent, theme: EmailTheme) =>
  !/[\uE000\uE001]|\\u0000|\\ud/.test(JSON.stringify([content, theme]))

/** The number of characters that the preview component shows. It pads shorter texts. */
const maxPreviewLength = 150

/**
 * Replaces the texts of the content with placeholders. Equal texts have the same placeholder, because the
 * components can compare them. Does not replace empty texts, and URLs that the components could reject.
 */
function extractValues(content: EmailContent): { shape: EmailContent; values: string[] } {
  const indexByValue = new Map<string, number>()
  const toIndex = (value: string): number => {
    const index = indexByValue.get(value) ?? indexByValue.size
    indexByValue.set(value, index)
    return index
  }
  const replace = (value: string) => (value === '' ? '' : toPlaceholder(toIndex(value)))
  const replaceAll = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => replaceAll(each, key))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, replaceAll(each, name)]),
      )
    if (typeof value !== 'string') return value
    return isUrl(key) && !/^https?:\/\//.test(value) ? value : replace(value)
  }
  const { message, preview, ...rest } = content
  const shape = {
    ...(replaceAll(rest, '') as Omit<EmailContent, 'message' | 'preview'>),
    preview: replacePreview(preview.slice(0, maxPreviewLength), toIndex),
    ...(message && {
      message: {
        ...(replaceAll(message, '') as typeof message),
        text: message.text.replaceAll(/[^\r\n]+/g, replace), // each line of the text is an HTML element
      },
    }),
  }
  return { shape, values: [...indexByValue.keys()] }
}

const isUrl = (key: string) => key === 'url' || key.endsWith('_url')

/**
 * Replaces the preview text with a placeholder of the same length, because the padding depends on the length.
 */
function replacePreview(preview: string, toIndex: (value: string) => number): string {
  const minLength = 6
  if (preview.length < minLength) return preview
  return `${open}${String(toIndex(preview)).padEnd(preview.length - 2, '_')}${close}`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** Escapes text and attribute values in the same way as React. */
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)
