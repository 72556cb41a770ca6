import type { ManualState } from '../parcels/manual-progress.ts'

/** The columns of a file with tracking numbers. `parcel` is required. */
export const importColumns = ['parcel', 'carrier', 'tracking_number', 'state', 'date'] as const
export type ImportColumn = (typeof importColumns)[number]

/** One line of a file, as text. */
export interface ImportRow {
  /** The line in the file; the header is line 1. */
  line: number
  cells: Readonly<Record<ImportColumn, string>>
}

export interface ImportOptions {
  /** The state of rows without one, if their parcel has not left; null to leave it as it is. */
  default_state: ManualState | null
}

/** An error in one cell. */
export interface ImportError {
  column: ImportColumn
  message: string
}

/** `unchanged`: the parcel has these details already. */
export interface ImportResult {
  line: number
  status: 'changed' | 'unchanged' | 'rejected'
  errors: readonly ImportError[]
  /** What the user should look at before the import. */
  warnings: readonly ImportError[]
}

/** Limits of one file. */
export const importLimits = { rows: 5_000, bytes: 1_000_000, rowsPerRequest: 100 } as const
