/** Returns people with names that differ: those whose names are equal also have their email address in the name. */
export function withDistinctNames<P extends { name: string; email: string }>(
  people: readonly P[],
): P[] {
  const byName = Map.groupBy(people, ({ name }) => name)
  return people.map((each) =>
    byName.get(each.name)?.length === 1 ? each : { ...each, name: `${each.name} (${each.email})` },
  )
}
