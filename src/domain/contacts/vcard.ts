import { ApiError } from '#contract'
import { lazyPackage } from '#platform/lib/lazy-package'
import { importLimits } from './import.ts'
import type { ImportRow } from './import-row.ts'

/*
 * Reads people from vCards: version 3.0 (RFC 2426) and 4.0 (RFC 6350), several cards in a file. Cards become
 * rows with the columns of the other imports.
 */

const loadParser = lazyPackage<typeof import('ical.js').default>('ical.js')

/** The longest card without its pictures, and the cards between two turns of the event loop. */
const maxCardLength = 100_000
const cardsPerTurn = 50

/** Returns whether the bytes are vCards. */
export const isVCard = (bytes: Uint8Array): boolean =>
  /^\ufeff?\s*BEGIN:VCARD/i.test(new TextDecoder().decode(bytes.subarray(0, 100)))

/** Parses the cards of a file. Throws for a file that is too large or not in UTF-8. */
export async function parseVCards(bytes: Uint8Array): Promise<ImportRow[]> {
  if (bytes.length > importLimits.maxBytes)
    throw fileError('too_long', 'is larger than 5 MB; split it into several files')
  const cards = splitCards(decode(bytes))
  if (cards.length > importLimits.maxRows)
    throw fileError('too_many', 'has more than 10,000 cards; split it into several files')
  const rows: ImportRow[] = []
  for (const [index, card] of cards.entries()) {
    if (index % cardsPerTurn === 0) await new Promise(setImmediate)
    rows.push(toRow(card))
  }
  return rows
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw fileError('invalid_format', 'is not encoded as UTF-8; export it as vCard 3.0 or 4.0')
  }
}

const fileError = (code: 'too_long' | 'too_many' | 'invalid_format', message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code, param: 'content', message }] })

interface Card {
  /** The line on which the card begins. The first line of the file is 1. */
  line: number
  text: string
}

/** Pictures, sounds and keys. They can be megabytes, and the import ignores them. */
const ignoredLine = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i

/** Splits a file into cards without their pictures. Lines between two cards are ignored. */
function splitCards(text: string): Card[] {
  const cards: Card[] = []
  let current: { line: number; lines: string[] } | undefined
  let isIgnored = false
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (/^\ufeff?BEGIN:VCARD\s*$/i.test(line)) {
      if (current !== undefined)
        cards.push({ line: current.line, text: current.lines.join('\r\n') })
      current = { line: index + 1, lines: [] }
    }
    const isFolded = /^[ \t]/.test(line)
    isIgnored = isFolded ? isIgnored : ignoredLine.test(line)
    if (current === undefined || isIgnored || line.trim() === '') continue
    current.lines.push(line.replace(/^\ufeff/, '').replace(/^TZ:/i, 'TZ;VALUE=TEXT:'))
    if (!/^END:VCARD\s*$/i.test(line)) continue
    cards.push({ line: current.line, text: current.lines.join('\r\n') })
    current = undefined
  }
  if (current !== undefined) cards.push({ line: current.line, text: current.lines.join('\r\n') })
  return cards
}

function toRow({ line, text }: Card): ImportRow {
  const reject = (message: string) => ({ line, cells: {}, errors: [{ column: 'card', message }] })
  if (text.length > maxCardLength)
    return reject('is longer than 100,000 characters; remove its notes and attachments')
  if (/^VERSION:2\.1\s*$/im.test(text))
    return reject('is a vCard 2.1; export the contacts as vCard 3.0 or 4.0')
  try {
    const [, properties] = loadParser().parse(text) as unknown as JCard
    return { line, cells: toCells(properties), errors: [] }
  } catch {
    return reject('is damaged; export the contact again')
  }
}

/** A vCard in JSON (RFC 7095). */
type JCard = ['vcard', JProperty[], unknown[]]
type JProperty = [
  name: string,
  params: Readonly<Record<string, string | string[]>>,
  type: string,
  ...values: (string | string[])[],
]

function toCells(properties: readonly JProperty[]): Record<string, string> {
  const all = (name: string) =>
    properties.filter((property) => property[0] === name).toSorted(byPreference)
  const text = (name: string) => flatten(all(name)[0]?.[3])
  const part = (name: string, index: number) => flatten(toParts(all(name)[0]?.[3])[index])
  const emails = all('email')
  const phones = all('tel')
  const cells = {
    given_name: part('n', 1),
    family_name: part('n', 0),
    name: text('fn'),
    work_email: joinEmails(emails.filter((email) => !hasType(email, 'home'))),
    private_email: joinEmails(emails.filter((email) => hasType(email, 'home'))),
    phone: flatten((phones.find((tel) => hasType(tel, 'cell')) ?? phones[0])?.[3])
      .replace(/^tel:/i, '')
      .replace(/;.*$/, ''),
    language: text('lang'),
    country: part('adr', 6),
    time_zone: /^[A-Za-z]+\//.test(text('tz')) ? text('tz') : '',
    department: part('org', 1) || text('department'),
    birthday: toBirthday(all('bday')[0]),
    groups: all('categories')
      .flatMap((property) => property.slice(3))
      .join(';'),
    external_id: text('uid'),
  }
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value.trim() !== ''))
}

const toParts = (value: string | string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? value.split(';') : value

const flatten = (value: string | string[] | undefined): string =>
  typeof value === 'string' ? value : (value ?? []).join(' ').trim()

const typesOf = ([, { type = [] }]: JProperty) => [type].flat().map((each) => each.toLowerCase())
const hasType = (property: JProperty, type: string) => typesOf(property).includes(type)

/** Puts the preferred property first: PREF=1 of version 4.0, and TYPE=pref of version 3.0. */
const byPreference = (one: JProperty, other: JProperty) => rank(one) - rank(other)
const rank = (property: JProperty) =>
  hasType(property, 'pref') ? 0 : Number(property[1].pref ?? 101)

const joinEmails = (emails: readonly JProperty[]): string =>
  emails.map((property) => flatten(property[3])).join(' ')

/**
 * Returns the birthday. Apple writes a birthday without a year with the year 1604. A year alone and a text
 * such as `circa 1800` are no day.
 */
function toBirthday(property: JProperty | undefined): string {
  const value = flatten(property?.[3]).slice(0, 30)
  if (!/^(\d{4}|-)-\d\d-\d\d/.test(value)) return ''
  const hasNoYear = property?.[1]['x-apple-omit-year'] === value.slice(0, 4)
  return hasNoYear ? `-${value.slice(4, 10)}` : value.replace(/T.*$/, '')
}
