/*
 * Cuts values out of JSON as raw text. A webhook signature covers bytes, and parsing and serializing may
 * change bytes. So the code takes the body of an event from an API response without parsing it.
 */

/**
 * Returns the text of the value at a path in a valid JSON text. Returns undefined if the path does not exist.
 */
export function sliceJson(json: string, path: readonly (string | number)[]): string | undefined {
  let position: number | undefined = skipSpace(json, 0)
  for (const step of path) {
    position =
      typeof step === 'number' ? findEntry(json, position, step) : findMember(json, position, step)
    if (position === undefined) return undefined
  }
  return json.slice(position, findValueEnd(json, position))
}

function findMember(json: string, start: number, name: string): number | undefined {
  if (json[start] !== '{') return undefined
  let at = skipSpace(json, start + 1)
  while (at < json.length && json[at] !== '}') {
    const end = findValueEnd(json, at)
    const isMatch = JSON.parse(json.slice(at, end)) === name
    at = skipSpace(json, skipSpace(json, end) + 1) // skips the colon after the name of a member
    if (isMatch) return at
    at = skipValue(json, at)
  }
  return undefined
}

function findEntry(json: string, start: number, index: number): number | undefined {
  if (json[start] !== '[') return undefined
  let at = skipSpace(json, start + 1)
  for (let position = 0; at < json.length && json[at] !== ']'; position++) {
    if (position === index) return at
    at = skipValue(json, at)
  }
  return undefined
}

/** Returns the position after a value and an optional comma. */
function skipValue(json: string, start: number): number {
  const at = skipSpace(json, findValueEnd(json, start))
  return json[at] === ',' ? skipSpace(json, at + 1) : at
}

function findValueEnd(json: string, start: number): number {
  const first = json[start]
  if (first === '"') return findStringEnd(json, start)
  if (first !== '{' && first !== '[')
    return start + (/^[^\s,\]}]*/.exec(json.slice(start, start + 40))?.[0].length ?? 0)
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const char = json[at]
    if (char === '"') at = findStringEnd(json, at) - 1
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return json.length
}

function findStringEnd(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at + 1
  }
  return json.length
}

function skipSpace(json: string, start: number): number {
  let at = start
  while (at < json.length && ' \t\n\r'.includes(json[at] ?? '')) at++
  return at
}
