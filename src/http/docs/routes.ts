import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes, newestVersion, versionNames } from '#contract'
import { guidePage, homePage, missingPage } from './guide-page.ts'
import type { DocsInstance } from './layout.ts'
import { createPageLinks, type PageLinks } from './links.ts'
import { homeMarkdown, renderFullText, renderLlmsText } from './llms.ts'
import { renderMarkdown, toMarkdown } from './markdown.ts'
import { type OpenApiDocument, readDocument } from './openapi-document.ts'
import { renderReferenceMarkdown } from './reference-markdown.ts'
import { renderReferencePage } from './reference-page.ts'
import { createSampleFinder } from './samples/samples.ts'
import { buildSearchIndex } from './search-index.ts'
import {
  decisionsTitle,
  type Guide,
  listScreenshots,
  readSections,
  readText,
  type Section,
} from './sections.ts'

/** All routes of the documentation by path. Each text is rendered at its first request and then cached. */
export interface DocsRoutes {
  pages: ReadonlyMap<string, () => string>
  texts: ReadonlyMap<string, () => string>
  documents: ReadonlyMap<string, () => string>
  /** The search index, and the package that searches the index. */
  scripts: ReadonlyMap<string, () => string>
  screenshots: ReadonlyMap<string, string>
  /** Returns the page for an unknown path. */
  missing: () => string
}

export function buildRoutes(instance: DocsInstance, canTry: boolean): DocsRoutes {
  const { origin } = instance
  const sections = readSections()
  const links = createPageLinks(sections, versionNames)
  const guides = sections.flatMap((section) => section.guides)
  const document = () => readDocument(newestVersion, origin)
  const findSamples = lazy(() => createSampleFinder(document()))
  const reference = lazy(() => renderReferencePage(document(), { canTry, instance, errorRows }))
  const openApi = (version: string) =>
    lazy(() => JSON.stringify(readDocument(version, origin), null, 2))
  return {
    pages: new Map([
      ['/docs', lazy(() => homePage(sections, instance))],
      ['/docs/reference', reference],
      ...guides.map((guide) => {
        const make = () => {
          const text = readFor(origin, guide.file)
          const rendered = renderMarkdown(text, guide.file, links, findSamples())
          return guidePage(guide, rendered, sections, instance)
        }
        return [`/docs/${guide.name}`, lazy(make)] as const
      }),
    ]),
    texts: buildTexts(sections, links, document, origin),
    documents: new Map([
      ['/docs/openapi.json', openApi(newestVersion)],
      ...versionNames.map(
        (version) => [`/docs/openapi/${version}.json`, openApi(version)] as const,
      ),
    ]),
    scripts: new Map([
      ['/docs/minisearch.js', lazy(readMiniSearch)],
      ['/docs/search-index.js', lazy(() => renderSearchIndex(sections, document()))],
    ]),
    screenshots: listScreenshots(),
    missing: lazy(() => missingPage(sections, instance)),
  }
}

/** Reads a guide, and replaces the addresses in its examples with the address of this instance. */
const readFor = (origin: string, file: string): string =>
  readText(file).replaceAll('http://localhost:3000', origin)

/** Builds the Markdown versions of all pages, and the overviews for programs. */
function buildTexts(
  sections: readonly Section[],
  links: PageLinks,
  document: () => OpenApiDocument,
  origin: string,
): DocsRoutes['texts'] {
  const reference = lazy(() => renderReferenceMarkdown(document(), errorRows))
  const renderGuide = ({ file }: Guide) => toMarkdown(readFor(origin, file), file, links, origin)
  const overview = lazy(() => renderLlmsText(sections, origin))
  const fullText = lazy(() => {
    const included = sections.filter(({ title }) => title !== decisionsTitle)
    const texts = included.flatMap(({ guides }) => guides.map(renderGuide))
    return renderFullText([...texts, reference()], origin)
  })
  const guides = sections.flatMap((section) => section.guides)
  return new Map([
    ['/docs.md', lazy(() => homeMarkdown(sections, origin))],
    ['/docs/reference.md', reference],
    ['/docs/llms.txt', overview],
    ['/llms.txt', overview],
    ['/docs/llms-full.txt', fullText],
    ['/llms-full.txt', fullText],
    ...guides.map((guide) => [`/docs/${guide.name}.md`, lazy(() => renderGuide(guide))] as const),
  ])
}

/**
 * Renders the search index as a JavaScript module. The policy of the pages allows scripts of this origin but
 * no connections, so the pages cannot fetch the index as data.
 */
const renderSearchIndex = (...content: Parameters<typeof buildSearchIndex>): string =>
  `export default ${JSON.stringify(buildSearchIndex(...content))}\n`

/** Reads the search package without its comments, because the comments are the largest part of the file. */
const readMiniSearch = (): string =>
  readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8').replace(
    /^ *(\/\*[\s\S]*?\*\/|\/\/.*)\n/gm,
    '',
  )

function lazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

const errorRows = Object.entries(errorCodes).map(([code, [status, type, message]]) => ({
  code,
  status,
  type,
  message,
}))
