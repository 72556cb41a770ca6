import { crc32 } from 'node:zlib'
import { randomBase62 } from '../lib/ids.ts'

/*
 * A secret with a checksum: {prefix}{43 random characters}{6 characters of checksum}, all in base 62. 43 characters
 * are 256 bits. The checksum (CRC32 of the 43) lets a secret scanner recognize a real secret without a request to
 * the service.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const tokenPattern = /^([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function generateToken(prefix: string): string {
  const randomPart = randomBase62(43)
  return `${prefix}${randomPart}${checksum(randomPart)}`
}

/** Whether the text has this prefix and a valid checksum. */
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
