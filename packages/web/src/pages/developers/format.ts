import { t } from '#web/i18n/developers.ts'
export const formatCount = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`

export const getHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

export const formatMs = (value: number | null): string =>
  value === null
    ? '–'
    : value < 1_000
      ? t('{value} ms', { value })
      : `${(value / 1_000).toFixed(1)} s`

/** Shortens an id to its end: ids of the same time share a prefix, and a full id takes three lines. */
export const shortId = (id: string): string => `…${id.slice(-12)}`
