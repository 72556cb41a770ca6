import { errorCodes, newestVersion, versionNames } from '#contract'
import { readDocument } from './document.ts'
import { guidePage, homePage } from './guide-page.ts'
import { homeTwin, llmsText } from './llms.ts'
import { renderMarkdown, twinOf } from './markdown.ts'
import { referencePage } from './page.ts'
import { placesOf } from './places.ts'
import { referenceTwin } from './reference-twin.ts'
import { readPictureNames, readShelves, readText } from './shelves.ts'

export interface Instance {
  origin: string
  stage: string
}

/** Everything that can be asked for, by its address. Each is made when somebody first asks, and kept. */
export interface Site {
  pages: ReadonlyMap<string, () => string>
  texts: ReadonlyMap<string, () => string>
  documents: ReadonlyMap<string, () => string>
  pictures: ReadonlyMap<string, string>
}

export function siteOf({ origin, stage }: Instance, canTry: boolean): Site {
  const shelves = readShelves()
  const places = placesOf(shelves, versionNames)
  const guides = shelves.flatMap((shelf) => shelf.guides)
  const document = () => readDocument(newestVersion, origin)
  const reference = once(() => referencePage(document(), { canTry, stage, refusals: table }))
  const openApi = (version: string) =>
    once(() => JSON.stringify(readDocument(version, origin), null, 2))
  const llms = once(() => llmsText(shelves, origin))
  return {
    pages: new Map([
      ['/docs', once(() => homePage(shelves, stage))],
      ['/docs/reference', reference],
      ...guides.map((guide) => {
        const make = () => {
          const rendered = renderMarkdown(readText(guide.file), guide.file, places)
          return guidePage(guide, rendered, shelves, stage)
        }
        return [`/docs/${guide.name}`, once(make)] as const
      }),
    ]),
    texts: new Map([
      ['/docs.md', once(() => homeTwin(shelves, origin))],
      ['/docs/reference.md', once(() => referenceTwin(document(), table))],
      ['/docs/llms.txt', llms],
      ['/llms.txt', llms],
      ...guides.map(({ name, file }) => {
        const make = () => twinOf(readText(file), file, places, origin)
        return [`/docs/${name}.md`, once(make)] as const
      }),
    ]),
    documents: new Map([
      ['/docs/openapi.json', openApi(newestVersion)],
      ...versionNames.map(
        (version) => [`/docs/openapi/${version}.json`, openApi(version)] as const,
      ),
    ]),
    pictures: readPictureNames(),
  }
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

const table = Object.entries(errorCodes).map(([code, [status, type, message]]) => ({
  code,
  status,
  type,
  message,
}))
