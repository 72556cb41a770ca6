import { crc32 } from 'node:zlib'

/** What can be said of a token without asking anybody. */
export interface TokenFindings {
  is_token: boolean
  stage: string | null
  last_four: string
  problem: string | null
}

const form = /^svc-v1-(staging|production)-([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** Reads a token: `svc-v1-{stage}-`, 43 characters of chance, and 6 of checksum over those. */
export function readToken(text: string): TokenFindings {
  const [, stage = null, chance = '', sum] = form.exec(text) ?? []
  const base = { stage, last_four: text.slice(-4) }
  if (stage === null) return { ...base, is_token: false, problem: problemOf(text) }
  if (checksum(chance) === sum) return { ...base, is_token: true, problem: null }
  return {
    ...base,
    is_token: false,
    problem: 'the checksum does not fit: a character is wrong or missing',
  }
}

function problemOf(text: string): string {
  if (text === '') return 'it is empty'
  if (text.trim() !== text || /\s/.test(text)) return 'there is white space in or around it'
  if (text.startsWith('svc-whsec-')) return 'this is the signing secret of a webhook endpoint'
  if (text.startsWith('svc-key-')) return 'this is the key of an OAuth client, which is no token'
  if (!text.startsWith('svc-v1-'))
    return 'a token begins with svc-v1-staging- or svc-v1-production-'
  return 'it is too long or too short, or holds characters that no token has'
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function checksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let place = 0; place < 6; place++) {
    written = digits.charAt(rest % 62) + written
    rest = Math.floor(rest / 62)
  }
  return written
}
