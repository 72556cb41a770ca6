/*
 * Numbers of a workbook as a spreadsheet shows them, where the form matters for a value: dates, and zeros at
 * the beginning. The separators and units of a format are left out.
 */

/** Returns whether a built-in format shows a date or a time (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Removes texts in quotation marks, colours and conditions from the code of a format. */
const withoutTexts = (code: string): string =>
  (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')

export type NumberFormat =
  | { kind: 'general' }
  | { kind: 'date' }
  /**
   * A format with leading zeros. `digits` is the number of digits before the decimal
   * separator, such as 5 for `00000`.
   */
  | { kind: 'zeros'; digits: number }

export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: isBuiltInDate(id) ? 'date' : 'general' }
  const plain = withoutTexts(code)
  if (/[dmyhs年月日]/i.test(plain.replace(/general/gi, ''))) return { kind: 'date' }
  const digits = /^[^0#]*(0{2,})[^0#?.,]*$/.exec(plain)?.[1]?.length
  return digits === undefined ? { kind: 'general' } : { kind: 'zeros', digits }
}

const dayMs = 86_400_000
/**
 * Day 0 of the two date systems of Excel. The system of 1900 has a 29 February 1900,
 * which did not exist, before day 61.
 */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const

/**
 * The limit of exact whole numbers. Excel stores fifteen digits, and loses the
 * further digits of a longer number.
 */
const maxExact = 1e15

/**
 * Formats a number as a text. Whole numbers of more than fifteen digits remain in scientific notation,
 * because some of their digits are lost.
 */
export function formatNumber(value: string, format: NumberFormat, system: 1900 | 1904): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (format.kind === 'date' && number >= 0 && number < 2_958_466) return formatDate(number, system)
  if (Math.abs(number) >= maxExact) return toScientific(number)
  // a workbook stores 0.1 + 0.2 with all its digits, and shows fifteen of them
  const text = String(Number(number.toPrecision(15)))
  const plain = /e/i.test(text) ? toDecimal(number) : text
  return format.kind === 'zeros' && /^\d+$/.test(plain) ? plain.padStart(format.digits, '0') : plain
}

function formatDate(days: number, system: 1900 | 1904): string {
  const shifted = system === 1900 && days < 60 ? days + 1 : days
  const at = new Date(epochs[system] + Math.round(shifted * 86_400) * 1_000)
  const [day = '', time = ''] = at.toISOString().split('T')
  const clock = time.slice(0, 8).replace(/:00$/, '')
  if (days < 1) return clock
  return at.getTime() % dayMs === 0 ? day : `${day} ${clock}`
}

const toScientific = (number: number): string =>
  number
    .toExponential()
    .replace('e', 'E')
    .replace(/^(-?\d)E/, '$1.0E')

const toDecimal = (number: number): string => number.toFixed(20).replace(/\.?0+$/, '')
