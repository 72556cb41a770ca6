type Item<Items extends readonly object[]> = Items[number]

/** Returns this member of each item. With several names, returns a list of these members for each item. */
export function pluck<Items extends readonly object[], Key extends keyof Item<Items>>(
  items: Items,
  key: Key,
): Item<Items>[Key][]
export function pluck<
  Items extends readonly object[],
  const Keys extends readonly (keyof Item<Items>)[],
>(items: Items, ...keys: Keys): { -readonly [Index in keyof Keys]: Item<Items>[Keys[Index]] }[]
export function pluck(items: readonly object[], ...keys: PropertyKey[]): unknown[] {
  const read = (item: object, key: PropertyKey): unknown => Reflect.get(item, key)
  const [key, ...others] = keys
  if (key === undefined) throw new Error('no member is named')
  return others.length === 0
    ? items.map((item) => read(item, key))
    : items.map((item) => keys.map((each) => read(item, each)))
}
