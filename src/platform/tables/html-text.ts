import { decodeHTML } from 'entities'

/**
 * A pattern for HTML tags, because shops export descriptions as HTML. A text in angle brackets that is not
 * HTML, such as `<3`, does not match.
 */
const htmlTag =
  /<\/?(?:p|br|div|span|ul|ol|li|strong|em|b|i|u|h[1-6]|a|table|tbody|thead|tr|td|th|img|font|meta|blockquote)\b[^<>]*>/gi

/** Converts HTML to text, with its paragraphs and lists as lines. Returns all other texts unchanged. */
export function toPlainText(text: string): string {
  if (text.search(htmlTag) < 0) return text
  const lines = text
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<(?:br|\/p|\/div|\/li|\/ul|\/ol|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(htmlTag, '')
  return decodeHTML(lines)
    .replaceAll('\u00a0', ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
