/** What a page says about its company. All texts are untrusted. */
export interface PageFacts {
  /** The first content of each `meta` element by its name or property, in lower case. */
  meta: Map<string, string>
  /** The theme colours, except those for dark schemes. */
  themeColors: string[]
  title: string
  links: PageLink[]
  /** The URL to which links are relative, if the page declares it. */
  base: string | undefined
  /** The texts of the JSON-LD scripts. */
  jsonLd: string[]
}

export interface PageLink {
  rel: readonly string[]
  href: string
  sizes: string
  type: string
  color: string
}

/*
 * The parser searches its stack of open elements for each end tag. Pages of more levels are cut, because a hostile page would
 * take half a minute.
 */
const maxDepth = 256
const chunkLength = 4_096
const maxTitleLength = 1_000
const maxJsonLdLength = 100_000
const maxEntries = 200

/** Reads what a page says about its company. Reads incomplete and invalid HTML as well. */
export async function readFacts(html: string): Promise<PageFacts> {
  const { Parser } = await import('htmlparser2') // loads the tables of character references only on demand
  const facts: PageFacts = {
    ...{ meta: new Map(), themeColors: [], title: '', links: [], base: undefined, jsonLd: [] },
  }
  const open: { depth: number; text: 'title' | 'json' | undefined } = { depth: 0, text: undefined }
  const parser = new Parser({
    onopentag(name, attributes) {
      open.depth += 1
      if (name === 'title') open.text = facts.title === '' ? 'title' : undefined
      else if (isJsonLd(name, attributes) && facts.jsonLd.length < maxEntries) {
        open.text = 'json'
        facts.jsonLd.push('')
      } else addElement(facts, name, attributes)
    },
    onclosetag() {
      open.depth -= 1
      open.text = undefined
    },
    ontext(text) {
      if (open.text !== undefined) addText(facts, open.text, text)
    },
  })
  for (let at = 0; at < html.length && open.depth <= maxDepth; at += chunkLength)
    parser.write(html.slice(at, at + chunkLength))
  return facts
}

type Attributes = Readonly<
  Partial<
    Record<
      'property' | 'name' | 'content' | 'media' | 'rel' | 'href' | 'sizes' | 'type' | 'color',
      string
    >
  >
>

const isJsonLd = (name: string, { type = '' }: Attributes) =>
  name === 'script' && type.trim().toLowerCase() === 'application/ld+json'

/** Appends without a cut of each sum, because a cut copies what was read so far. */
function addText(facts: PageFacts, kind: 'title' | 'json', text: string): void {
  if (kind === 'title') {
    if (facts.title.length < maxTitleLength) facts.title += text
    return
  }
  const before = facts.jsonLd.pop() ?? ''
  facts.jsonLd.push(before.length < maxJsonLdLength ? before + text : before)
}

function addElement(facts: PageFacts, name: string, attributes: Attributes): void {
  if (name === 'base') facts.base ??= attributes.href
  if (name === 'meta') addMeta(facts, attributes)
  if (name === 'link' && facts.links.length < maxEntries) addLink(facts, attributes)
}

function addMeta({ meta, themeColors }: PageFacts, attributes: Attributes): void {
  const { content = '', media = '' } = attributes
  const name = (attributes.property ?? attributes.name ?? '').trim().toLowerCase()
  if (name === '' || content.trim() === '' || meta.size >= maxEntries) return
  if (name === 'theme-color') {
    if (!/dark/i.test(media) && themeColors.length < maxEntries) themeColors.push(content)
  } else if (!meta.has(name)) meta.set(name, content)
}

function addLink({ links }: PageFacts, attributes: Attributes): void {
  const { rel = '', href = '', sizes = '', type = '', color = '' } = attributes
  if (href.trim() !== '')
    links.push({ rel: rel.toLowerCase().split(/\s+/), href, sizes, type, color })
}
