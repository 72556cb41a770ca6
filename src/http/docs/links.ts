import { dirname, join } from 'node:path/posix'
import type { Section } from './sections.ts'

/** The URL on the site for each file of the repository. */
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
 * Converts a link in a file to a link on the site. Absolute URLs and anchors do not change. A link to a file
 * that is a page becomes the URL of the page. Returns undefined if the site does not have the file.
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
