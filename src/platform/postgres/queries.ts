type Values = readonly unknown[]

/** The function `query`, and forms of it for callers that need less than the rows. */
export interface Queries {
  query<Row extends object>(text: string, values?: Values): Promise<Row[]>
  queryFirst<Row extends object>(text: string, values?: Values): Promise<Row | undefined>
  queryValue<Value>(text: string, values?: Values): Promise<NonNullable<Value> | undefined>
  queryValues<Value>(text: string, values?: Values): Promise<Value[]>
  queryCount(text: string, values?: Values): Promise<number>
  countRows(text: string, values?: Values): Promise<number>
  hasRows(text: string, values?: Values): Promise<boolean>
}

/**
 * The other forms of `query`. They call `this.query`, so that a copy of a context with
 * another `query` needs no other forms.
 */
export const queryForms: Omit<Queries, 'query'> & ThisType<Queries> = {
  async queryFirst<Row extends object>(text: string, values?: Values) {
    const [row] = await this.query<Row>(text, values)
    return row
  },
  async queryValue<Value>(text: string, values?: Values) {
    const [value] = await this.queryValues<Value>(text, values)
    return value ?? undefined
  },
  async queryValues<Value>(text: string, values?: Values) {
    const rows = await this.query<Record<string, Value>>(text, values)
    return rows.flatMap((row) => Object.values(row).slice(0, 1))
  },
  async queryCount(text, values) {
    return (await this.queryValue<number>(text, values)) ?? 0
  },
  async countRows(text, values) {
    return (await this.query(text, values)).length
  },
  async hasRows(text, values) {
    return (await this.countRows(text, values)) > 0
  },
}
