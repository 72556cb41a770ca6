import type { AddressParts } from './address-format.ts'
import { type AddressField, isPostalCodeOfNoRegion, isPostalCodeOfRegion } from './address-rules.ts'

/** A reason why a valid address may not work. The recipient decides. */
export interface AddressWarning {
  field: AddressField
  code: 'po_box' | 'locker' | 'house_number' | 'region' | 'postal_code' | 'phone'
}

/** Carriers that hand over at the door do not deliver to these. In the languages of the recipients' pages. */
const poBox =
  /(?<!\p{L})(p\.?\s*o\.?\s*box|post\s+office\s+box|postfach|postbus|bo[iî]te\s+postale|b\.?\s?p\.?\s+\d|apartado(\s+(de\s+correos|postal))?\s+\d|apdo\.?|caixa\s+postal|apartado\s+postal|casella\s+postale|skr(ytka|\.)\s+poczt(owa|\.))(?!\p{L})|私書[箱函]|信箱\s*\d|사서함|صندوق\s+بريد|ص\.?\s?ب\.?\s*\d/iu

/** Parcel lockers and branches belong to one carrier. */
const locker =
  /(?<!\p{L})(packstation|postfiliale|paketbox|paczkomat|amazon\s+locker|locker\s+\d|punto\s+pack|parcel\s*locker)/iu

/** A house number or what replaces it: digits, number words, 'without number'. */
const houseNumber =
  /\p{Nd}|\p{Nl}|[一二三四五六七八九十]|(?<!\p{L})(s\/n|s\.n\.|snc|one|two|three|four|five|six|seven|eight|nine|ten)(?!\p{L})/iu

/** Countries in which nearly all addresses have a house number. In Britain and Ireland many houses have names only. */
const numberedCountries: ReadonlySet<string> = new Set(
  'AT AU BE BR CA CH CZ DE DK ES FI FR IT LU MX NL NO NZ PL PT SE US'.split(' '),
)

/** `00000` has the format of a code and stands for none. */
const onlyZeros = /^[0\s-]*0[0\s-]*$/

/** Countries in which the lists of the regions have all codes. Elsewhere a code that belongs to no region may be new. */
const completeCountries: ReadonlySet<string> = new Set(['US'])

/** Returns what a recipient should check in a valid address, at most once for each field. */
export function findAddressWarnings(address: AddressParts): AddressWarning[] {
  const { line_1 = '', line_2 = '', country = '', region = '', postal_code = '' } = address
  const lines = `${line_1} ${line_2}`.normalize('NFKC')
  const warnings: AddressWarning[] = []
  if (poBox.test(lines)) warnings.push({ field: 'line_1', code: 'po_box' })
  else if (locker.test(lines)) warnings.push({ field: 'line_1', code: 'locker' })
  else if (numberedCountries.has(country) && !houseNumber.test(lines))
    warnings.push({ field: 'line_1', code: 'house_number' })
  if (cannotExist(country, postal_code.normalize('NFKC')))
    warnings.push({ field: 'postal_code', code: 'postal_code' })
  else if (isPostalCodeOfRegion(country, region, postal_code) === false)
    warnings.push({ field: 'postal_code', code: 'region' })
  return warnings
}

const cannotExist = (country: string, postal_code: string): boolean =>
  onlyZeros.test(postal_code) ||
  (completeCountries.has(country) && isPostalCodeOfNoRegion(country, postal_code))
