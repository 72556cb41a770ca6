import { dirname, join } from 'node:path/posix'
import type { Section } from './sections.ts'

/** Maps the files of the repository to URLs of the site. */
export type PageLinks = ReadonlyMap<string, string>

export function createPageLinks(
  sections: readonly Section[],
  versions: readonly string[],
): PageLinks {
  const guides = sections.flatMap(({ guides }) => guides)
  return new Map([
    ...guides.map(({ name, file }) => [file, `/docs/${name}`] as const),
    ...versions.map((version) => openApiLink(version)),
    ['README.md', '/docs'],
    ['docs/decisions', '/docs#decisions'],
  ])
}

const openApiLink = (version: string) =>
  [`openapi/${version}.json`, `/docs/openapi/${version}.json`] as const

/**
 * Resolves a link of a file to the site. Absolute URLs and anchors stay, files that are pages become their URLs.
 * Returns undefined for files that the site does not have.
 */
export function resolveLink(href: string, file: string, links: PageLinks): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  if (/^[a-z]+:/i.test(href)) return undefined
  const [path = '', heading] = href.split('#')
  const target = join(dirname(file), path).replace(/\/$/, '')
  const isScreenshot = target.startsWith('docs/screenshots/') && /\.webp$/.test(target)
  const url = isScreenshot ? `/${target}` : links.get(target)
  if (url === undefined) return undefined
  return heading === undefined ? url : `${url}#${heading}`
}
