interface Counts {
  created: number
  changed: number
  unchanged: number
}

/** The report of a checked or imported file, with the first entries of each list. */
export interface ImportReport {
  rows: number
  products: Counts
  variants: Counts
  stock_changed: number
  error_count: number
  errors: {
    line: number | null
    column: string | null
    value: string | null
    message: string
  }[]
  change_count: number
  changes: {
    line: number
    sku: string
    is_new: boolean
    columns: { column: string; from: string; to: string }[]
  }[]
  missing_picture_count: number
  missing_pictures: string[]
  /** Identifies the changes: the import rejects a digest of another state of the catalogue. */
  digest: string
}
