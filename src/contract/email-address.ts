import { isDomain } from './formats.ts'

/*
 * The form and the identity of an email address (RFC 5321 and 6531). All spellings of one address have the
 * same key: the domain as A-labels (RFC 5890 §2.3.2.4), and the local part in NFC (RFC 6532 §3.1) and in
 * lower case. The original spelling is stored beside the key, for display and for the SMTP envelope.
 */

const maxLocalOctets = 64
const maxOctets = 254

/**
 * One character of a local part: some ASCII characters, and all others except separators, controls and
 * invisible format characters. Two invisible characters, the joiners, are allowed.
 */
const atom = "(?:[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]|(?![\\p{Z}\\p{Cc}\\p{Cs}])[^\\x00-\\x7f])"
const invisible = /(?![\u200c\u200d])\p{Cf}/u

/**
 * Allows addresses with two dots in a row, and with a dot before the @, because mobile operators in Japan
 * gave them to customers. `toSmtpAddress` puts such a local part in quotes.
 */
const localPattern = new RegExp(`^${atom}(?:${atom}|\\.)*$`, 'u')

/**
 * Returns whether a text is an email address, in any script. The address has no quotes and no comments. Its
 * domain has a dot and is no IP address.
 */
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

/** The message for a text that is not an email address. The name of the field comes before it. */
export const notAnEmail = 'must be an email address such as ada@example.com'

/** Splits an address at its last @. A text without @ is a local part. */
function splitEmail(text: string): { local: string; domain: string } {
  const at = text.lastIndexOf('@')
  return at < 0
    ? { local: text, domain: '' }
    : { local: text.slice(0, at), domain: text.slice(at + 1) }
}

/**
 * Returns the key of an email address. All spellings of one address have the same key, so addresses are
 * compared, stored and counted by their keys.
 */
export function toEmailKey(email: string): string {
  const { local, domain } = splitEmail(email.trim())
  // A capital sigma has two small letters. Case folding uses only one of them (Unicode, CaseFolding.txt).
  const name = local.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
  return domain === '' ? name : `${name}@${toDomainKey(domain)}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const asciiPattern = /^[\x00-\x7f]*$/

/** Returns a domain as A-labels in lower case, the form that DNS uses. */
export function toDomainKey(domain: string): string {
  if (asciiPattern.test(domain)) return domain.toLowerCase()
  return isDomain(domain)
    ? new URL(`http://${domain}`).hostname
    : domain.normalize('NFC').toLowerCase()
}

/** Returns the domain of an email address as A-labels. */
export const emailDomain = (email: string): string => toDomainKey(splitEmail(email.trim()).domain)

/**
 * Returns the address for the SMTP envelope. The domain consists of A-labels, because every server accepts
 * them. A local part whose dots break the rules of a dot-atom is in quotes (RFC 5321 §4.1.2).
 */
export function toSmtpAddress(email: string): string {
  const { local, domain } = splitEmail(email)
  const isDotAtom = !/^\.|\.\.|\.$/.test(local)
  return `${isDotAtom ? local : `"${local}"`}@${toDomainKey(domain)}`
}

/**
 * Returns whether the address needs a server with SMTPUTF8 (RFC 6531). Only a local part outside ASCII needs
 * it.
 */
export const needsSmtpUtf8 = (email: string): boolean => !asciiPattern.test(splitEmail(email).local)
