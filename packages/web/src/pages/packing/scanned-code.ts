/*
 * The text that a scanner types can differ from the text of the barcode. Some scanners add the symbology
 * before it and control characters around it. A scanner with the American keyboard layout types other
 * characters on a computer with another layout.
 */

/** The AIM symbology identifier that a scanner can add, such as `]C1` for GS1-128 and `]E0` for EAN-13. */
const symbology = /^\][A-Za-z][0-9A-Za-z]/
/**
 * The characters that a scanner adds at the ends of a code. The mark FNC1 arrives as the group separator.
 * Scanners end a code with a carriage return or a tab.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what scanners send
const marksAtEnds = /^[\s\u0000-\u001f\u007f]+|[\s\u0000-\u001f\u007f]+$/g

/** Removes the characters that a scanner adds to a text. */
export const cleanScan = (text: string): string =>
  text.replace(marksAtEnds, '').replace(symbology, '').replace(marksAtEnds, '')

/**
 * The characters that other layouts type for the keys of the American layout. In each pair, the typed text
 * comes first.
 */
// biome-ignore format: one layout a line
const layouts: readonly (readonly [typed: string, american: string])[] = [
  ['zyZYß?',                     'yzYZ-_'], // German keyboards
  ["zyZY'?",                     'yzYZ-_'], // Swiss keyboards
  [`aqzwAQZWmM,?&é"'(-§è_!çà)°`, 'qawzQAWZ;:mM123456678890-_'], // French and Belgian keyboards
  ["'?",                         '-_'], // Italian and Spanish keyboards
  ['+?',                         '-_'], // Nordic keyboards
]

/** Returns the text itself, and then the text for each layout in which the scanner may have typed it. */
function readWithLayouts(text: string): string[] {
  const decoded = layouts.map(([typed, american]) =>
    [...text].map((letter) => american[typed.indexOf(letter)] ?? letter).join(''),
  )
  return [...new Set([text, ...decoded])]
}

const parcelBarcode = /^GR-[0-9A-Z]{4,16}-[1-9]\d{0,3}$/i

/**
 * Finds the barcode of a parcel in a scanned code. The code may be the URL of the QR code on a packing slip.
 * Returns undefined for every other code, and for a code that is ambiguous because two layouts read it
 * differently.
 */
export function findBarcode(code: string): string | undefined {
  const text = cleanScan(code)
  const linked = URL.canParse(text) ? new URL(text).searchParams.get('parcel') : null
  const [first, ...others] = readWithLayouts(linked ?? text)
    .filter((each) => parcelBarcode.test(each))
    .map((each) => each.toUpperCase())
  const isCertain = others.length === 0 || parcelBarcode.test(linked ?? text)
  return isCertain ? first : undefined
}

/** Finds the item whose SKU was scanned. A GS1 number identifies the same item in each of its forms. */
export function findItem<Item extends { sku: string }>(
  items: readonly Item[],
  code: string,
): Item | undefined {
  const text = cleanScan(code)
  const exact = items.find(({ sku }) => isEqualText(sku, text))
  if (exact !== undefined) return exact
  const readings = readWithLayouts(text)
  const matches = items.filter(({ sku }) => {
    const number = toGtin(sku)
    return readings.some(
      (each) => isEqualText(sku, each) || (number !== undefined && toGtin(each) === number),
    )
  })
  return matches.length === 1 ? matches[0] : undefined
}

const isEqualText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Converts an article number to 14 digits. The number can be an EAN, UPC, ISBN or GTIN-14, or a code with the
 * identifier (01).
 */
function toGtin(text: string): string | undefined {
  const number = /^\(?01\)?(\d{14})/.exec(text)?.[1] ?? text.replaceAll(/[\s-]/g, '')
  if (/^\d{9}[\dXx]$/.test(number)) return fromIsbn10(number)
  return /^(\d{8}|\d{12,14})$/.test(number) && hasCheckDigit(number)
    ? number.padStart(14, '0')
    : undefined
}

function fromIsbn10(isbn: string): string | undefined {
  const sum = [...isbn.toUpperCase()].reduce(
    (total, digit, index) => total + (10 - index) * (digit === 'X' ? 10 : Number(digit)),
    0,
  )
  const stem = `978${isbn.slice(0, 9)}`
  return sum % 11 === 0 ? `0${stem}${checkDigit(stem)}` : undefined
}

const hasCheckDigit = (number: string) => number.at(-1) === checkDigit(number.slice(0, -1))

/** Computes the check digit of GS1. The digits have the weights 3 and 1, from the right. */
function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
