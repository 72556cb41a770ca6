import type { Messages } from './texts.ts'

/** Imports the compiled texts of an area. The build compiles them (scripts/web/messages-plugin.ts). */
export async function loadMessages(language: string, area: string): Promise<Messages> {
  const module: { default: Messages } = await import(
    `../../../../locales/${language}/app/${area}.json`
  )
  return module.default
}
