import type { OutboundRules } from '#platform/http-client/guarded-request'
import { chooseColor } from './brand-color.ts'
import { findIcons, sortIcons } from './brand-logos.ts'
import { chooseName } from './brand-name.ts'
import { type ManifestFacts, readManifest } from './manifest.ts'
import { type PageFacts, readFacts } from './page-facts.ts'
import { type PageProblem, readText, toSecureUrl } from './read-page.ts'

/** What a website suggests as the brand of its company. Nothing of it is stored. */
export interface BrandSuggestion {
  /** One line of at most 255 characters. */
  name: string | undefined
  /** A colour such as `#7a2e6d`. */
  color: string | undefined
  /** The URLs of pictures that can be the logo, the best first. None of them was loaded. */
  logos: string[]
}

const maxLogos = 3

/**
 * Parses what a person enters as a website: a host or a URL. Returns undefined if it is neither, or has another scheme than
 * http and https.
 */
export function parseWebsite(text: string): string | undefined {
  const trimmed = text.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, href } = new URL(address)
  const isHost = hostname.includes('.') || hostname.startsWith('[')
  return /^https?:$/.test(protocol) && isHost ? href : undefined
}

/**
 * Reads the home page of a company and its manifest, and suggests name, colour and logo. Returns the problem if the page cannot
 * be read before `signal` ends the requests.
 */
export async function suggestBrand(
  website: string,
  rules: OutboundRules,
  signal: AbortSignal,
): Promise<BrandSuggestion | { problem: PageProblem }> {
  const page = await readText(website, {
    ...{ rules, signal },
    accept: 'text/html, application/xhtml+xml',
    types: /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i,
  })
  if ('problem' in page) return page
  const facts = await readFacts(page.text)
  const base = findBase(facts, page.url)
  const manifest = await findManifest(facts, base, { rules, signal })
  const maskColors = facts.links.filter(({ rel }) => rel.includes('mask-icon'))
  const icons = sortIcons([...findIcons(facts.links, base), ...manifest.icons])
  return {
    name: chooseName(facts, new URL(page.url).hostname),
    color: chooseColor([
      ...facts.themeColors,
      ...maskColors.map(({ color }) => color),
      ...manifest.colors,
    ]),
    logos: [...new Set(icons.map(({ url }) => toSecureUrl(url, rules)))].slice(0, maxLogos),
  }
}

const findBase = ({ base }: PageFacts, url: string) =>
  base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url

/** Reads the manifest of a page. A manifest that cannot be read says nothing. */
async function findManifest(
  { links }: PageFacts,
  base: string,
  options: { rules: OutboundRules; signal: AbortSignal },
): Promise<ManifestFacts> {
  const link = links.find(({ rel }) => rel.includes('manifest'))
  const nothing = { colors: [], icons: [] }
  if (link === undefined || !URL.canParse(link.href, base)) return nothing
  const { protocol, href } = new URL(link.href, base)
  if (!/^https?:$/.test(protocol)) return nothing
  const types = /^\s*(application\/([\w.-]+\+)?json|text\/(json|plain))\s*(;|$)/i
  const read = await readText(href, { ...options, accept: 'application/manifest+json', types })
  return 'problem' in read ? nothing : readManifest(read.text, read.url)
}
