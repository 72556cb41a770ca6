import { type FieldError, isE164, isEmail, toEmailKey } from '#contract'
import { findCountryRules } from '#contract/address-rules'
import { notAnEmail } from '#contract/email-address'
import { toOneLine } from '#contract/one-line'
import { normalizePhone } from '#platform/lib/phone-number'
import { isDay, isYearlyDay } from './days.ts'
import { toGroupKey } from './names.ts'
import type { ContactValues } from './tables.ts'

// biome-ignore format: one limit a line
export const limits = {
  text:       200,
  reason:     1_000,
  emails:     10,
  externalIds: 10,
  groups:     50,
  fields:     30,
  fieldKey:   60,
  fieldText:  1_000,
  fieldBytes: 8_000,
} as const

/** Thrown by the parser of a member. `at` is the rest of the path of the member. */
class InvalidValue extends Error {
  readonly code: FieldError['code']
  readonly at: string
  constructor(message: string, code: FieldError['code'] = 'invalid', at = '') {
    super(message)
    this.code = code
    this.at = at
  }
}

type Parser<Value> = (value: Value, values: Partial<ContactValues>) => Value

function parseText(text: string, max: number): string {
  const line = toOneLine(text).toWellFormed()
  if (line.length > max) throw new InvalidValue(`must have at most ${max} characters`, 'too_long')
  return line
}

const text = (max: number): Parser<string | null> => optional((value) => parseText(value, max))

const optional =
  (parse: (value: string, values: Partial<ContactValues>) => string): Parser<string | null> =>
  (value, values) => {
    const line = toOneLine(value ?? '')
    return line === '' ? null : parse(line, values) || null
  }

/** Parses the entries of a list, and leaves out empty and repeated ones. */
const list =
  (
    max: number,
    parse: (value: string) => string,
    toKey: (value: string) => string,
  ): Parser<readonly string[]> =>
  (values) => {
    const byKey = new Map<string, string>()
    for (const [index, value] of values.entries()) {
      if (toOneLine(value) === '') continue
      try {
        const parsed = parse(toOneLine(value))
        const key = toKey(parsed)
        if (!byKey.has(key)) byKey.set(key, parsed)
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error
        throw new InvalidValue(error.message, error.code, `.${index}`)
      }
    }
    if (byKey.size > max) throw new InvalidValue(`must have at most ${max} entries`, 'too_many')
    return [...byKey.values()]
  }

function parseEmail(value: string): string {
  if (!isEmail(value)) throw new InvalidValue(notAnEmail, 'invalid_format')
  return value
}

function parsePhone(value: string, { country }: Partial<ContactValues>): string {
  const phone = normalizePhone(value, country ?? '')
  if (!isE164(phone))
    throw new InvalidValue(
      'must be a number with its country, such as +4915112345678',
      'invalid_format',
    )
  return phone
}

function parseLanguage(value: string): string {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(value.replaceAll('_', '-'))
    if (/^[a-z]{2,3}(-|$)/.test(tag) && tag.length <= 35) return tag
  } catch {
    // the error below names the form
  }
  throw new InvalidValue('must be a language code such as en or pt-BR')
}

function parseCountry(value: string): string {
  const code = value.toUpperCase()
  if (findCountryRules(code) === undefined)
    throw new InvalidValue('must be a country code of two letters, such as DE')
  return code
}

function parseTimeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new InvalidValue('must be a time zone such as Europe/Berlin')
  }
}

function parseWorkDay(value: string): string {
  if (!isDay(value)) throw new InvalidValue('must be a day such as 2024-03-01', 'invalid_format')
  return value
}

function parseBirthday(value: string): string {
  if (!isDay(value) && !isYearlyDay(value))
    throw new InvalidValue(
      'must be a day such as 1990-04-12, or --04-12 without a year',
      'invalid_format',
    )
  return value
}

function parseFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, string][] => {
    const name = parseText(key, limits.fieldKey)
    const line = parseText(value, limits.fieldText)
    return name === '' || line === '' ? [] : [[name, line]]
  })
  if (entries.length > limits.fields)
    throw new InvalidValue(`must have at most ${limits.fields} entries`, 'too_many')
  const parsed = Object.fromEntries(entries)
  if (Buffer.byteLength(JSON.stringify(parsed)) > limits.fieldBytes)
    throw new InvalidValue(
      `must have at most ${limits.fieldBytes.toLocaleString('en')} bytes; shorten some texts`,
      'too_long',
    )
  return parsed
}

const emails = list(limits.emails, parseEmail, toEmailKey)

// biome-ignore format: read down the columns
const parsers: { [Name in keyof ContactValues]: Parser<ContactValues[Name]> } = {
  given_name:     (value) => parseText(value, limits.text),
  family_name:    (value) => parseText(value, limits.text),
  display_name:   text(limits.text),
  salutation:     text(limits.text),
  work_emails:    emails,
  private_emails: emails,
  country:        optional(parseCountry),
  phone:          optional(parsePhone),
  language:       optional(parseLanguage),
  time_zone:      optional(parseTimeZone),
  manager_id:     (value) => value || null,
  department:     text(limits.text),
  start_date:     optional(parseWorkDay),
  end_date:       optional(parseWorkDay),
  birthday:       optional(parseBirthday),
  groups:         list(limits.groups, (value) => parseText(value, 100), toGroupKey),
  fields:         parseFields,
  external_ids:   list(limits.externalIds, (value) => parseText(value, limits.text), (value) => value),
  consent:        text(limits.reason),
  do_not_gift:    text(limits.reason),
}

/**
 * Parses the members that are present. Returns the valid ones and the errors of the others. The country of
 * `current` completes a phone number without one.
 */
export function parseValues(
  input: Partial<ContactValues>,
  current?: ContactValues,
): { values: Partial<ContactValues>; problems: FieldError[] } {
  const values: Record<string, unknown> = {}
  const problems: FieldError[] = []
  for (const [name, parse] of Object.entries(parsers) as [string, Parser<unknown>][]) {
    const value = input[name as keyof ContactValues]
    if (value === undefined) continue
    try {
      values[name] = parse(value, { country: current?.country ?? null, ...values })
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      const { code, at, message } = error
      problems.push({ code, param: `${name}${at}`, message })
    }
  }
  return { values, problems }
}
