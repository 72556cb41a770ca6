import { crc32 } from 'node:zlib'
import { randomBase62 } from '#platform/ids'
import type { Stage } from './tables.ts'

/*
 * svc-v1-{stage}-{43 characters of chance}{6 of checksum}, all base 62. 43 characters are 256 bits;
 * the checksum (CRC32 of the 43) lets a secret scanner tell a real token without asking us.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^svc-v1-(staging|production)-([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

export function newTokenText(stage: Stage): string {
  const chance = randomBase62(43)
  return `svc-v1-${stage}-${chance}${checksum(chance)}`
}

/** Whether the text can be a token of this stage at all. */
export function isTokenText(text: string, stage: Stage): boolean {
  const [, itsStage, chance, sum] = form.exec(text) ?? []
  return chance !== undefined && itsStage === stage && checksum(chance) === sum
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
