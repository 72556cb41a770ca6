import { crc32 } from 'node:zlib'
import { randomBase62 } from '../lib/ids.ts'

/*
 * A secret that can be recognised: {prefix}{43 characters of chance}{6 of checksum}, all base 62.
 * 43 characters are 256 bits; the checksum (CRC32 of the 43) lets a secret scanner tell a real one
 * without asking us.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const tokenPattern = /^([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function generateToken(prefix: string): string {
  const randomPart = randomBase62(43)
  return `${prefix}${randomPart}${checksum(randomPart)}`
}

/** Whether the text can be one of those with this prefix at all. */
export function hasValidChecksum(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix)) return false
  const [, randomPart, sum] = tokenPattern.exec(text.slice(prefix.length)) ?? []
  return randomPart !== undefined && checksum(randomPart) === sum
}

function checksum(text: string): string {
  let remaining = crc32(text)
  let encoded = ''
  for (let index = 0; index < 6; index++) {
    encoded = digits.charAt(remaining % 62) + encoded
    remaining = Math.floor(remaining / 62)
  }
  return encoded
}
