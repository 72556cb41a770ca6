import { domainToUnicode } from 'node:url'
import type { FieldError } from '#contract'
import {
  type AddressRules,
  allowsPrivateNames,
  getPort,
  isAllowedAddress,
  isPrivateName,
  parseIpLiteral,
} from '#platform/http-client/ssrf'

/** The rules for URLs of endpoints. Each attempt also checks the IP address of its connection. */
export interface UrlRules extends AddressRules {
  stage: 'staging' | 'production'
  /** The accepted ports. Undefined means that every port is accepted. */
  ports?: readonly number[] | undefined
}

type UrlError = [code: FieldError['code'], message: string]

const maxUrlLength = 2_048

/**
 * Returns the URL that the service requests, in ASCII (RFC 3986): host names as A-labels, and other
 * characters in percent-encoding. If the text differs only by the slash of an empty path, returns it
 * unchanged.
 */
export function normalizeUrl(text: string): string {
  const { href } = new URL(text)
  return href === `${text}/` ? text : href
}

/**
 * Validates a URL. Returns at most one error. People read a valid URL in the same way as the service requests
 * it.
 */
export function validateUrl(text: string, rules: UrlRules): UrlError[] {
  if (text === '') return [['required', 'is required']]
  if (text.length > maxUrlLength) return [tooLong]
  // The URL parser removes or changes these characters, or people cannot see them.
  const [forbidden] = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u.exec(text) ?? []
  if (forbidden !== undefined)
    return [['invalid_format', `must not contain ${describeCharacter(forbidden)}`]]
  if (!URL.canParse(text)) return [['invalid_format', 'must be an absolute URL']]
  const url = new URL(text)
  const error = findSchemeError(url, rules) ?? findSpellingError(text, url)
  if (error !== undefined) return [error]
  if (normalizeUrl(text).length > maxUrlLength) return [tooLong]
  return findDestinationError(url, rules)
}

const tooLong: UrlError = [
  'too_long',
  `must be at most ${maxUrlLength} characters, after percent-encoding`,
]

const characterNames = new Map([
  ['\t', 'a tab'],
  ['\n', 'a line feed'],
  ['\r', 'a carriage return'],
  [' ', 'a space'],
  ['\\', 'a backslash'],
])

const describeCharacter = (character: string) =>
  characterNames.get(character) ??
  `the character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

function findSchemeError({ protocol }: URL, { stage }: UrlRules): UrlError | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return ['invalid', 'must begin with https://']
  if (protocol === 'http:' && stage === 'production')
    return ['not_allowed', 'must begin with https:// in production']
  return undefined
}

/**
 * Finds misleading spellings. The URL parser accepts them, but they lead to another place than the one that
 * people read.
 */
function findSpellingError(text: string, { hostname, port }: URL): UrlError | undefined {
  const [, authority, path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(text) ?? []
  if (authority === undefined)
    return ['invalid_format', 'must have two slashes before the host name']
  if (authority.includes('@')) return ['not_allowed', 'must not contain a user name or password']
  if (/[%。]/.test(authority) || authority.normalize('NFKC') !== authority.normalize('NFC'))
    return ['invalid_format', 'must have a host name in ordinary letters, without percent-encoding']
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path))
    return ['invalid_format', 'must not contain . or .. as a part of the path']
  if (port === '0') return ['invalid', 'must have a port from 1 to 65535']
  return isReachableName(hostname)
    ? undefined
    : ['invalid_format', 'must have a valid host name: labels of 1 to 63 characters, 253 in all']
}

const labelPattern = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/**
 * Returns whether DNS can have the name (RFC 1035, 2.3.4). An invalid A-label makes the decoded name empty.
 */
function isReachableName(hostname: string): boolean {
  if (parseIpLiteral(hostname) !== undefined) return true
  const name = hostname.replace(/\.$/, '')
  return (
    name.length <= 253 &&
    name.split('.').every((label) => labelPattern.test(label)) &&
    !/(^|\.)xn--/.test(domainToUnicode(name)) &&
    domainToUnicode(name) !== ''
  )
}

/** Validates the host and the port of a URL. Returns at most one error. */
function findDestinationError(url: URL, rules: UrlRules): UrlError[] {
  const { ports } = rules
  if (isKnownRefused(url.hostname, rules))
    return [['not_allowed', 'must not point to a private or reserved address']]
  if (ports?.includes(getPort(url)) === false)
    return [
      ['not_allowed', `must use port ${joinWithOr(ports)}; the operator can allow other ports`],
    ]
  return []
}
const joinWithOr = (ports: readonly number[]) =>
  ports.length < 2 ? ports.join() : `${ports.slice(0, -1).join(', ')} or ${ports.at(-1)}`

function isKnownRefused(hostname: string, rules: AddressRules): boolean {
  const literal = parseIpLiteral(hostname)
  return literal === undefined
    ? !allowsPrivateNames(rules) && isPrivateName(hostname)
    : !isAllowedAddress(literal, rules)
}
