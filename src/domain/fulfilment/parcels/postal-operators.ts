/** The carrier that a tracking number names, and its tracking page for this number. */
export interface CarrierGuess {
  carrier_name: string
  tracking_url: string
}

type Operator = readonly [name: string, url: string]

const postNord: Operator = ['PostNord', 'https://tracking.postnord.com/en/tracking?id=$']

/** The postal operators of the countries in an S10 identifier, with their tracking pages. `$` stands for the number. */
// biome-ignore format: one operator a line
const operatorByCountry: Readonly<Record<string, Operator>> = {
  AT: ['Österreichische Post', 'https://www.post.at/sv/sendungsdetails?snr=$'],
  AU: ['Australia Post', 'https://auspost.com.au/mypost/track/details/$'],
  BE: ['bpost', 'https://track.bpost.cloud/btr/web/#/search?itemCode=$'],
  BR: ['Correios', 'https://rastreamento.correios.com.br/app/index.php?objetos=$'],
  CA: ['Canada Post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/resultList?searchFor=$'],
  CH: ['Swiss Post', 'https://service.post.ch/ekp-web/ui/entry/search/$'],
  CN: ['China Post', 'https://www.ems.com.cn/english/?mailNum=$'],
  CZ: ['Česká pošta', 'https://www.postaonline.cz/en/trackandtrace/-/zasilka/cislo?parcelNumbers=$'],
  DE: ['DHL Paket', 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=$'],
  DK: postNord,
  ES: ['Correos', 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=$'],
  FI: ['Posti', 'https://www.posti.fi/en/tracking#/lahetys/$'],
  FR: ['La Poste', 'https://www.laposte.fr/outils/suivre-vos-envois?code=$'],
  GB: ['Royal Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/$'],
  IE: ['An Post', 'https://www.anpost.com/Post-Parcels/Track/History?item=$'],
  IT: ['Poste Italiane', 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/$'],
  JP: ['Japan Post', 'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=$&locale=en'],
  KR: ['Korea Post', 'https://service.epost.go.kr/trace.RetrieveEmsRigiTraceList.comm?POST_CODE=$&displayHeader=N'],
  NL: ['PostNL', 'https://postnl.nl/tracktrace/?B=$'],
  NO: ['Posten', 'https://sporing.posten.no/sporing/$'],
  PL: ['Poczta Polska', 'https://emonitoring.poczta-polska.pl/?numer=$'],
  PT: ['CTT', 'https://appserver.ctt.pt/CustomerArea/PublicArea_Detail?ObjectCodeInput=$&SearchInput=$'],
  SE: postNord,
  US: ['USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=$'],
}

const weights = [8, 6, 4, 2, 3, 5, 9, 7]

/** Returns the operator that issued an S10 identifier, such as RB123456785GB, and whether the check digit is right. */
export function findPostalOperator(
  code: string,
): (CarrierGuess & { isValid: boolean }) | undefined {
  const [, serial, checkDigit, country = ''] = /^[A-Z]{2}(\d{8})(\d)([A-Z]{2})$/.exec(code) ?? []
  const operator = Object.hasOwn(operatorByCountry, country)
    ? operatorByCountry[country]
    : undefined
  if (serial === undefined || operator === undefined) return undefined
  const sum = weights.reduce((total, weight, index) => total + weight * Number(serial[index]), 0)
  const remainder = 11 - (sum % 11)
  const expected = remainder === 10 ? 0 : remainder === 11 ? 5 : remainder
  const [carrier_name, url] = operator
  const tracking_url = url.replaceAll('$', code)
  return { carrier_name, tracking_url, isValid: expected === Number(checkDigit) }
}
