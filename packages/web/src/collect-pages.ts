/** Reads all pages of a list, one after the other. */
export async function collectPages<Row extends { id: string }>(
  readPage: (after: string | undefined) => Promise<{ data: Row[]; has_more: boolean }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, has_more } = await readPage(rows.at(-1)?.id)
    rows.push(...data)
    if (!has_more) return rows
  }
}
