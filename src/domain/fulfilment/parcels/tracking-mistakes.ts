import { toAsciiDigits } from '#contract'
import { cleanValue, damageMessages, findDamage } from '#platform/tables/index'
import { findFormats, hasFormats } from './tracking-number.ts'

/*
 * What is wrong with a tracking number that was in a spreadsheet. An error names what is no number; a warning names a number
 * that is probably not the one on the label.
 */

/** A label names the number in a word before it, or in the identifier of an SSCC. */
const prefix =
  /^(?:(?:tracking|tracking (?:number|no\.?|id)|sendungsnummer)\s*[:#]\s*|#(?=\d)|\(00\)\s*)/i

/**
 * Returns a tracking number without the signs of a spreadsheet, invisible marks and a word before it, and with Latin letters
 * and digits of normal width.
 */
export function cleanTrackingCode(cell: string): string {
  const text = toAsciiDigits(cleanValue(cell))
  const normal = text.replace(/[\uff01-\uff5e]+/g, (wide) => wide.normalize('NFKC'))
  return normal.replace(prefix, '').replace(/[\u2010-\u2015\u2212]/g, '-')
}

/** Two numbers in one cell: each part is as long as a number. Groups of digits with spaces are one number. */
const severalNumbers =
  /^(?=(?:\D*\d){16})[\p{L}\d.-]{8,}\s*[,;|/+\r\n]\s*[\p{L}\d.-]{8,}|^[\p{L}\d]{10,}\s+[\p{L}\d]{10,}/u

/** Returns the message for a text that is no tracking number; undefined for one that can be. */
export function findMistake(tracking_code: string): string | undefined {
  const damage = findDamage(tracking_code)
  if (damage !== undefined) return damageMessages[damage]
  if (/^(?:https?:\/\/|www\.)/i.test(tracking_code))
    return 'is a link; write the number alone, or the link in its own field'
  if (tracking_code !== '' && !/\p{N}/u.test(tracking_code))
    return 'has no digit; write the number on the label, or leave the field empty'
  return severalNumbers.test(tracking_code)
    ? 'has several numbers; write one number, and a row for each parcel'
    : undefined
}

const maxZeros = 2
/** A spreadsheet keeps fifteen digits of a number, and writes zeros for the others. */
const rounded = /^[1-9]\d{14}0{3,}$/

/** Returns the message for a number that is probably wrong; undefined for one that fits a carrier, or cannot be checked. */
export function findDoubt(tracking_code: string, carrier_name: string): string | undefined {
  const found = findFormats(tracking_code)
  const isOf = (name: string) =>
    carrier_name === '' || name.toLowerCase() === carrier_name.toLowerCase()
  if (found.some(({ carrier_name: name, isValid }) => isValid && isOf(name))) return undefined
  if (rounded.test(tracking_code))
    return 'ends in zeros like a number that a spreadsheet has rounded; compare it with the label'
  const full = restoreZeros(tracking_code, isOf)
  if (full !== undefined)
    return `may have lost zeros at its beginning: ${full}; format the column as text and export again`
  const similar = found.find(({ carrier_name: name, isValid }) => !isValid && isOf(name))
  if (similar !== undefined && found.every(({ isValid }) => !isValid))
    return `has a wrong check digit for ${similar.carrier_name}; compare it with the label`
  if (carrier_name === '')
    return 'has the format of no carrier that is known here; compare it with the label, or write the carrier'
  return hasFormats(carrier_name)
    ? `has another format than the numbers of ${carrier_name}; compare it with the label`
    : undefined
}

function restoreZeros(tracking_code: string, isOf: (name: string) => boolean): string | undefined {
  if (!/^\d{8,}$/.test(tracking_code)) return undefined
  for (let zeros = 1; zeros <= maxZeros; zeros++) {
    const full = '0'.repeat(zeros) + tracking_code
    const fits = findFormats(full).some(
      ({ carrier_name, isValid }) => isValid && isOf(carrier_name),
    )
    if (fits) return full
  }
  return undefined
}
