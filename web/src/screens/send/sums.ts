import type { Draft } from './draft.ts'
import { occurrences, personOf, type Row } from './rows.ts'

/** What a list comes to: each row is in one of these. */
export type Kind = 'ready' | 'sent' | 'already' | 'refused' | 'duplicate' | 'unchecked'

function kindOf(row: Row, occurrence: number, includesDuplicates: boolean): Kind {
  if (row.result !== undefined) return row.result.status
  if (occurrence > 0 && !includesDuplicates) return 'duplicate'
  return row.outlook?.status ?? 'unchecked'
}

export interface Sums {
  kinds: Kind[]
  count: Record<Kind, number>
  bounced: number
  /** Who got something lately. */
  recent: number
}

export function sumsOf({ rows, includes_duplicates }: Draft): Sums {
  const which = occurrences(rows)
  const kinds = rows.map((row, at) => kindOf(row, which[at] ?? 0, includes_duplicates))
  const count = { ready: 0, sent: 0, already: 0, refused: 0, duplicate: 0, unchecked: 0 }
  for (const kind of kinds) count[kind] += 1
  const ready = rows.filter((_, at) => kinds[at] === 'ready')
  return {
    kinds,
    count,
    bounced: ready.filter(({ outlook }) => outlook?.status === 'ready' && outlook.has_bounced)
      .length,
    recent: ready.filter(({ outlook }) => outlook?.status === 'ready' && outlook.latest !== null)
      .length,
  }
}

/** A row that nobody filled in is nobody. */
export const isBlank = (row: Row): boolean =>
  personOf(row) === '' && Object.values(row.cells).every((cell) => cell.trim() === '')
