import type { Messages } from '#platform/messages/translate'
import { type MessageShape, tryReadShape } from './message-shape.ts'
import { TextFileError } from './text-files.ts'

/** The types of the texts of the service: the name of each type, and its area. */
export const typedAreas = { PageMessages: 'pages', EmailMessages: 'emails', SmsMessages: 'sms' }

/** Renders the code of the types of the texts: the placeholders of each English text. */
export function renderMessageTypes(read: (area: string) => Messages): string {
  const interfaces = Object.entries(typedAreas).map(([name, area]) => {
    const members = Object.entries(read(area)).map(([key, text]) => {
      const { forms, isPlural } = readEnglishShape(area, key, text)
      const shown = [...forms.values()].some((form) => form.text.includes('{count}'))
      const names = new Set([...forms.values()].flatMap((form) => form.names))
      const all = new Set([...(isPlural || shown ? ['count'] : []), ...names])
      const values = [...all].map((each) => `'${each}'`).join(' | ') || 'never'
      return `  ${/^\w+$/.test(key) ? key : `'${key}'`}: ${values}\n`
    })
    return `export interface ${name} {\n${members.join('')}}\n`
  })
  return `/* Generated from locales/en by scripts/texts.ts. */\n\n${interfaces.join('\n')}`
}

function readEnglishShape(area: string, key: string, text: string): MessageShape {
  const shape = tryReadShape(text)
  if (typeof shape === 'string') throw new TextFileError(`en/${area}.json: “${key}” ${shape}`)
  return shape
}
