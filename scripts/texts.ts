import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AreaTexts, extractTexts, findUntranslated } from './web/texts.ts'

/*
 * The texts of the web app and their translations (packages/web/src/i18n).
 *   node scripts/texts.ts                          checks that all texts are translated, and prints what is not
 *   node scripts/texts.ts --missing de gifts       prints the texts that a catalogue lacks, as lines for it
 *   node scripts/texts.ts --untranslated [gifts]   prints the texts in the code that are not passed to `t`
 */

const languages = ['de', 'es', 'fr', 'ja']

type Entry = string | Readonly<Record<string, string>>
type Catalogue = Readonly<Record<string, Entry>>

const catalogues = join(import.meta.dirname, '../packages/web/src/i18n/catalogues')

async function readCatalogue(language: string, area: string): Promise<Catalogue> {
  const file = join(catalogues, language, `${area}.ts`)
  return existsSync(file) ? (await import(file)).catalogue : {}
}

const keysOf = ({ texts, plurals }: AreaTexts) => [...texts.keys(), ...plurals.keys()]

async function missingKeys(language: string, area: string, used: AreaTexts): Promise<string[]> {
  const own = await readCatalogue(language, area)
  const common = await readCatalogue(language, 'common')
  return keysOf(used).filter((key) => !own[key] && !(area !== 'common' && key in common))
}

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Placeholders and tags must be the same in all languages, in any order. */
const marksOf = (text: string) =>
  [...new Set(text.match(/\{\w+\}|<\/\w+>/g) ?? [])].sort().join(' ')

function compareMarks(key: string, entry: Entry): string[] {
  const texts = typeof entry === 'string' ? [entry] : Object.values(entry)
  // the form for one may leave out the count
  const isSame = (text: string) =>
    marksOf(text) === marksOf(key) ||
    (typeof entry !== 'string' && marksOf(`${text}{count}`) === marksOf(key))
  return texts
    .filter((text) => !isSame(text))
    .map((text) => `other placeholders than “${key}”: ${text}`)
}

async function checkCatalogue(language: string, area: string, used: AreaTexts): Promise<string[]> {
  const missing = await missingKeys(language, area, used)
  const catalogue = await readCatalogue(language, area)
  return [
    ...missing.map((key) => `missing: ${key}`),
    ...Object.entries(catalogue).flatMap(([key, entry]) => compareMarks(key, entry)),
  ].map((problem) => `${language}/${area}.ts: ${problem}`)
}

/** A common text may be used in any area; another one only in its own. */
async function findUnused(areas: ReadonlyMap<string, AreaTexts>): Promise<string[]> {
  const everywhere = new Set([...areas.values()].flatMap(keysOf))
  const problems = [...areas].map(async ([area, used]) => {
    const keys = area === 'common' ? everywhere : new Set(keysOf(used))
    return Object.keys(await readCatalogue('de', area))
      .filter((key) => !keys.has(key))
      .map((key) => `de/${area}.ts: not used: ${key}`)
  })
  return (await Promise.all(problems)).flat()
}

async function check(): Promise<void> {
  const areas = extractTexts()
  const problems = [
    ...findUntranslated().map((place) => `not translated: ${place}`),
    ...(await findUnused(areas)),
  ]
  for (const [area, used] of areas)
    for (const language of languages) problems.push(...(await checkCatalogue(language, area, used)))
  if (problems.length === 0) return
  console.error(problems.join('\n'))
  console.error(
    `\n${problems.length} problems. packages/web/src/i18n/README.md says how to translate.`,
  )
  process.exitCode = 1
}

async function printMissing(language = 'de', area = 'common'): Promise<void> {
  const used = extractTexts().get(area)
  if (used === undefined) throw new Error(`There is no area “${area}”.`)
  for (const key of await missingKeys(language, area, used)) {
    const one = used.plurals.get(key)
    console.log(
      one === undefined
        ? `  ${quote(key)}: '', // ${used.texts.get(key)}`
        : `  ${quote(key)}: { one: ${quote(one)}, other: '' },`,
    )
  }
}

const [option, ...values] = process.argv.slice(2)
if (option === '--missing') await printMissing(...values)
else if (option === '--untranslated') console.log(findUntranslated(values[0]).join('\n'))
else await check()
