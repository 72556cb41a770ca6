import { crc32 } from 'node:zlib'

/** The properties of a token that the client knows without a request. */
export interface TokenInspection {
  is_token: boolean
  stage: string | null
  last_four: string
  problem: string | null
}

const tokenPattern = /^svc-v1-(staging|production)-([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** Parses a token. It consists of `svc-v1-{stage}-`, 43 random characters, and a checksum of 6 characters. */
export function inspectToken(text: string): TokenInspection {
  const [, stage = null, random = '', sum] = tokenPattern.exec(text) ?? []
  const base = { stage, last_four: text.slice(-4) }
  if (stage === null) return { ...base, is_token: false, problem: describeProblem(text) }
  if (checksum(random) === sum) return { ...base, is_token: true, problem: null }
  return {
    ...base,
    is_token: false,
    problem: 'the checksum does not match: a character is wrong or missing',
  }
}

function describeProblem(text: string): string {
  if (text === '') return 'it is empty'
  if (text.trim() !== text || /\s/.test(text)) return 'it contains white space'
  if (text.startsWith('svc-whsec-')) return 'this is the signing secret of a webhook endpoint'
  if (text.startsWith('svc-key-')) return 'this is the key of an OAuth client, not a token'
  if (!text.startsWith('svc-v1-'))
    return 'a token begins with svc-v1-staging- or svc-v1-production-'
  return 'it is too long or too short, or has invalid characters'
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function checksum(text: string): string {
  let remainder = crc32(text)
  let encoded = ''
  for (let position = 0; position < 6; position++) {
    encoded = digits.charAt(remainder % 62) + encoded
    remainder = Math.floor(remainder / 62)
  }
  return encoded
}
