import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languageRows } from '#contract/languages'
import { tonesByLanguage } from '#contract/tones'
import type { Messages } from '#platform/messages/translate'
import { root } from './steps.ts'
import { checkMessages, checkPlaceholders, checkVariant } from './texts/check-messages.ts'
import { renderMessageTypes, typedAreas } from './texts/generate-types.ts'
import { checkTextFiles, type LanguageFiles, readTexts, TextFileError } from './texts/text-files.ts'
import { type AreaTexts, extractTexts, findUntranslated } from './texts/web-app-texts.ts'

/*
 * The texts in `locales`. docs/contributing/translations.md describes the files.
 *
 *   node scripts/texts.ts                          checks all texts, and prints what is wrong
 *   node scripts/texts.ts --write                  adds new English texts of the web app, removes unused
 *                                                  texts, and generates the types
 *   node scripts/texts.ts --missing de app/gifts   prints the English texts that a file lacks, ready to paste
 *                                                  into it
 *   node scripts/texts.ts --untranslated [gifts]   prints the texts in the code of the web app that are not
 *                                                  passed to `t`
 */

const folder = join(root, 'locales')
const pathOf = (language: string, area: string) => join(folder, language, `${area}.json`)
const read = (language: string, area: string): Messages =>
  readTexts(folder, `${language}/${area}.json`)
const typesFile = join(root, 'src/platform/messages/messages.generated.ts')
const renderTypes = () => renderMessageTypes((area) => read('en', area))

const webAreas = [...extractTexts()].map(([area, texts]) => ({ area: `app/${area}`, texts }))
const languages = Object.keys(languageRows) as Language[]
const areasOf = (language: Language): string[] => [
  ...Object.values(typedAreas),
  ...(languageRows[language].isInWebApp ? webAreas.map(({ area }) => area) : []),
]

function filesOf(language: Language): LanguageFiles {
  const areas = areasOf(language)
  const otherTone = tonesByLanguage[language]?.other
  return {
    required: areas.map((area) => `${area}.json`),
    optional: otherTone === undefined ? [] : areas.map((area) => `${area}.${otherTone}.json`),
  }
}

/**
 * Returns the texts of an area of the web app. A text that several areas use belongs to the common area,
 * unless an area has its own translation of the text.
 */
function textsOf(area: string, texts: AreaTexts, common: Messages): string[] {
  const own = [...texts.keys()]
  const english = read('en', area)
  if (area !== 'app/common')
    return own.filter((text) => common[text] === undefined || english[text] !== undefined)
  const elsewhere = webAreas.flatMap((each) => [...each.texts.keys()])
  return [...new Set([...own, ...elsewhere.filter((text) => common[text] !== undefined)])]
}

function checkWebAppTexts(): string[] {
  const common = read('en', 'app/common')
  const unused = webAreas.flatMap(({ area, texts }) => {
    const used = textsOf(area, texts, common)
    const english = Object.keys(read('en', area))
    return [
      ...used
        .filter((text) => !english.includes(text))
        .map((text) => `“${text}” in ${texts.get(text)} is new: run npm run fix`),
      ...english
        .filter((text) => !used.includes(text))
        .map((text) => `“${text}” is not used: run npm run fix`),
      ...checkPlaceholders(read('en', area)),
    ].map((problem) => `en/${area}.json: ${problem}`)
  })
  return [...findUntranslated().map((place) => `not translated: ${place}`), ...unused]
}

function checkLanguage(language: Language): string[] {
  return areasOf(language).flatMap((area) => {
    const messages = read(language, area)
    const variant = `${area}.${tonesByLanguage[language]?.other}`
    return [
      ...checkMessages(language, messages, read('en', area)).map(
        (problem) => `${language}/${area}.json: ${problem}`,
      ),
      ...checkVariant(language, read(language, variant), messages).map(
        (problem) => `${language}/${variant}.json: ${problem}`,
      ),
    ]
  })
}

function findProblems(): string[] {
  const files = Object.fromEntries(languages.map((language) => [language, filesOf(language)]))
  const problems = checkTextFiles(folder, files)
  if (problems.length > 0) return problems
  const wrong = [...checkWebAppTexts(), ...languages.flatMap(checkLanguage)]
  if (wrong.length > 0) return wrong
  return existsSync(typesFile) && readFileSync(typesFile, 'utf8') === renderTypes()
    ? []
    : ['the types of the texts are out of date: run npm run fix']
}

function check(): void {
  const problems = findProblems()
  if (problems.length === 0) return
  console.error(problems.join('\n'))
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  console.error(`\n${count}. docs/contributing/translations.md says how to translate.`)
  process.exitCode = 1
}

/**
 * Converts a new text to a message. If the text has a count, the message gets the same words for one and for
 * many, and a person must correct the form for one by hand.
 */
const toMessage = (text: string) => {
  const words = text.replace(/\|[\w ]+$/, '')
  if (!words.includes('{count}')) return words
  const form = words.replaceAll('{count}', '#')
  console.log(`Correct the form for one in locales/en: ${text}`)
  return `{count, plural, one {${form}} other {${form}}}`
}

function write(): void {
  const common = read('en', 'app/common')
  for (const { area, texts } of webAreas) {
    const used = textsOf(area, texts, common)
    const english = read('en', area)
    for (const [language, { isInWebApp }] of Object.entries(languageRows)) {
      if (!isInWebApp) continue
      const messages = read(language, area)
      const entries = Object.entries(messages).filter(([text]) => used.includes(text))
      const added = used.filter((text) => english[text] === undefined)
      if (language === 'en')
        entries.push(...added.map((text): [string, string] => [text, toMessage(text)]))
      const json = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
      writeFileSync(pathOf(language, area), json)
    }
  }
  writeFileSync(typesFile, renderTypes())
}

function printMissing(language = 'de', area = 'app/common'): void {
  const messages = read(language, area)
  if (!areasOf('en').includes(area))
    throw new TextFileError(`There is no file locales/en/${area}.json.`)
  for (const [key, text] of Object.entries(read('en', area)))
    if (!messages[key]) console.log(`  ${JSON.stringify(key)}: ${JSON.stringify(text)},`)
}

const [option, ...values] = process.argv.slice(2)
try {
  if (option === '--missing') printMissing(...values)
  else if (option === '--untranslated') console.log(findUntranslated(values[0]).join('\n'))
  else if (option === '--write') write()
  else check()
} catch (error) {
  if (!(error instanceof TextFileError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
