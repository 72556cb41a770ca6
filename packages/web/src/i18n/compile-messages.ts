import compile from 'icu-minify/compile'
import { compileSimple } from './compile-simple.ts'
import type { Messages } from './texts.ts'

/**
 * Compiles the texts of a file by key. The result omits the texts that `compileSimple` can compile from their
 * key.
 */
export const compileMessages = (json: string): Messages =>
  Object.fromEntries(
    Object.entries(JSON.parse(json) as Record<string, string>)
      .map(([key, text]) => [key, compile(text)] as const)
      .filter(([key, message]) => JSON.stringify(message) !== JSON.stringify(compileSimple(key))),
  )
