/** A submitted form. It contains each field once, as text that PostgreSQL can store. */
export type Form = ReadonlyMap<string, string>

const maxFieldLength = 4_000 // in characters; every field has a lower limit

/** Parses the request body as a form. The function ignores everything except strings. */
export function parseForm(body: unknown): Form {
  const fields = new Map<string, string>()
  if (typeof body !== 'object' || body === null) return fields
  for (const [name, value] of Object.entries(body)) {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value]
    const texts = all.filter((text) => typeof text === 'string')
    if (texts.length > 0) fields.set(name, texts.map(normalizeText).join(separator))
  }
  return fields
}

const separator = '\u001f' // no keyboard types this character, and normalizeText removes it

/** Returns all values of a field name, with or without a numeric suffix. */
export const allValues = (form: Form, name: string): string[] =>
  [...form]
    .filter(([each]) => each === name || each.startsWith(`${name}-`))
    .flatMap(([, text]) => text.split(separator))
    .filter((text) => text !== '')

/**
 * Normalizes a text: line ends become LF, NUL, separators and lone surrogates are removed, and the text is
 * trimmed and truncated.
 */
const normalizeText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(separator, '')
    .replace(/\r\n?/g, '\n')
    .slice(0, maxFieldLength)
    .toWellFormed()
    .trim()
