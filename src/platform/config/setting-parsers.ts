import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { isDomain } from '#contract/formats'
import { isNeverAllowed, type Network, parseNetwork } from '../http-client/ssrf.ts'
import { InvalidSetting } from '../lib/invalid-setting.ts'
import { isLoopback } from '../lib/ip-address.ts'

const invalid = (message: string): never => {
  throw new InvalidSetting(message)
}

export function integer(min: number, max: number) {
  return (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max
      ? value
      : invalid(`must be a whole number from ${min} to ${max}, not '${text}'`)
  }
}

export function oneOf<const Word extends string>(...words: Word[]) {
  return (text: string): Word =>
    words.find((word) => word === text) ?? invalid(`must be ${formatChoices(words)}, not '${text}'`)
}

const formatChoices = (words: readonly string[]) =>
  words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`

export const boolean = (text: string): boolean => oneOf('true', 'false')(text) === 'true'

/** Parses a name that is also part of tokens and file names. */
export const slug = (text: string): string =>
  /^[a-z][a-z0-9-]{0,30}$/.test(text)
    ? text
    : invalid(
        `must be lower-case letters, digits and hyphens, beginning with a letter, not '${text}'`,
      )

export const host = (text: string): string =>
  /^[A-Za-z0-9.:_-]{1,253}$/.test(text)
    ? text
    : invalid(`must be an address or a host name without a port, not '${text}'`)

/** Parses a scheme, host and port. Removes a trailing slash. */
export function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '' &&
    url.pathname === '/'
  return isOrigin ? url.origin : invalid(`must be http:// or https:// and a host, without a path`)
}

/** Parses the URL of a public page. */
export function pageUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPage = url !== undefined && /^https?:$/.test(url.protocol) && url.password === ''
  return isPage ? url.href : invalid('must be the http:// or https:// address of a page')
}

/** Parses a base URL for requests with personal data. Removes a trailing slash. */
export function httpsUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBase =
    url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === ''
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  return isBase && isSafe
    ? url.href.replace(/\/$/, '')
    : invalid('must be an https:// URL without user, query and fragment')
}

/** Parses the base URL of a service that the operator runs. Removes a trailing slash. */
export function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBase =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  return isBase
    ? url.href.replace(/\/+$/, '')
    : invalid('must be an http:// or https:// URL without user, query and fragment')
}

/** Parses a secret of Standard Webhooks. The error message does not contain the text. */
export const webhookSecret = (text: string): string =>
  /^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/.test(text) && text.length % 4 === 'whsec_'.length % 4
    ? text
    : invalid('must be whsec_ and 24 to 96 random bytes in base64')

/**
 * Parses the URL of a database. The error message does not contain the text, because it includes a password.
 */
export function databaseUrl(text: string): string {
  const isUrl = URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
  return isUrl ? text : invalid('must be a URL that begins with postgresql://')
}

/**
 * Parses the URL of a mail server. The error message does not contain the text,
 * because it includes a password.
 */
export function smtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isUrl = url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  return isUrl ? text : invalid('must be a URL that begins with smtp:// or smtps://')
}

const emailPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}$/

/** Parses `Name <address>`, or the address alone. */
export function mailbox(text: string): { name: string; email: string } {
  const [, name = '', bracketed] = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(text) ?? []
  const email = (bracketed ?? text).trim()
  if (!emailPattern.test(email) || /\p{Cc}/u.test(name))
    invalid(`must be an address such as gifts@example.com or Gifts <gifts@example.com>`)
  return { name: name.trim(), email }
}

/**
 * Parses a return address. Reserves 46 characters before the @ for a plus and an id of 45 characters, because
 * a local part has at most 64 characters.
 */
export const returnPath = (text: string): string =>
  emailPattern.test(text) && text.indexOf('@') <= 18 && !text.includes('+')
    ? text
    : invalid('must be an address with at most 18 characters before the @, and no +')

export const secret = (text: string): string =>
  /^[\x21-\x7e]{32,200}$/.test(text) ? text : invalid('must be 32 to 200 visible characters')

const unitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const
const maxDurationMs = 30 * 24 * unitsMs.h

/** Parses a duration such as `250ms`, `30s`, `10m` or `2h`. Returns milliseconds. */
function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  const value = Number(amount) * unitsMs[unit as keyof typeof unitsMs]
  return value > 0 && value <= maxDurationMs
    ? value
    : invalid(`must be written like 250ms, 30s, 10m or 2h, not '${text}'`)
}

export function durations(count: number) {
  return (text: string): readonly number[] => {
    const parts = text.split(',').map((part) => part.trim())
    return parts.length === count
      ? parts.map(parseDuration)
      : invalid(`must be ${count} durations separated by commas, not ${parts.length}`)
  }
}

/** Parses port numbers that are separated by commas. */
export const ports = (text: string): readonly number[] =>
  text.split(',').map((part) => integer(1, 65_535)(part.trim()))

/** Returns a parser for a duration up to a maximum. `0s` means none. */
export function durationUpTo(max: number) {
  return (text: string): number => {
    if (/^0(ms|s|m|h)$/.test(text)) return 0
    const value = parseDuration(text)
    return value <= max ? value : invalid(`must be at most ${max / unitsMs.s}s, not '${text}'`)
  }
}

/** Returns a parser for a duration between two limits. */
export function durationBetween(min: number, max: number) {
  return (text: string): number => {
    const value = parseDuration(text)
    return value >= min && value <= max
      ? value
      : invalid(`must be from ${min / unitsMs.s}s to ${max / unitsMs.s}s, not '${text}'`)
  }
}

/** Returns a parser for a secret with a minimum length. The error message does not contain the text. */
export function minLength(min: number) {
  return (text: string): string =>
    text.length >= min ? text : invalid(`must be at least ${min} characters long`)
}

/** Parses domains that are separated by commas. Returns their ASCII form, which DNS uses. */
export const domains = (text: string): readonly string[] =>
  text.split(',').map((part) => {
    const domain = domainToASCII(part.trim())
    return /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(domain)
      ? domain
      : invalid(`must be domains such as example.com, separated by commas, not '${part.trim()}'`)
  })

/** Parses name servers that are separated by commas. */
export function nameServers(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim())
  try {
    new Resolver().setServers(parts)
    return parts
  } catch {
    return invalid(
      'must be addresses of name servers such as 10.0.0.53 or 10.0.0.53:5353, separated by commas',
    )
  }
}

/** Parses names of hosts and addresses that are separated by commas. */
export function hostTargets(text: string): readonly string[] {
  return text.split(',').map((part) => {
    const target = part.trim().toLowerCase().replace(/\.$/, '')
    if (isIP(target) === 6) return new URL(`http://[${target}]`).hostname.slice(1, -1)
    return isIP(target) === 4 || isDomain(target)
      ? target
      : invalid(
          'must be names and addresses such as gifts.example.com or 203.0.113.7, separated by commas',
        )
  })
}

/** Parses addresses and networks that are separated by commas. */
export function networks(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim())
  const isNetwork = (part: string) => {
    const [ip = '', bits, ...more] = part.split('/')
    const maxBits = isIP(ip) === 6 ? 128 : 32
    return (
      isIP(ip) !== 0 && more.length === 0 && (bits === undefined || integer(0, maxBits)(bits) >= 0)
    )
  }
  return parts.every(isNetwork)
    ? parts
    : invalid('must be addresses or networks such as 10.0.0.0/8, separated by commas')
}

const minBits = 8

/** Parses the private networks that webhooks may reach. */
export const allowedNetworks = (text: string): readonly Network[] =>
  networks(text).map((part) => {
    const network = parseNetwork(part)
    if (network[1] < minBits && !part.startsWith('fc00::/7'))
      invalid(`must be networks of at least /${minBits}, not '${part}'`)
    if (isNeverAllowed(network))
      invalid(
        `must not contain '${part}': metadata services and link-local addresses are never allowed`,
      )
    return network
  })
