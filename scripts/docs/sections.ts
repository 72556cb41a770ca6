import { errorCodes, events } from '#contract'
import { operations } from '#contract/operations'
import * as gifting from '#gifting'
import { type Setting, settings } from '#platform/config-settings'
import { httpErrorCodes } from '#platform/outbound-connect'

/** The parts of documents that are made from code, by the name that stands in their markers. */
export type Sections = Readonly<Record<string, () => string>>

export const sections: Sections = {
  environment: environmentFile,
  errors: errorTable,
  events: eventTable,
  failures: failureTable,
  operations: operationTable,
  settings: settingTable,
  states: stateTable,
}

const marked = /<!-- begin (\w+)[^>]*-->\n[\s\S]*?<!-- end (\w+) -->/g

/** The document with what stands between its markers made anew. */
export function fill(path: string, text: string, known: Sections): string {
  const filled = text.replace(marked, (_all, begun: string, ended: string) => {
    const make = Object.hasOwn(known, begun) ? known[begun] : undefined
    if (make === undefined) throw new Error(`${path}: there is no section '${begun}'`)
    if (begun !== ended) throw new Error(`${path}: section '${begun}' ends as '${ended}'`)
    return `${opening(begun)}\n\n${make()}\n\n<!-- end ${begun} -->`
  })
  const marks = filled.match(/<!-- (begin|end) /g) ?? []
  const pairs = filled.match(marked) ?? []
  if (marks.length !== 2 * pairs.length) throw new Error(`${path}: a marker stands alone`)
  return filled
}

const opening = (name: string) => `<!-- begin ${name} (made by \`npm run fix\`) -->`

function errorTable(): string {
  const rows = Object.entries(errorCodes).map(([code, [status, type, message]]) => [
    type === 'validation_error' ? `${status} (400 in a query string)` : String(status),
    `\`${type}\``,
    `\`${code}\``,
    message,
  ])
  return table(['status', 'type', 'code', 'message'], rows)
}

function operationTable(): string {
  const rows = operations.map(({ method, path, summary, responses: answers, isStagingOnly }) => [
    `\`${method} ${path}\``,
    `${summary}${isStagingOnly === true ? ' (staging only)' : ''}`,
    answers.map(({ status, description }) => `${status}: ${description}`).join(' '),
  ])
  return table(['operation', 'what it does', 'answer'], rows)
}

function settingTable(): string {
  const rows = Object.entries(settings).map(([name, setting]: [string, Setting]) => [
    setting.isSecret ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``,
    setting.description,
    setting.default === undefined ? (setting.defaultDescription ?? '') : `\`${setting.default}\``,
    `\`${setting.example}\``,
  ])
  return table(['setting', 'what it does', 'when it is not set', 'example'], rows)
}

/** Every setting as a line of an environment file, switched off, under what it does. */
function environmentFile(): string {
  const lines = Object.entries(settings).flatMap(([name, setting]: [string, Setting]) => [
    `# ${setting.description}`,
    `#${name}=${setting.example}`,
    '',
  ])
  return `\`\`\`ini\n${lines.join('\n').trimEnd()}\n\`\`\``
}

function eventTable(): string {
  const rows = Object.entries(events).map(([type, about]) => [`\`${type}\``, about])
  return table(['event', 'what it tells'], rows)
}

function failureTable(): string {
  const rows = Object.entries(httpErrorCodes).map(([word, about]) => [`\`${word}\``, about])
  return table(['error', 'what happened'], rows)
}

/** The table of the state machine, turned by the state one stands in. */
function stateTable(): string {
  const rows = Object.entries(gifting.states).map(([state, status]) => {
    const onward = gifting.transitions.flatMap(([from, to]) =>
      from === state ? [`\`${to}\``] : [],
    )
    return [`\`${state}\``, `\`${status}\``, onward.join(', ') || '(the end)']
  })
  return table(['state', 'status outside', 'what it may become'], rows)
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
