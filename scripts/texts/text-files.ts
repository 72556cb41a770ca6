import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Messages } from '#platform/messages/translate'

/** Thrown for a file of texts that cannot be read. The message names the file and says what to do. */
export class TextFileError extends Error {}

/**
 * Reads a file of texts by key. Returns no texts for a file that does not exist.
 *
 * @throws TextFileError if the path is not a readable file of texts
 */
export function readTexts(folder: string, file: string): Messages {
  const path = join(folder, file)
  if (!existsSync(path)) return {}
  const problem = findProblem(readFileSync(path, 'utf8'))
  if (problem !== undefined) throw new TextFileError(`${file}: ${problem}`)
  return JSON.parse(readFileSync(path, 'utf8'))
}

function findProblem(json: string): string | undefined {
  if (json.startsWith('\uFEFF')) return 'begins with a byte order mark: save it as UTF-8 without it'
  let texts: unknown
  try {
    texts = JSON.parse(json)
  } catch (error) {
    return `is no JSON, correct its commas and quotation marks: ${(error as Error).message}`
  }
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
    return 'must be an object of texts by key: {"key": "text"}'
  const other = Object.entries(texts).find(([, text]) => typeof text !== 'string')
  if (other !== undefined) return `“${other[0]}” must be a text in quotation marks`
  const twice = findDuplicate(json)
  return twice === undefined ? undefined : `“${twice}” is there twice: remove one`
}

/**
 * Finds a key that occurs twice. JSON.parse uses the last of two entries with
 * the same key and reports nothing.
 */
function findDuplicate(json: string): string | undefined {
  const keys = [...json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap(([, text = '', colon]) =>
    colon === undefined ? [] : [JSON.parse(text) as string],
  )
  return keys.find((key, index) => keys.indexOf(key) !== index)
}

/** The files of a language: those that must exist, and those that may exist. */
export interface LanguageFiles {
  required: readonly string[]
  optional: readonly string[]
}

/** Returns a problem for each file that is missing, that the code does not read, or that cannot be read. */
export function checkTextFiles(
  folder: string,
  languages: Readonly<Record<string, LanguageFiles>>,
): string[] {
  const existing = globSync('*/**/*.*', { cwd: folder }).sort()
  const unknown = new Set(existing.map((file) => file.split('/')[0] ?? ''))
  const problems = Object.entries(languages).flatMap(([language, { required, optional }]) => {
    if (!unknown.delete(language))
      return [`${language}: the folder is missing: copy files of locales/en and translate them`]
    const own = existing.filter((file) => file.startsWith(`${language}/`))
    const known = [...required, ...optional].map((file) => `${language}/${file}`)
    return [
      ...required
        .filter((file) => !own.includes(`${language}/${file}`))
        .map((file) => `${language}/${file}: the file is missing: copy and translate that of en`),
      ...own
        .filter((file) => !known.includes(file))
        .map((file) => `${file}: is not read: its name must be one of ${list(known)}`),
      ...own.flatMap((file) => tryRead(folder, file)),
    ]
  })
  return [
    ...[...unknown].map(
      (language) =>
        `${language}: src/contract/languages.ts has no such language: add a row there, or remove the folder`,
    ),
    ...problems,
  ]
}

const list = (files: readonly string[]) =>
  files
    .filter((file) => !file.includes('/app/'))
    .map((file) => file.split('/')[1])
    .join(', ')
    .concat(files.some((file) => file.includes('/app/')) ? ', or that of an area in app' : '')

function tryRead(folder: string, file: string): string[] {
  try {
    readTexts(folder, file)
    return []
  } catch (error) {
    if (error instanceof TextFileError) return [error.message]
    throw error
  }
}
