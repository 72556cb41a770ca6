import type { Page, Paginated } from '#contract'

/*
 * A page ends at its limit or at a number of bytes, whichever comes first. PostgreSQL adds up the sizes, which it knows
 * without decompressing a value, and then reads the bodies of these rows only.
 */

/** The bytes of bodies in a page. A page always has its first row, whatever its size. */
export const maxPageBytes = 1_000_000

/** What `withinBudgetSql` adds to a row. */
export interface BudgetedRow {
  /** Whether the list goes on behind the row. */
  has_next: boolean
}

/**
 * SQL: the first rows of a statement whose bytes together are within the budget.
 *
 * @param rows  a statement with the column `row_bytes`, which reads one row more than the limit of the page
 * @param orderBy  the order of the rows, by their column names; no two rows are equal
 * @param columns  expressions over the rows. An expression that decompresses a value belongs here, not into `rows`
 */
export const withinBudgetSql = (rows: string, orderBy: string, columns = 'b.*'): string =>
  `select ${columns}, has_next from (
     select c.*, sum(row_bytes) over w - row_bytes as bytes_before, lead(true) over w is not null as has_next
       from (${rows}) c window w as (order by ${orderBy})) b
    where bytes_before = 0 or bytes_before + row_bytes <= ${maxPageBytes}
    order by ${orderBy}`

/** Creates a page from rows of `withinBudgetSql`. */
export function toBudgetedPage<Row extends BudgetedRow>(
  rows: readonly Row[],
  { limit }: Pick<Page, 'limit'>,
): Paginated<Row> {
  const data = rows.slice(0, limit)
  return { data, has_more: data.at(-1)?.has_next ?? false }
}
