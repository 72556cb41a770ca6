import { allowedUses, ignoredFiles, words } from './words.ts'

export interface FoundWord {
  path: string
  /** The line number, or 0 for the path itself. */
  line: number
  word: string
  /** The standard terms to use for the word. */
  instead: string
}

/** Finds the words of a file that have a standard term. Calls `read` only for files that are searched. */
export function findWords(path: string, read: () => string): FoundWord[] {
  if (ignoredFiles.some((pattern) => pattern.test(path))) return []
  const allowed = new Set(allowedUses.filter(({ file }) => file.test(path)).map(({ word }) => word))
  return [path, ...read().split('\n')].flatMap((text, line) =>
    splitWords(text).flatMap((word) => {
      const instead = Object.hasOwn(words, word) ? words[word] : undefined
      return instead === undefined || allowed.has(word) ? [] : [{ path, line, word, instead }]
    }),
  )
}

/** Splits identifiers into words: `createdAt`, `created_at` and `CREATED-AT` all have the words created and at. */
export const splitWords = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
