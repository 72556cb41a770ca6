const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—' },
  ...{ hellip: '…', rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', bull: '•' },
}
/** Texts of products are shorter. No pattern looks beyond the next bracket, so that the time is linear. */
const maxLength = 20_000

/** Returns the text of HTML of a shop: paragraphs and list items on lines of their own, without tags, cut to a limit. */
export function toPlainText(value: unknown, limit = maxLength): string {
  if (typeof value !== 'string') return ''
  return value
    .slice(0, Math.min(maxLength, limit * 8)) // tags and spaces are longer than the text

    .replace(/<(script|style)\b[^<>]*>[\s\S]*?(<\/\1>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<(br|\/p|\/div|\/h\d|\/ul|\/ol)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, decode)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, limit)
}

function decode(text: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? text
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : ''
}
