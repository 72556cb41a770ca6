/* Who gets something: rows as somebody types, pastes or uploads them, and what is known of each. */

export const fields = [
  'first_name',
  'last_name',
  'email',
  'line_1',
  'line_2',
  'postal_code',
  'city',
  'region',
  'country',
  'phone',
] as const
export type Field = (typeof fields)[number]

export const fieldWords: Readonly<Record<Field, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  line_1: 'Street',
  line_2: 'Second line',
  postal_code: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  phone: 'Telephone',
}

export const personFields: readonly Field[] = ['first_name', 'last_name', 'email']
export const addressFields: readonly Field[] = fields.slice(3)

/** What the server says of a row beforehand. */
export type Outlook =
  | {
      status: 'ready'
      has_bounced: boolean
      latest: { reference: string; created_at: string } | null
    }
  | { status: 'already'; id: string; reference: string; created_at: string }
  | { status: 'refused'; problems: Problem[] }

/** What became of it. */
export type Result =
  | { status: 'sent'; id: string; reference: string }
  | Exclude<Outlook, { status: 'ready' }>

export interface Problem {
  param: string
  message: string
}

export interface Row {
  /** Its place in what was typed or uploaded, from 1. */
  line: number
  cells: Partial<Record<Field, string>>
  outlook?: Outlook
  result?: Result
}

/** Two rows are for one person when their e-mail addresses are one. */
export const personOf = ({ cells }: Row): string => (cells.email ?? '').trim().toLowerCase()

/** Which of several rows for one person each is, from 0. */
export function occurrences(rows: readonly Row[]): number[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const person = personOf(row)
    const before = person === '' ? 0 : (seen.get(person) ?? 0)
    seen.set(person, before + 1)
    return before
  })
}

/** The row as the server takes it. */
export function wireRow({ cells }: Row, occurrence: number, hasAddress: boolean) {
  const text = (name: Field) => (cells[name] ?? '').trim()
  const recipient = {
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
  }
  if (!hasAddress) return { recipient, occurrence }
  const given = addressFields.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]))
  const shipping_address = {
    name: `${recipient.first_name} ${recipient.last_name}`.trim(),
    line_1: '',
    ...Object.fromEntries(given),
    country: text('country').toUpperCase(),
  }
  return { recipient, occurrence, shipping_address }
}

/** The cell that a problem is about. */
const cellOf = ({ param }: Problem): Field | undefined => {
  const name = param.split('.')[1] ?? ''
  return fields.find((field) => field === name)
}

/** What is wrong with a cell, as a sentence; undefined when nothing is known to be. */
export function problemAt(row: Row, field: Field): string | undefined {
  const about = row.result?.status === 'refused' ? row.result : row.outlook
  if (about === undefined) return formatProblem(row, field)
  if (about.status !== 'refused') return undefined
  const problem = about.problems.find((each) => cellOf(each) === field)
  return problem && sentence(problem.message)
}

/** What can be seen to be wrong before the server is asked. */
function formatProblem({ cells }: Row, field: Field): string | undefined {
  const email = cells.email?.trim() ?? ''
  const isWrong = field === 'email' && email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
  return isWrong ? 'This must be an e-mail address.' : undefined
}

/** Names of the cells that are still empty in a row that was begun. */
export const missingIn = ({ cells }: Row): string[] =>
  personFields.filter((name) => !cells[name]?.trim()).map((name) => fieldWords[name])

/** Whether each problem stands at a cell of its own, so that the row need not repeat it. */
export const areAtCells = (problems: readonly Problem[]): boolean =>
  problems.every((problem) => cellOf(problem) !== undefined)

const sentence = (fragment: string): string =>
  /^[a-z]/.test(fragment) ? `This ${fragment}.` : fragment

/** What is wrong with a row, on one line. */
export const reasonOf = (problems: readonly Problem[]): string =>
  problems
    .filter((one, at) => problems.findIndex((other) => other.param === one.param) === at)
    .map((problem) => {
      const field = cellOf(problem)
      return `${field === undefined ? problem.param : fieldWords[field]} ${problem.message}`
    })
    .join('; ')
