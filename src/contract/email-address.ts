import { isDomain } from './formats.ts'

/*
 * The form and the identity of an email address (RFC 5321 and 6531). Two spellings of one address have one key: the
 * domain as A-labels (RFC 5890 §2.3.2.4), the local part in NFC (RFC 6532 §3.1) and in lower case. The spelling that
 * was given is stored beside the key, for display and for the envelope.
 */

const maxLocalOctets = 64
const maxOctets = 254

/** Any character outside ASCII except separators, controls and invisible formats other than the two joiners. */
const atom = "(?:[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]|(?![\\p{Z}\\p{Cc}\\p{Cs}])[^\\x00-\\x7f])"
const invisible = /(?![\u200c\u200d])\p{Cf}/u

/**
 * Mobile operators in Japan gave out addresses with two dots, and with a dot before the @. `toSmtpAddress` quotes such
 * a local part.
 */
const localPattern = new RegExp(`^${atom}(?:${atom}|\\.)*$`, 'u')

/** An email address in any script, without quotes and comments, whose domain has a dot and is no IP address. */
export function isEmail(text: string): boolean {
  const { local, domain } = splitEmail(text)
  return (
    localPattern.test(local) &&
    !invisible.test(local) &&
    octets(local) <= maxLocalOctets &&
    octets(text) <= maxOctets &&
    isDomain(domain) &&
    octets(`${local}@${toDomainKey(domain)}`) <= maxOctets
  )
}

const octets = (text: string): number => new TextEncoder().encode(text).length

/** The message of a text that is no address. It follows the name of its field. */
export const notAnEmail = 'must be an email address such as ada@example.com'

/** Splits an address at its last @. A text without one is a local part. */
function splitEmail(text: string): { local: string; domain: string } {
  const at = text.lastIndexOf('@')
  return at < 0
    ? { local: text, domain: '' }
    : { local: text.slice(0, at), domain: text.slice(at + 1) }
}

/** Returns the key by which all spellings of an email address are compared, stored and counted. */
export function toEmailKey(email: string): string {
  const { local, domain } = splitEmail(email.trim())
  // A capital sigma has two small forms; a case folding has one (Unicode, CaseFolding.txt).
  const name = local.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
  return domain === '' ? name : `${name}@${toDomainKey(domain)}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const asciiPattern = /^[\x00-\x7f]*$/

/** Returns a domain as A-labels, in lower case: the form of DNS. */
export function toDomainKey(domain: string): string {
  if (asciiPattern.test(domain)) return domain.toLowerCase()
  return isDomain(domain)
    ? new URL(`http://${domain}`).hostname
    : domain.normalize('NFC').toLowerCase()
}

/** Returns the domain of an email address as A-labels. */
export const emailDomain = (email: string): string => toDomainKey(splitEmail(email.trim()).domain)

/**
 * Returns the address as the envelope of SMTP has it: the domain as A-labels, because every server takes them, and in
 * quotes a local part whose dots are not those of a dot-atom (RFC 5321 §4.1.2).
 */
export function toSmtpAddress(email: string): string {
  const { local, domain } = splitEmail(email)
  const isDotAtom = !/^\.|\.\.|\.$/.test(local)
  return `${isDotAtom ? local : `"${local}"`}@${toDomainKey(domain)}`
}

/** Whether the address needs a server with SMTPUTF8 (RFC 6531): only its local part can. */
export const needsSmtpUtf8 = (email: string): boolean => !asciiPattern.test(splitEmail(email).local)
