import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { randomBase62 } from '../lib/ids.ts'

/*
 * A secret with a checksum: {prefix}{43 random characters}{6 characters of checksum}, all in base 62. The 43
 * characters contain 256 bits. The checksum is the CRC32 of the 43 characters. It lets a secret scanner
 * recognize a real secret without a request to the service.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const tokenPattern = /^([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function generateToken(prefix: string): string {
  const randomPart = randomBase62(43)
  return `${prefix}${randomPart}${checksum(randomPart)}`
}

/**
 * Derives a secret. Returns the same secret for the same inputs, because a retry must get the secret of the
 * first attempt, and the secret is not stored.
 */
export function deriveToken(prefix: string, secret: string, salt: Buffer): string {
  const digest = createHmac('sha512', secret).update(prefix).update(salt).digest('hex')
  const randomPart = toBase62(BigInt(`0x${digest}`), 43)
  return `${prefix}${randomPart}${checksum(randomPart)}`
}

/** Returns whether the text has this prefix and a valid checksum. */
export function hasValidChecksum(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix)) return false
  const [, randomPart, sum] = tokenPattern.exec(text.slice(prefix.length)) ?? []
  return randomPart !== undefined && checksum(randomPart) === sum
}

const checksum = (text: string): string => toBase62(BigInt(crc32(text)), 6)

/** Converts a number to its last digits in base 62, with leading zeros. */
function toBase62(value: bigint, length: number): string {
  let remaining = value
  let encoded = ''
  for (let index = 0; index < length; index++) {
    encoded = digits.charAt(Number(remaining % 62n)) + encoded
    remaining /= 62n
  }
  return encoded
}
