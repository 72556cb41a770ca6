import { dirname, join } from 'node:path/posix'
import type { Shelf } from './shelves.ts'

/** Where the files of the repository are found on the site. */
export type Places = ReadonlyMap<string, string>

export function placesOf(shelves: readonly Shelf[], versions: readonly string[]): Places {
  const guides = shelves.flatMap(({ guides }) => guides)
  return new Map([
    ...guides.map(({ name, file }) => [file, `/docs/${name}`] as const),
    ...versions.map((version) => openApi(version)),
    ['README.md', '/docs'],
    ['docs/decisions', '/docs#decisions'],
  ])
}

const openApi = (version: string) =>
  [`openapi/${version}.json`, `/docs/openapi/${version}.json`] as const

/**
 * Where a link in a file leads on the site: whole addresses and headings of the page stay, files that
 * are pages here become their addresses. Undefined for what only the repository has.
 */
export function placeOf(href: string, file: string, places: Places): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  if (/^[a-z]+:/i.test(href)) return undefined
  const [path = '', heading] = href.split('#')
  const target = join(dirname(file), path).replace(/\/$/, '')
  const picture = target.startsWith('docs/screenshots/') && /\.(jpg|png)$/.test(target)
  const place = picture ? `/${target}` : places.get(target)
  if (place === undefined) return undefined
  return heading === undefined ? place : `${place}#${heading}`
}
