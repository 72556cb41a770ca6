import { crc32 } from 'node:zlib'
import { randomBase62 } from './ids.ts'

/*
 * A secret that can be recognised: {prefix}{43 characters of chance}{6 of checksum}, all base 62.
 * 43 characters are 256 bits; the checksum (CRC32 of the 43) lets a secret scanner tell a real one
 * without asking us.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function newCheckedText(prefix: string): string {
  const chance = randomBase62(43)
  return `${prefix}${chance}${checksum(chance)}`
}

/** Whether the text can be one of those with this prefix at all. */
export function isCheckedText(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix)) return false
  const [, chance, sum] = form.exec(text.slice(prefix.length)) ?? []
  return chance !== undefined && checksum(chance) === sum
}

function checksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let place = 0; place < 6; place++) {
    written = digits.charAt(rest % 62) + written
    rest = Math.floor(rest / 62)
  }
  return written
}
