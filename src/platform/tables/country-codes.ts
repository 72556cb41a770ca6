import { normalizeName } from './normalize-name.ts'

/**
 * The languages in which lists name countries: the languages of recipients' pages and
 * of the web app, and a few more.
 */
const languages = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'nl',
  'pl',
  'pt',
  'ar',
  'ja',
  'ko',
  'zh',
  'zh-Hant',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'tr',
  'ru',
  'uk',
  'el',
  'ro',
]

/** The country names that people and shops write, but Unicode does not have. */
// biome-ignore format: one country a line
const otherNames: Readonly<Record<string, string>> = {
  GB: 'UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Großbritannien|Schottland|Grande-Bretagne|Angleterre|Écosse|Gran Bretaña|Inglaterra|Escocia|Gran Bretagna|Inghilterra|イギリス|英国',
  US: 'USA|U.S.A.|U.S.|United States of America|America|The United States|Vereinigte Staaten von Amerika|Amerika|Estados Unidos de América|EE. UU.|EEUU|EUA|États-Unis d’Amérique|Stati Uniti d’America|アメリカ|米国|美国',
  DE: 'BRD|Deutschland (DE)|Federal Republic of Germany|Bundesrepublik Deutschland',
  NL: 'Holland|The Netherlands|Holanda|Olanda|Hollande|Niederlande',
  CZ: 'Czech Republic|Tschechische Republik|República Checa|République tchèque',
  KR: 'South Korea|Korea|Republic of Korea|Korea, Republic of|Südkorea|Korea (South)|대한민국|한국',
  KP: 'North Korea',
  RU: 'Russian Federation|Russland',
  VN: 'Viet Nam',
  TW: 'Taiwan, Province of China|Taiwan, ROC',
  HK: 'Hong Kong|Hongkong|Hong Kong SAR|香港',
  MO: 'Macau|Macao|Macao SAR',
  CN: 'PRC|People’s Republic of China|中国',
  AE: 'UAE|U.A.E.|VAE|EAU|Emirates',
  TR: 'Turkey|Türkei|Turkiye',
  IE: 'Republic of Ireland|Éire|Ireland, Republic of',
  MK: 'Macedonia|North Macedonia',
  CI: 'Ivory Coast|Elfenbeinküste|Costa de Marfil|Costa d’Avorio',
  CV: 'Cape Verde',
  SZ: 'Swaziland',
  BO: 'Bolivia, Plurinational State of',
  VE: 'Venezuela, Bolivarian Republic of',
  IR: 'Iran, Islamic Republic of',
  MD: 'Moldova, Republic of',
  TZ: 'Tanzania, United Republic of',
  SY: 'Syrian Arab Republic',
  LA: 'Lao People’s Democratic Republic',
  BN: 'Brunei Darussalam',
  VA: 'Holy See|Vatican',
  AX: 'Aland Islands',
  XK: 'Kosovo|Republic of Kosovo|XKX',
}

// biome-ignore format: a table of ISO 3166-1
const alpha3 =
  'AFGAF ALAAX ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB BLRBY BELBE BLZBZ BENBJ BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM CANCA CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE SWZSZ ETHET FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG GINGN GNBGW GUYGY HTIHT HMDHM VATVA HNDHN HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ KENKE KIRKI PRKKP KORKR KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI NERNE NGANG NIUNU NFKNF MKDMK MNPMP NORNO OMNOM PAKPK PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR QATQA REURE ROURO RUSRU RWARW BLMBL SHNSH KNAKN LCALC MAFMF SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS SSDSS ESPES LKALK SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV UGAUG UKRUA AREAE GBRGB UMIUM USAUS URYUY UZBUZ VUTVU VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW XKXXK'

const codeByAlpha3 = new Map(
  alpha3.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)] as const),
)

/**
 * Creates a function that finds the code (ISO 3166-1 alpha-2) of a country. The function accepts the code,
 * the code of three letters, or the name in many languages. It returns undefined for an unknown name.
 */
export function createCountryFinder(): (text: string) => string | undefined {
  const codes = new Set(codeByAlpha3.values())
  let byName: Map<string, string> | undefined
  return (text) => {
    const upper = text.trim().toUpperCase()
    if (codes.has(upper)) return upper
    const code = codeByAlpha3.get(upper)
    if (code !== undefined) return code
    byName ??= collectNames(codes)
    return byName.get(normalizeName(text))
  }
}

function collectNames(codes: ReadonlySet<string>): Map<string, string> {
  const byName = new Map<string, string>()
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      const names = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })
      for (const code of codes) addName(byName, names.of(code), code)
    }
  for (const [code, names] of Object.entries(otherNames))
    for (const name of names.split('|')) byName.set(normalizeName(name), code)
  return byName
}

/** Adds the name of a country, unless an earlier language has already added the same name. */
function addName(byName: Map<string, string>, name: string | undefined, code: string): void {
  const key = normalizeName(name ?? '')
  if (key !== '' && !byName.has(key)) byName.set(key, code)
}

/**
 * The number of digits of a postcode, for countries in which a postcode may begin with a zero.
 * Spreadsheets remove this zero.
 */
// biome-ignore format: a table
const digitsByCountry: Readonly<Record<string, number>> = {
  AU: 4, BG: 4, CH: 4, CZ: 5, DE: 5, DK: 4, EE: 5, ES: 5, FI: 5, FR: 5, GR: 5, HR: 5, IT: 5, JP: 7, KR: 5, LT: 5, MC: 5, MX: 5, MY: 5, NO: 4, PR: 5, PT: 7, RO: 6, RS: 5, SE: 5, SG: 6, SK: 5, TR: 5, TW: 5, UA: 5, US: 5, ZA: 4, BR: 8, IL: 7, MA: 5, PE: 5, PK: 5, EC: 6, CO: 6,
}

/**
 * Restores the zeros that a spreadsheet has removed from a postcode. Returns undefined if none is missing.
 */
export function restoreZeros(postal_code: string, country: string): string | undefined {
  const digits = digitsByCountry[country]
  const [, code, rest = ''] = /^(\d{2,7})(-\d{4})?$/.exec(postal_code.trim()) ?? []
  if (digits === undefined || code === undefined || (rest !== '' && country !== 'US'))
    return undefined
  const missing = digits - code.length
  return missing === 1 || (missing === 2 && digits > 3 && code.length >= 2)
    ? code.padStart(digits, '0') + rest
    : undefined
}
