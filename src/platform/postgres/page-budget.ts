import type { Page, Paginated } from '#contract'

/*
 * Pages with a budget of bytes. A page ends at its limit of rows or at a number of bytes, whichever comes
 * first. PostgreSQL adds up the sizes, which it knows without decompressing a value. It then reads only the
 * bodies of the rows within the budget.
 */

/** The maximum number of bytes of bodies in a page. A page always has its first row, whatever its size. */
export const maxPageBytes = 1_000_000

/** The members that `withinBudgetSql` adds to a row. */
export interface BudgetedRow {
  /** Whether the list continues behind the row. */
  has_next: boolean
}

/**
 * Builds SQL that returns the first rows of a statement whose bytes together are within the budget.
 *
 * @param rows     a statement with the column `row_bytes`, which reads one row more than the page limit
 * @param orderBy  the order of the rows, by their column names; no two rows are equal
 * @param columns  expressions over the rows, such as every expression that decompresses a value
 */
export const withinBudgetSql = (rows: string, orderBy: string, columns = 'b.*'): string =>
  `select ${columns}, has_next from (
     select c.*, sum(row_bytes) over w - row_bytes as bytes_before, lead(true) over w is not null as has_next
       from (${rows}) c window w as (order by ${orderBy})) b
    where bytes_before = 0 or bytes_before + row_bytes <= ${maxPageBytes}
    order by ${orderBy}`

/** Creates a page from the rows of a statement of `withinBudgetSql`. */
export function toBudgetedPage<Row extends BudgetedRow>(
  rows: readonly Row[],
  { limit }: Pick<Page, 'limit'>,
): Paginated<Row> {
  const data = rows.slice(0, limit)
  return { data, has_more: data.at(-1)?.has_next ?? false }
}
