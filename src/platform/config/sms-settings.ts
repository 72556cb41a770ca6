import { defaultTextsPerDay, type SmsLimits } from '../deployment.ts'
import { InvalidSetting } from '../lib/invalid-setting.ts'
import { isCountryWithNumbers } from '../lib/phone-number.ts'
import { httpUrl, integer } from './setting-parsers.ts'

/** The settings of the provider of text messages. */
export const smsSettings = {
  BESTOW_SMS_URL: {
    description:
      'The base URL of the provider of text messages. The service uses the HTTP API of Twilio, which other providers have too.',
    example: 'https://api.eu.example.com',
    default: 'https://api.twilio.com',
    parse: httpUrl,
  },
  BESTOW_SMS_ACCOUNT: {
    description: 'The account at the provider of text messages: the Account SID.',
    example: 'AC0123456789abcdef0123456789abcdef',
    defaultDescription:
      'text messages are captured in staging; in production they are not possible',
    parse: matching(/^[\w-]{1,64}$/, 'must be an Account SID'),
  },
  BESTOW_SMS_TOKEN: {
    description:
      'The Auth Token of the account. Requests of the provider are verified with the same token.',
    example: 'the-auth-token-of-the-account',
    defaultDescription: 'required with BESTOW_SMS_ACCOUNT',
    isSecret: true,
    parse: matching(/^[\x21-\x7e]{8,256}$/, 'must be a token of 8 to 256 visible characters'),
  },
  BESTOW_SMS_FROM: {
    description: 'The number of the sender, or a sender id of up to 11 letters and digits.',
    example: '+4915735990000',
    defaultDescription: 'required with BESTOW_SMS_ACCOUNT',
    parse: matching(
      /^(\+[1-9]\d{6,14}|[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32})$/,
      'must be a number such as +4915735990000, or up to 11 letters and digits',
    ),
  },
  BESTOW_SMS_COUNTRIES: {
    description:
      'The countries whose numbers get text messages, as two-letter codes. Satellite and premium-rate numbers never get one.',
    example: 'DE,AT,CH',
    defaultDescription: 'required with BESTOW_SMS_ACCOUNT',
    parse: countryList,
  },
  BESTOW_SMS_MAX_PER_DAY: {
    description:
      'The maximum number of text messages that one account sends in a day (UTC). A number gets at most three from an account.',
    example: '2000',
    default: String(defaultTextsPerDay),
    parse: integer(0, 1_000_000),
  },
} as const

function countryList(text: string): readonly string[] {
  const codes = [...new Set(text.split(',').map((code) => code.trim().toUpperCase()))]
  const unknown = codes.find((code) => !isCountryWithNumbers(code))
  if (unknown !== undefined)
    throw new InvalidSetting(
      `must be two-letter codes of countries such as DE,AT,CH; "${unknown}" is none`,
    )
  return codes
}

function matching(pattern: RegExp, message: string) {
  return (text: string): string => {
    if (!pattern.test(text)) throw new InvalidSetting(message)
    return text
  }
}

export interface SmsSettings {
  BESTOW_SMS_URL: string
  BESTOW_SMS_ACCOUNT?: string
  BESTOW_SMS_TOKEN?: string
  BESTOW_SMS_FROM?: string
  BESTOW_SMS_COUNTRIES?: readonly string[]
  BESTOW_SMS_MAX_PER_DAY: number
}

/** The account at the provider of text messages, and the operator's limits. */
export interface SmsConfig extends SmsLimits {
  url: string
  account: string
  token: string
  from: string
}

export function buildSmsConfig(resolved: SmsSettings): SmsConfig | undefined {
  const {
    BESTOW_SMS_URL: url,
    BESTOW_SMS_ACCOUNT: account,
    BESTOW_SMS_TOKEN: token,
    BESTOW_SMS_FROM: from,
    BESTOW_SMS_COUNTRIES: countries,
    BESTOW_SMS_MAX_PER_DAY: maxPerDay,
  } = resolved
  return account === undefined ||
    token === undefined ||
    from === undefined ||
    countries === undefined
    ? undefined
    : { url, account, token, from, countries, maxPerDay }
}

/** Finds settings of text messages that are valid alone but not together. */
export function findSmsConflicts(values: Partial<SmsSettings>) {
  const names = [
    'BESTOW_SMS_ACCOUNT',
    'BESTOW_SMS_TOKEN',
    'BESTOW_SMS_FROM',
    'BESTOW_SMS_COUNTRIES',
  ] as const
  if (names.every((name) => values[name] === undefined)) return []
  return names
    .filter((name) => values[name] === undefined)
    .map((variable) => ({
      variable,
      problem: `is required together with ${names.filter((name) => name !== variable).join(' and ')}`,
      example: smsSettings[variable].example,
    }))
}
