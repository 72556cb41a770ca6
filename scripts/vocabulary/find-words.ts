import { allowedUses, ignoredFiles, words } from './words.ts'

export interface FoundWord {
  path: string
  /** Starts at 1. */
  line: number
  word: string
  /** Standard terms to write instead. */
  instead: string
}

/** The words of a file that have a standard term. `read` is called only for a file that is searched. */
export function findWords(path: string, read: () => string): FoundWord[] {
  if (ignoredFiles.some((pattern) => pattern.test(path))) return []
  const allowed = new Set(allowedUses.filter(({ file }) => file.test(path)).map(({ word }) => word))
  return [path, ...read().split('\n')].flatMap((text, line) =>
    splitWords(text).flatMap((word) => {
      const instead = words[word]
      return instead === undefined || allowed.has(word) ? [] : [{ path, line, word, instead }]
    }),
  )
}

/** `toldAt`, `sent_at` and `TOLD-AT` all have the words told and at. */
export const splitWords = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
