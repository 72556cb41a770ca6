const tokenPattern = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g

/**
 * Finds a member that an object of this JSON text has twice. `JSON.parse` would keep the last one and
 * drop the other without a word. The text must be valid JSON: one pass, in time linear to its length.
 *
 * @returns the name of the first such member; undefined when there is none
 */
export function findDuplicateMember(json: string): string | undefined {
  const openObjects: Set<string>[] = []
  for (const [text, raw = '', colon] of json.matchAll(tokenPattern)) {
    if (text === '{' || text === '[') openObjects.push(new Set())
    else if (text === '}' || text === ']') openObjects.pop()
    else if (colon !== undefined) {
      const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
      const names = openObjects.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}
