/** Shops export descriptions as HTML. A text in angle brackets that is no HTML, such as `<3`, stays. */
const htmlTag =
  /<\/?(?:p|br|div|span|ul|ol|li|strong|em|b|i|u|h[1-6]|a|table|tbody|thead|tr|td|th|img|font|meta|blockquote)\b[^<>]*>/gi

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  hellip: '…',
  bull: '•',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  euro: '€',
}

/** Returns the text of HTML, with its paragraphs and lists as lines. Other texts stay as they are. */
export function toPlainText(text: string): string {
  if (text.search(htmlTag) < 0) return text
  return text
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<(?:br|\/p|\/div|\/li|\/ul|\/ol|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(htmlTag, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, decodeEntity)
    .replace(/ *\n */g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

function decodeEntity(all: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name] ?? all
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : all
}
