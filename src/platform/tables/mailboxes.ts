import { cleanEmail, cleanText } from './clean-cell.ts'

/** A person in the form that mail programs write. */
export interface Mailbox {
  /** The name of the person. Empty if the text has only an address, or if the name is an address. */
  name: string
  email: string
}

const address = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/

/**
 * Returns whether a text names people in the form of mail programs: `Ada Larkin
 * <ada@example.com>` or an address alone.
 */
export const isMailboxList = (text: string): boolean =>
  parseMailboxes(text).length > 0 &&
  (/<[^<>]*@[^<>]*>/.test(text) ||
    text.split(/[;,\s]+/).every((part) => part === '' || isAddress(part)))

/** Returns whether a text is an email address and nothing else. */
export const isAddress = (text: string): boolean =>
  new RegExp(`^${address.source}$`).test(text.trim())

/**
 * Parses a list of people. Commas, semicolons or line ends separate the people, and names stand before or
 * after the addresses (RFC 5322, and the To field of Outlook with its unquoted `Last, First`).
 */
export function parseMailboxes(text: string): Mailbox[] {
  return text
    .split(/[\r\n]+/)
    .flatMap((line) => (/<[^<>]*@[^<>]*>/.test(line) ? parseNamed(line) : parseBare(line)))
}

/**
 * Parses a list with addresses in angle brackets. The text before each address is its name, or contains
 * addresses without names.
 */
function parseNamed(line: string): Mailbox[] {
  const people: Mailbox[] = []
  let rest = line
  for (;;) {
    const [all, before = '', inside = ''] = /^(.*?)<([^<>]*@[^<>]*)>/.exec(rest) ?? []
    if (all === undefined) return [...people, ...parseBare(rest)]
    const { bare, name } = splitLeading(before)
    people.push(...bare, toMailbox(name, inside))
    rest = rest.slice(all.length)
  }
}

/** Splits the text before an address into a name and the addresses before the name: `ada@…; Max Byron <`. */
function splitLeading(before: string): { bare: Mailbox[]; name: string } {
  const parts = splitOutsideQuotes(before, /[;,]/)
  const last = parts.findLastIndex((part) => isAddress(part))
  // in "ada@example.com" <ada@example.com>, the address is its own name
  const isSelf = last === parts.length - 1
  const bare = parts.slice(0, isSelf ? last : last + 1).filter(isAddress)
  const semicolon = splitOutsideQuotes(parts.slice(last + 1).join(','), /;/)
  return {
    bare: bare.map((each) => toMailbox('', each)),
    name: semicolon.filter((part) => part.trim() !== '').join(' '),
  }
}

function splitOutsideQuotes(text: string, separator: RegExp): string[] {
  const parts = ['']
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    if (!isQuoted && separator.test(sign)) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

/** Parses addresses without angle brackets. A single address may have its name beside it. */
function parseBare(text: string): Mailbox[] {
  const parts = splitOutsideQuotes(text.replace(/\bmailto:/gi, ''), /[;,\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const addresses = parts.filter((part) => isAddress(part))
  const [only, ...others] = addresses
  if (only !== undefined && others.length === 0)
    return [toMailbox(parts.filter((part) => part !== only).join(', '), only)]
  if (addresses.length > 0) return addresses.map((each) => toMailbox('', each))
  return parts.flatMap((part) => {
    const found = part.match(new RegExp(address, 'g')) ?? []
    const [first, ...more] = found
    if (first === undefined) return []
    return more.length > 0
      ? found.map((each) => toMailbox('', each))
      : [toMailbox(part.replace(first, ' '), first)]
  })
}

/** A pattern for the mark before a person in a list: a bullet or a number. */
const listMark = /^\s*(?:[•‣◦▪●○■□✓✔*–—-]+(?=\s|$)|\d{1,4}[.)](?=\s|$))\s*/u

/** A pattern for the names of the fields with recipients, which precede the people in a copied email. */
const headerName =
  /^\s*(?:to|cc|bcc|from|an|von|kopie|à|de|pour|cci|para|da|per|aan|van|do|dw|od|宛先|差出人|收件人|发件人|받는 ?사람|보낸 ?사람|إلى|من)\s*[:：]\s*/iu

const toMailbox = (name: string, email: string): Mailbox => {
  const line = cleanText(name).replace(listMark, '').replace(headerName, '')
  const text = unquote(line.replace(/^[\s;,]+|[\s;,(:|–—-]+$/g, ''))
  return { name: text.includes('@') ? '' : text, email: cleanEmail(email) }
}

/**
 * Removes the quotation marks of a name: `"Larkin, Ada"`, `'Ada Larkin'` of older
 * programs, and `\"` inside a name.
 */
const unquote = (text: string): string =>
  text
    .replace(/^"(.*)"$/, '$1')
    .replace(/^'(.*)'$/, '$1')
    .replace(/\\(.)/g, '$1')
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replace(/\s*\[[^[\]]*\]\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim()

const familyFirstScript =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々\s・]+$/u
/** A pattern for a text after the comma of a name that is not a given name. */
const suffix = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|md|m\.?d|dds|mba|esq|cpa|dr|msc|bsc|ma|ba)\.?$/i

/**
 * Splits a full name: `Last, First` at its comma, a name in an East Asian script after the family name, and
 * any other name at its last space.
 */
export function splitName(name: string): { first_name: string; last_name: string } {
  const text = cleanText(name).replace(/[\s\u3000]+/g, ' ')
  const [, before = '', after = ''] = /^([^,]+),\s*(.+)$/.exec(text) ?? []
  if (after !== '' && !suffix.test(after)) {
    const given = after
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !suffix.test(part))
    return { first_name: given.join(' '), last_name: before.trim() }
  }
  const plain = (before === '' ? text : before).replace(/,\s*$/, '').trim()
  if (familyFirstScript.test(plain)) return splitEastAsian(plain)
  const [, first_name = plain, last_name = ''] =
    withParticles.exec(plain) ?? atLastSpace.exec(plain) ?? []
  return { first_name, last_name }
}

const atLastSpace = /^(.*)\s(\S+)$/
/** A pattern for names whose family name begins with a particle: Jan van der Berg, Maria de la Cruz. */
const withParticles =
  /^(\S.*?)\s((?:(?:van|von|vom|zu|der|den|de|del|della|di|da|do|dos|das|du|la|le|ten|ter|bin|ibn|al|el)\s)+\S+)$/

function splitEastAsian(text: string): { first_name: string; last_name: string } {
  const [family = '', ...given] = text.split(' ')
  if (given.length > 0) return { first_name: given.join(' '), last_name: family }
  const isShort = /^[\p{Script=Han}]{2,3}$|^[\p{Script=Hangul}]{2,4}$/u.test(text)
  return isShort
    ? { first_name: text.slice(1), last_name: text.slice(0, 1) }
    : { first_name: text, last_name: '' }
}
