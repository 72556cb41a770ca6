/*
 * Names of regions that the address data does not have: former and local names, and the short forms that people write. They
 * match in any case, with or without accents and punctuation. The values are codes or names of the data.
 */

// biome-ignore format: a list
const statesOfAmerica = {
  ala: 'AL', ariz: 'AZ', ark: 'AR', cal: 'CA', calif: 'CA', colo: 'CO', conn: 'CT', del: 'DE', fla: 'FL', ill: 'IL', ind: 'IN',
  kan: 'KS', kans: 'KS', mass: 'MA', mich: 'MI', minn: 'MN', miss: 'MS', mont: 'MT', neb: 'NE', nebr: 'NE', nev: 'NV',
  'n mex': 'NM', 'n dak': 'ND', okla: 'OK', ore: 'OR', oreg: 'OR', penn: 'PA', penna: 'PA', 's dak': 'SD', tenn: 'TN', tex: 'TX',
  wash: 'WA', 'w va': 'WV', wis: 'WI', wisc: 'WI', wyo: 'WY', 'washington dc': 'DC', 'washington d c': 'DC',
}

/** The names of the regions of each country. */
// biome-ignore format: a list
export const otherRegionNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: {
    pq: 'QC', 'p q': 'QC', que: 'QC', newfoundland: 'NL', nf: 'NL', nfld: 'NL', pei: 'PE', 'p e i': 'PE', ont: 'ON', alta: 'AB',
    sask: 'SK', man: 'MB',
  },
  CL: { santiago: 'RM', 'region metropolitana': 'RM', rm: 'RM', "o'higgins": 'LI', 'o higgins': 'LI' },
  CO: { 'bogota dc': 'DC', 'bogota d c': 'DC', valle: 'VAC' },
  ES: {
    bizkaia: 'BI', gipuzkoa: 'SS', araba: 'VI', 'araba alava': 'VI', 'a coruna': 'C', coruna: 'C', gerona: 'GI', lleida: 'L',
    orense: 'OR', 'illes balears': 'PM', baleares: 'PM', mallorca: 'PM', alacant: 'A', castello: 'CS', nafarroa: 'NA',
    tenerife: 'TF', 'gran canaria': 'GC', seville: 'SE',
  },
  IN: {
    orissa: 'OR', pondicherry: 'PY', uttaranchal: 'UT', 'nct of delhi': 'DL', 'new delhi': 'DL', 'j and k': 'JK', chattisgarh: 'CT',
  },
  KR: {
    충청북도: '충북', 충청남도: '충남', 전라북도: '전북', 전라남도: '전남', 경상북도: '경북', 경상남도: '경남',
  },
  MX: {
    cdmx: 'CMX', 'distrito federal': 'CMX', df: 'CMX', 'd f': 'CMX', 'mexico city': 'CMX', 'edo de mexico': 'MEX', edomex: 'MEX',
    'edo mex': 'MEX', mexico: 'MEX', coahuila: 'COA', michoacan: 'MIC', veracruz: 'VER',
  },
  MY: {
    'w p kuala lumpur': '14', 'wp kuala lumpur': '14', 'wilayah persekutuan kuala lumpur': '14', kl: '14', penang: '07',
    malacca: '04',
  },
  TH: { กรุงเทพ: '10', กรุงเทพฯ: '10', กทม: '10' },
  UA: { kiev: '30' },
  US: statesOfAmerica,
  VN: { 'tp ho chi minh': 'SG', tphcm: 'SG', hcmc: 'SG', saigon: 'SG', 'sai gon': 'SG', 'ha noi': 'HN' },
}
