/** What somebody typed into one of our forms: each field once, as text a database can hold. */
export type Form = ReadonlyMap<string, string>

const maxFieldLength = 4_000 // characters; the longest text asked for is shorter

/** From the body of a request, whatever it is. */
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

const separator = '\u001f' // no key types it, and tidy takes it out

/** All that was sent under this name, or under it and a number. */
export const allValues = (form: Form, name: string): string[] =>
  [...form]
    .filter(([each]) => each === name || each.startsWith(`${name}-`))
    .flatMap(([, text]) => text.split(separator))
    .filter((text) => text !== '')

/** Line ends as we write them, and nothing that is not text. */
const normalizeText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(separator, '')
    .replace(/\r\n?/g, '\n')
    .slice(0, maxFieldLength)
    .toWellFormed()
    .trim()
