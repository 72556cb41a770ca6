import type { Direction, Member } from './model.ts'

/** An object that has no name in the document. */
export interface ObjectType {
  /** The name of the object's declaration in a library, if there is one. */
  name: string
  direction: Direction
  members: readonly Member[]
  /** The number of uses of the object in the document. */
  uses: number
}

interface Entry extends ObjectType {
  /** The place of its first use: `CreateProductBody.variant.image`. */
  path: string
}

/** The names for objects whose path suggests no good name. */
// biome-ignore format: read down the columns
const chosenNames: Readonly<Record<string, string>> = {
  'ApproveClaimsBody':                      'ClaimIds',
  'CatalogueStockLevel.warehouse':          'WarehouseSummary',
  'CorrectGiftRequestEmailBody':            'EmailCorrection',
  'CreateProductBody.image.urls':           'ImageUrlsInput',
  'CreateCampaignBody.settings.reminders.quiet': 'QuietHoursInput',
  'GetFunnelQuery':                         'ReportQuery',
  'ListOneLinksQuery':                      'PageQuery',
  'UpdateGiftRequestQuery':                 'DryRunQuery',
}

/** Creates an interner, which makes equal objects one object and gives each object a name. */
export function createInterner(reservedNames: readonly string[]) {
  const entries = new Map<string, Entry>()
  const keys = new Map<unknown, string>()

  function intern(members: readonly Member[], direction: Direction, path: string): ObjectType {
    const key = JSON.stringify([direction, members], (_name, value) => keys.get(value) ?? value)
    const entry = entries.get(key) ?? { name: '', direction, members, uses: 0, path }
    entry.uses += 1
    if (!keys.has(entry)) keys.set(entry, `object ${keys.size}`)
    entries.set(key, entry)
    return entry
  }

  /**
   * Gives every object its name. Returns the objects. Inner objects precede the objects that contain them.
   */
  function finish(): ObjectType[] {
    const taken = new Set(reservedNames)
    for (const entry of entries.values()) {
      const name = candidates(entry).find((each) => !taken.has(each))
      if (name === undefined) throw new Error(`There is no free name for ${entry.path}.`)
      taken.add(name)
      entry.name = name
    }
    return [...entries.values()]
  }

  return { intern, finish }
}

function candidates({ path, direction, uses }: Entry): string[] {
  const [owner = '', ...steps] = path.split('.')
  const chosen = chosenNames[path]
  if (steps.length === 0 && direction === 'request') return [chosen ?? owner]
  const names = [owner.replace(/(Body|Response)$/, ''), ...steps].map(pascalCase)
  const suffix = direction === 'request' ? 'Input' : ''
  const full = `${names.join('')}${suffix}`
  return [
    ...(chosen === undefined ? [] : [chosen]),
    ...(uses > 1 ? [`${names.at(-1)}${suffix}`] : []),
    full,
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${full}${number}`),
  ]
}

const pascalCase = (name: string) =>
  name.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
