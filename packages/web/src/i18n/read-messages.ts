import { readFileSync } from 'node:fs'
import { compileMessages } from './compile-messages.ts'
import type { Messages } from './texts.ts'

/** Reads the texts of an area in Node. Tests of modules with texts use this function. */
export async function loadMessages(language: string, area: string): Promise<Messages> {
  const file = new URL(`../../../../locales/${language}/app/${area}.json`, import.meta.url)
  return compileMessages(readFileSync(file, 'utf8'))
}
