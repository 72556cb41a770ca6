import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { errorCodes, newestVersion, versionNames } from '#contract'
import { guidePage, homePage } from './guide-page.ts'
import { createPageLinks } from './links.ts'
import { homeMarkdown, renderLlmsText } from './llms.ts'
import { renderMarkdown, toMarkdown } from './markdown.ts'
import { readDocument } from './openapi-document.ts'
import { renderReferenceMarkdown } from './reference-markdown.ts'
import { renderReferencePage } from './reference-page.ts'
import { buildSearchIndex } from './search-index.ts'
import { listScreenshots, readSections, readText } from './sections.ts'

export interface DocsInstance {
  origin: string
  stage: string
}

/** All routes of the documentation by path. Each text is rendered at its first request and cached. */
export interface DocsRoutes {
  pages: ReadonlyMap<string, () => string>
  texts: ReadonlyMap<string, () => string>
  documents: ReadonlyMap<string, () => string>
  /** The search index and the package that searches it. */
  scripts: ReadonlyMap<string, () => string>
  screenshots: ReadonlyMap<string, string>
}

export function buildRoutes({ origin, stage }: DocsInstance, canTry: boolean): DocsRoutes {
  const sections = readSections()
  const links = createPageLinks(sections, versionNames)
  const guides = sections.flatMap((section) => section.guides)
  const document = () => readDocument(newestVersion, origin)
  const reference = lazy(() => renderReferencePage(document(), { canTry, stage, errorRows }))
  const openApi = (version: string) =>
    lazy(() => JSON.stringify(readDocument(version, origin), null, 2))
  const llms = lazy(() => renderLlmsText(sections, origin))
  return {
    pages: new Map([
      ['/docs', lazy(() => homePage(sections, stage))],
      ['/docs/reference', reference],
      ...guides.map((guide) => {
        const make = () => {
          const rendered = renderMarkdown(readText(guide.file), guide.file, links)
          return guidePage(guide, rendered, sections, stage)
        }
        return [`/docs/${guide.name}`, lazy(make)] as const
      }),
    ]),
    texts: new Map([
      ['/docs.md', lazy(() => homeMarkdown(sections, origin))],
      ['/docs/reference.md', lazy(() => renderReferenceMarkdown(document(), errorRows))],
      ['/docs/llms.txt', llms],
      ['/llms.txt', llms],
      ...guides.map(({ name, file }) => {
        const make = () => toMarkdown(readText(file), file, links, origin)
        return [`/docs/${name}.md`, lazy(make)] as const
      }),
    ]),
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
  }
}

/** A module, because the policy of the pages allows scripts of this origin and no connections. */
const renderSearchIndex = (...content: Parameters<typeof buildSearchIndex>): string =>
  `export default ${JSON.stringify(buildSearchIndex(...content))}\n`

/** Reads the package without its comments, which are most of the file. */
const readMiniSearch = (): string =>
  readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8').replace(
    /^ *(\/\*[\s\S]*?\*\/|\/\/.*)\n/gm,
    '',
  )

function lazy(make: () => string): () => string {
  let value: string | undefined
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
