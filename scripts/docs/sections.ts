import { errorCodes, events } from '#contract'
import { operations } from '#contract/operations'
import * as gifting from '#gifting'
import { type Setting, settings } from '#platform/config/setting-definitions'
import { httpErrorCodes } from '#platform/http-client/http-error-codes'

/** The parts of documents that are made from code, by the name that stands in their markers. */
export type Sections = Readonly<Record<string, () => string>>

export const sections: Sections = {
  environment: renderEnvironmentFile,
  errors: renderErrorTable,
  events: renderEventTable,
  failures: renderFailureTable,
  operations: renderOperationTable,
  settings: renderSettingTable,
  states: renderStateTable,
}

const markerPattern = /<!-- begin (\w+)[^>]*-->\n[\s\S]*?<!-- end (\w+) -->/g

/** The document with what stands between its markers made anew. */
export function fillSections(path: string, text: string, sections: Sections): string {
  const filled = text.replace(markerPattern, (_all, opened: string, closed: string) => {
    const render = Object.hasOwn(sections, opened) ? sections[opened] : undefined
    if (render === undefined) throw new Error(`${path}: there is no section '${opened}'`)
    if (opened !== closed) throw new Error(`${path}: section '${opened}' ends as '${closed}'`)
    return `${openingMarker(opened)}\n\n${render()}\n\n<!-- end ${opened} -->`
  })
  const markers = filled.match(/<!-- (begin|end) /g) ?? []
  const pairs = filled.match(markerPattern) ?? []
  if (markers.length !== 2 * pairs.length) throw new Error(`${path}: a marker stands alone`)
  return filled
}

const openingMarker = (name: string) => `<!-- begin ${name} (made by \`npm run fix\`) -->`

function renderErrorTable(): string {
  const rows = Object.entries(errorCodes).map(([code, [status, type, message]]) => [
    type === 'validation_error' ? `${status} (400 in a query string)` : String(status),
    `\`${type}\``,
    `\`${code}\``,
    message,
  ])
  return table(['status', 'type', 'code', 'message'], rows)
}

function renderOperationTable(): string {
  const rows = operations.map(({ method, path, summary, responses, isStagingOnly }) => [
    `\`${method} ${path}\``,
    `${summary}${isStagingOnly === true ? ' (staging only)' : ''}`,
    responses.map(({ status, description }) => `${status}: ${description}`).join(' '),
  ])
  return table(['operation', 'what it does', 'answer'], rows)
}

function renderSettingTable(): string {
  const rows = Object.entries(settings).map(([name, setting]: [string, Setting]) => [
    setting.isSecret ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``,
    setting.description,
    setting.default === undefined ? (setting.defaultDescription ?? '') : `\`${setting.default}\``,
    `\`${setting.example}\``,
  ])
  return table(['setting', 'what it does', 'when it is not set', 'example'], rows)
}

/** Every setting as a line of an environment file, switched off, under what it does. */
function renderEnvironmentFile(): string {
  const lines = Object.entries(settings).flatMap(([name, setting]: [string, Setting]) => [
    `# ${setting.description}`,
    `#${name}=${setting.example}`,
    '',
  ])
  return `\`\`\`ini\n${lines.join('\n').trimEnd()}\n\`\`\``
}

function renderEventTable(): string {
  const rows = Object.entries(events).map(([type, description]) => [`\`${type}\``, description])
  return table(['event', 'what it tells'], rows)
}

function renderFailureTable(): string {
  const rows = Object.entries(httpErrorCodes).map(([code, description]) => [
    `\`${code}\``,
    description,
  ])
  return table(['error', 'what happened'], rows)
}

/** The table of the state machine, turned by the state one stands in. */
function renderStateTable(): string {
  const rows = Object.entries(gifting.states).map(([state, status]) => {
    const targets = gifting.transitions.flatMap(([from, to]) =>
      from === state ? [`\`${to}\``] : [],
    )
    return [`\`${state}\``, `\`${status}\``, targets.join(', ') || '(the end)']
  })
  return table(['state', 'status outside', 'what it may become'], rows)
}

function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(headers), `|${headers.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
