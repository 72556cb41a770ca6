/*
 * Text that comes from a spreadsheet: the signs that spreadsheets add to a value, and the
 * values that they have destroyed.
 */

/**
 * Invisible marks: zero-width marks, direction marks, soft hyphens and byte order marks. Excludes joiners,
 * because Persian names and emoji need them.
 */
const invisibleMarks =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

const formulaStart = /^'*[=+\-@\t\r＝＋－＠]/

/**
 * Adds an apostrophe before a cell that a spreadsheet would evaluate as a formula.
 * `unescapeFormula` restores the cell exactly.
 */
export const escapeFormula = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell

/** Quotation marks that a word processor put around the whole text of a cell. */
const quotationMarks = /^(?:“([^“”„]*)”|„([^“”„]*)[“”]|«([^«»]*)»|»([^«»]*)«|「([^「」]*)」)$/u

/** A pattern for a formula such as `=HYPERLINK("mailto:ada@example.com", "Ada")`. */
const hyperlink = /^=HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)$/i

// two patterns, because one for spaces around a line break takes a minute for a long cell of spaces
const spaces = /[\s\u0085]+/g
const lineBreak = /[\t-\r\u0085\u2028\u2029]/

/**
 * Cleans a text: puts it in one line, and removes invisible marks, spaces and quotation marks around it, and
 * the apostrophe before a formula. A link becomes the text that the sheet shows.
 */
export function cleanText(cell: string): string {
  const line = cell
    .replace(invisibleMarks, '')
    .replace(spaces, (run) => (lineBreak.test(run) ? ' ' : run))
    .trim()
  const [, target, shown] = hyperlink.exec(line) ?? []
  const text = (shown ?? target)?.replaceAll('""', '"') ?? line
  const quoted = quotationMarks.exec(text)?.slice(1)
  return unescapeFormula(quoted?.find((each) => each !== undefined)?.trim() ?? text)
}

const fullWidthAscii = /[\uff01-\uff5e]/g

/**
 * Cleans an email address. Replaces the signs of Chinese and Japanese keyboards by
 * ASCII signs: `ａｄａ＠example．com`.
 */
export const cleanEmail = (cell: string): string =>
  cleanText(cell)
    .replace(fullWidthAscii, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/^mailto:/i, '')

/**
 * Cleans a value such as a parcel number or a code. Removes the same signs as for a text, and the signs that
 * preserve zeros: `="0042"` and the apostrophe before a digit.
 */
export function cleanValue(cell: string): string {
  const text = cleanText(cell)
  const [, quoted] = /^="((?:[^"]|"")*)"$/.exec(text) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"').trim()
  return text.replace(/^['‘’](?=[\p{L}\p{N}])/u, '').trim()
}

export type Damage = 'scientific' | 'error_value' | 'hashes' | 'formula'

/**
 * A pattern for numbers such as 6.03628E+15, also with the comma of other languages. `12E5` does not match,
 * because it can be a code.
 */
const scientific = /^[+-]?\d+(?:[.,]\d+E[+-]?|E\+)\d{1,3}$/i

/** A pattern for the error values of spreadsheets in their languages: #N/A, #REF!, #NOM?, #¡VALOR!. */
const errorValue =
  /^#(?:[¡¿]?[\p{Lu}\d/ ]{2,16}[!?]|N\/A|N\/D|N\/B|NV|I\/T|Н\/Д|N\/DISP|HIÁNYZIK|PUUTTUU!?|SAKNAS!?|YOK|BELUM ADA)$/u

const formula =
  /^(?:[=＝]|[+\-@＋－＠]\s*[A-Z]+[A-Z0-9.]*\s*[(!$]|[+\-@＋－＠]\$?[A-Z]{1,3}\$?\d{1,7}$)/i

/**
 * Finds what a spreadsheet has made of a value that was a number, a code or a key. Returns
 * undefined for an intact value.
 */
export function findDamage(value: string): Damage | undefined {
  if (scientific.test(value)) return 'scientific'
  if (/^#{2,}$/.test(value)) return 'hashes'
  if (errorValue.test(value)) return 'error_value'
  return formula.test(value) ? 'formula' : undefined
}

// biome-ignore format: one message a line
export const damageMessages: Readonly<Record<Damage, string>> = {
  scientific:  'was rounded by a spreadsheet (6.03628E+15); format the column as text, enter the whole number and export again',
  error_value: 'is an error value of a spreadsheet, such as #N/A; correct the formula and export again',
  hashes:      'is a number that a spreadsheet did not show (####); format the column as text and export again',
  formula:     'is a formula; replace it by its value and export again',
}

/**
 * A pattern for a text that was decoded with a wrong encoding: `JÃ¼rgen`, C1 control
 * characters, replacement characters.
 */
const wrongDecoding =
  /[\u0080-\u009f\ufffd]|Ã[\u00a0-\u00bfƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ€]|[ÂÅÄÐÑ][\u00a0-\u00bf](?=\p{L}|$)|â€|ƒ[A-Z]|[‚ƒ„…†‡ˆ‰‹›]\p{L}|\p{L}[¤¦¨¬±²³µ¶¸¹¼½¾¿©•°]|[¤¦¨¬±²³µ¶¸¹¼½¾¿©•]\p{L}|\p{L}[‚ƒ„†‡ˆ‰‹]/u

export const looksWronglyDecoded = (text: string): boolean => wrongDecoding.test(text)
