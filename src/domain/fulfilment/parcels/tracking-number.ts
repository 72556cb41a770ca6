/**
 * Guesses the carrier of a tracking number from its format and its check digit. The formats come from these
 * sources:
 *
 * - UPS, FedEx, USPS, DHL Express, OnTrac: github.com/jkeen/tracking_number_data (MIT)
 * - postal items (S10): UPU standard S10, "Identification of postal items – 13-character identifier"
 * - DHL Paket: SSCC of the GS1 General Specifications, with Deutsche Post's prefix; 12 digits: Identcode of
 *   Deutsche Post
 * - DPD: Parcel Label Specification, with the check character of ISO 7064 Mod 37,36
 * - Yamato, Sagawa, Japan Post: 12 digits with the remainder of 7 as check digit (7DR)
 * - Hermes, Evri, PostNL, Correos, La Poste, Swiss Post: the format that the carrier's tracking page accepts
 *
 * To add a carrier, add a line to `formats`. For a number that fits the formats of two carriers, there is no
 * guess.
 */
import { type CarrierGuess, findPostalOperator } from './postal-operators.ts'

/** The format of a carrier's tracking numbers. In the URL, `$` stands for the tracking number. */
type Format = readonly [
  carrier_name: string,
  pattern: RegExp,
  isValid: (code: string) => boolean,
  url: string,
]

const ups = 'https://www.ups.com/track?tracknum=$'
const fedex = 'https://www.fedex.com/fedextrack/?trknbr=$'
const usps = 'https://tools.usps.com/go/TrackConfirmAction?tLabels=$'
const dhl = 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=$&submit=1'
const dhlPaket = 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=$'
const yamato = 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number00=1&number01=$'
const sagawa = 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=$'

const always = () => true

// biome-ignore format: read down the columns
const formats: readonly Format[] = [
  ['UPS',         /^1Z[0-9A-Z]{15}\d$/,          (code) => hasMod10(code.slice(2), 1, 2), ups],
  ['FedEx',       /^\d{12}$/,                    (code) => hasWeightedMod11(code),        fedex],
  ['FedEx',       /^\d{15}$/,                    hasGs1CheckDigit,                        fedex],
  ['FedEx',       /^96\d{20}$/,                  (code) => hasGs1CheckDigit(code.slice(7)), fedex],
  ['FedEx',       /^92\d{2}29\d{16}$/,           hasGs1CheckDigit,                        fedex],
  ['USPS',        /^9[1-5]\d{20}$/,              hasGs1CheckDigit,                        usps],
  ['USPS',        /^420\d{5}9[1-5]\d{20}$/,      (code) => hasGs1CheckDigit(code.slice(8)), usps],
  ['USPS',        /^420\d{9}9[1-5]\d{20}$/,      (code) => hasGs1CheckDigit(code.slice(12)), usps],
  ['USPS',        /^(03|14|23|7\d)\d{18}$/,      hasGs1CheckDigit,                        usps],
  ['DHL Express', /^\d{10}$/,                    hasMod7,                                 dhl],
  ['DHL',         /^J(JD|VGL)\d{8,22}$/,         always,                                  dhl],
  ['DHL Paket',   /^00340434\d{12}$/,            hasGs1CheckDigit,                        dhlPaket],
  ['DHL Paket',   /^\d{12}$/,                    hasIdentcodeCheckDigit,                  dhlPaket],
  ['DPD',         /^0\d{13}[0-9A-Z]$/,           hasMod37,                                'https://tracking.dpd.de/status/en_US/parcel/$'],
  ['Hermes',      /^H\d{19}$/,                   always,                                  'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#$'],
  ['Evri',        /^[CHPT]\d{2}[A-Z]{2}[0-9A-Z]\d{10}$/, always,                          'https://www.evri.com/track/parcel/$'],
  ['PostNL',      /^3S[A-Z]{4}\d{7,9}$/,         always,                                  'https://postnl.nl/tracktrace/?B=$'],
  ['Correos',     /^P[A-Z][0-9A-Z]{20}[A-Z]$/,   always,                                  'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=$'],
  ['La Poste',    /^\d[A-Z]\d{11}$/,             always,                                  'https://www.laposte.fr/outils/suivre-vos-envois?code=$'],
  ['Swiss Post',  /^9[89]\d{16}$/,               always,                                  'https://service.post.ch/ekp-web/ui/entry/search/$'],
  ['OnTrac',      /^C\d{14}$/,                   (code) => hasMod10(`4${code.slice(1)}`, 1, 2), 'https://www.ontrac.com/tracking/?number=$'],
  ['OnTrac',      /^D\d{14}$/,                   (code) => hasMod10(`5${code.slice(1)}`, 1, 2), 'https://www.ontrac.com/tracking/?number=$'],
  ['Yamato',      /^\d{12}$/,                    hasMod7,                                 yamato],
  ['Sagawa',      /^\d{12}$/,                    hasMod7,                                 sagawa],
]

const maxLength = 64

/**
 * Guesses the name of the carrier and its tracking page. Returns undefined for an unknown format, for a wrong
 * check digit, and for a number that fits the formats of two carriers. Ignores spaces, hyphens and dots
 * between the digits.
 */
export function guessCarrier(tracking_code: string): CarrierGuess | undefined {
  const guesses = findFormats(tracking_code).filter(({ isValid }) => isValid)
  const [guess, ...others] = guesses
  if (guess === undefined) return undefined
  const { carrier_name, tracking_url } = guess
  return others.some((other) => other.carrier_name !== carrier_name)
    ? undefined
    : { carrier_name, tracking_url }
}

interface FormatMatch extends CarrierGuess {
  /** True if the check digit is correct. */
  isValid: boolean
}

/** Finds the carriers whose format a number has, even if its check digit is wrong. */
export function findFormats(tracking_code: string): FormatMatch[] {
  if (tracking_code.length > maxLength) return []
  const code = tracking_code.toUpperCase().replace(/[\s.-]/g, '')
  const postal = findPostalOperator(code)
  const matches = formats
    .filter(([, pattern]) => pattern.test(code))
    .map(([carrier_name, , isValid, url]) => ({
      carrier_name,
      tracking_url: url.replace('$', code),
      isValid: isValid(code),
    }))
  return postal === undefined ? matches : [postal, ...matches]
}

/** Returns whether the formats of a carrier are known. */
export const hasFormats = (carrier_name: string): boolean =>
  formats.some(([name]) => name.toLowerCase() === carrier_name.toLowerCase())

const toDigits = (code: string): number[] => [...code].map(Number)

/**
 * Checks the last digit of a code. Of the other characters, the first and every second one after it have one
 * multiplier, and the rest have the other multiplier.
 */
function hasMod10(code: string, even: number, odd: number): boolean {
  const values = [...code].map((sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 3) % 10,
  )
  const sum = values
    .slice(0, -1)
    .reduce((total, value, index) => total + value * (index % 2 === 0 ? even : odd), 0)
  return (10 - (sum % 10)) % 10 === values.at(-1)
}

/**
 * Checks the last digit of a code by the rule of GS1. The multipliers 3 and 1 alternate, and the digit before
 * the check digit has the multiplier 3.
 */
function hasGs1CheckDigit(code: string): boolean {
  return code.length % 2 === 0 ? hasMod10(code, 3, 1) : hasMod10(code, 1, 3)
}

function hasWeightedMod11(code: string): boolean {
  const digits = toDigits(code)
  const weights = [3, 1, 7]
  const sum = digits
    .slice(0, -1)
    .reduce((total, digit, index) => total + digit * (weights[index % 3] ?? 0), 0)
  return (sum % 11) % 10 === digits.at(-1)
}

function hasMod7(code: string): boolean {
  return Number(code.slice(0, -1)) % 7 === Number(code.at(-1))
}

function hasIdentcodeCheckDigit(code: string): boolean {
  return hasMod10(code, 4, 9)
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Checks the last character of a code by ISO 7064 Mod 37,36. */
function hasMod37(code: string): boolean {
  let product = 36
  for (const sign of code.slice(0, -1))
    product = (((product + alphabet.indexOf(sign)) % 36 || 36) * 2) % 37
  return alphabet[(37 - product) % 36] === code.at(-1)
}
