import type { HanOrder } from './font-slices.ts'

const orderByCountry: Readonly<Record<string, HanOrder>> = {
  JP: 'jp',
  KR: 'kr',
  KP: 'kr',
  TW: 'tc',
  HK: 'tc',
  MO: 'tc',
}

/** Chooses the shapes of Han characters by the script of the text, or else by the country. */
export function chooseHanOrder(text: string, country: string | undefined): HanOrder {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  if (/\p{Script=Hangul}/u.test(text)) return 'kr'
  return orderByCountry[country ?? ''] ?? 'sc'
}
